"""Names of the story for its letters."""

from scoring.selectors.robustness.names import Names
from tests.scoring.mcda.story import STORY

NAMES = Names(
    candidates={key: row["short"] for key, row in STORY["bidders"].items()},
    dimensions={row["id"]: row["name"] for row in STORY["dimensions"]},
    criteria={row["id"]: row["name"] for row in STORY["criteria"]},
)
