import json
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import Kind
from scoring.mcda.result import Completeness, plain
from tests.scoring.mcda.story import STORY, story_inputs


def test_completeness_adds_up():
    total = Completeness(required=3, scored=2) + Completeness(
        required=1,
        scored=1,
        declined=1,
        recused=2,
        criteria_required=5,
        criteria_done=4,
    )

    assert total == Completeness(
        required=4,
        scored=3,
        declined=1,
        recused=2,
        criteria_required=5,
        criteria_done=4,
    )
    assert total.open == 1


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (7, 7),
        ("text", "text"),
        (Kind.PRICE, "price"),
        (Fraction(1, 4), "0.25"),
        (Decimal("1E+2"), "100"),
        (frozenset({"b", "a"}), ["a", "b"]),
        ((1, Fraction(1, 2)), [1, "0.5"]),
        (
            {"at": datetime(2026, 11, 20, tzinfo=UTC)},
            {"at": "2026-11-20T00:00:00+00:00"},
        ),
        (Completeness(required=1).__class__(), dict.fromkeys(STORY_FIELDS, 0))
        if (STORY_FIELDS := Completeness.__dataclass_fields__)
        else (),
    ],
)
def test_plain_values_are_those_json_can_hold(value, expected):
    assert plain(value) == expected


def test_a_float_has_no_place_in_a_snapshot():
    with pytest.raises(TypeError, match="float has no plain form"):
        plain({"share": 0.5})


def test_a_whole_result_and_its_inputs_become_json_twice_the_same():
    inputs = story_inputs("running")

    first = json.dumps(plain(evaluate(inputs)), sort_keys=True)
    second = json.dumps(plain(evaluate(story_inputs("running"))), sort_keys=True)

    assert first == second
    assert json.loads(first)["ranked"][0]["key"] == STORY["expected"]["order"][0]
    assert json.loads(first)["ranked"][0]["total"].startswith("77.247578078617975905")
    assert json.loads(json.dumps(plain(inputs)))["criteria"][0]["kind"] == "curve"


def test_results_are_found_by_key():
    result = evaluate(story_inputs("running"))

    dell = result.candidate("A")
    assert (dell.key, dell.rank) == ("A", 4)
    assert dell.dimension("4").points == Fraction("9.75")
    assert dell.perspective("risk").weight_points == 10
    assert dell.criterion("2.4").shown_score == 1 + 4 * Fraction(2, 3)
