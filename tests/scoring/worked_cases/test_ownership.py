import json

import pytest

from scoring.worked_cases.outcomes import DATA
from scoring.worked_cases.ownership import WORKED, ownership_outcomes

OUTCOMES = ownership_outcomes()


@pytest.mark.parametrize(
    "outcome", OUTCOMES, ids=lambda outcome: f"{outcome.case}-{outcome.value}"
)
def test_the_published_number_comes_out_within_its_tolerance(outcome):
    assert outcome.agrees, (outcome.title, outcome.published, outcome.ours)


def test_no_case_of_the_file_is_left_out():
    cases = json.loads((DATA / "tco_cases.json").read_text(encoding="utf-8"))

    assert [case["case_id"] for case in cases] == list(WORKED)
    assert {outcome.case for outcome in OUTCOMES} == set(WORKED)
    assert len(OUTCOMES) == 98
