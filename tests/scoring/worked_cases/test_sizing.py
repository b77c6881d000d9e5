import csv

import pytest

from scoring.worked_cases.outcomes import DATA
from scoring.worked_cases.sizing import sizing_outcomes

OUTCOMES = sizing_outcomes()


@pytest.mark.parametrize("outcome", OUTCOMES, ids=lambda outcome: outcome.case)
def test_the_published_case_comes_out_within_its_tolerance(outcome):
    assert outcome.agrees, (outcome.title, outcome.published, outcome.ours)


def test_no_case_of_the_file_is_left_out():
    with (DATA / "sizing_cases.csv").open(encoding="utf-8") as file:
        cases = [row["case_id"] for row in csv.DictReader(file)]

    assert [outcome.case for outcome in OUTCOMES] == cases
    assert len(cases) == 46


def test_derived_cases_come_out_to_the_digits_printed():
    derived = {outcome.case: outcome for outcome in OUTCOMES}

    for case in ("S028", "S030", "S032", "S035", "S036", "S037", "S038", "S041"):
        assert derived[case].difference == 0
