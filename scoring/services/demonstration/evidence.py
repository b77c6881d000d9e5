"""The figures behind the criteria that score themselves."""

from decimal import Decimal
from typing import Final

from catalog.models import Provenance
from scoring.models import Candidate, Evaluation
from scoring.services.demonstration.scene import Scene
from scoring.services.evidence import Datum, attach_catalogue_data, attach_datum

MEASURED: Final = ("2.1", "2.2")


def attach(scene: Scene, evaluation: Evaluation) -> None:
    """Attach what was measured, and what catalogue and quotes say."""
    for letter, candidate in scene.candidates(evaluation).items():
        for key in MEASURED:
            _attach_typed(scene, letter, candidate, key)
        attach_catalogue_data(by=scene.officer, candidate=candidate)


def _attach_typed(scene: Scene, letter: str, candidate: Candidate, key: str) -> None:
    told = scene.telling.more["evidence"][key]
    attach_datum(
        by=scene.officer,
        candidate=candidate,
        criterion_key=key,
        datum=Datum(
            value=Decimal(scene.telling.story["data"][key][letter]),
            provenance=Provenance.MEASURED,
            source=told["source"],
            on=scene.telling.day(told["on"]),
        ),
    )
