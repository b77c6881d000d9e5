import re

import pytest

from scoring.figures.errors import InputError
from scoring.tco.kinds import (
    KINDS,
    AssumptionGroup,
    currency_in,
    kind_of,
    parameters_of,
)
from tests.scoring.tco.samples import ROOT, STORY


def story_assumptions():
    told = STORY["tco_assumptions"]
    return [
        *told["common"],
        *(v for bidder in told["per_candidate"].values() for v in bidder["values"]),
    ]


def test_every_assumption_of_the_story_is_known_in_its_unit():
    for item in story_assumptions():
        assert kind_of(item["key"]).matches(item["unit"]), item["key"]


def test_plain_labels_are_those_of_the_story():
    for item in story_assumptions():
        kind = kind_of(item["key"])
        label = kind.label % parameters_of(item["key"])
        if not item["key"].startswith("support"):
            assert item["label"].startswith(label)


@pytest.mark.parametrize(
    ("key", "unit", "is_known"),
    [
        ("tariff", "USD/kWh", True),
        ("tariff", "CNY/kWh", True),
        ("tariff", "XXX/kWh", False),
        ("tariff", "{currency}/kWh", False),
        ("tariff", "USD/MWh", False),
        ("pue", "", True),
        ("pue", "%", False),
        ("utilisation", "%", True),
        ("utilisation", "", False),
        ("support_1_3", "EUR/node, total", True),
        ("support_1_3", "EUR, total", True),
        ("space", "USD/m² and year", True),
    ],
)
def test_units_are_checked(key, unit, is_known):
    assert kind_of(key).matches(unit) is is_known


@pytest.mark.parametrize("key", ["", "tariffs", "residual_H100", "support_0_3", "PUE"])
def test_unknown_keys_are_refused(key):
    with pytest.raises(
        InputError, match="not an assumption of the cost model"
    ) as error:
        kind_of(key)

    assert (error.value.code, error.value.field) == ("unknown_assumption", key)


def test_patterned_keys_give_their_parts():
    assert parameters_of("support_4_5") == {"first": "4", "last": "5"}
    assert parameters_of("residual_10_RTX 6000 Ada") == {
        "years": "10",
        "family": "RTX 6000 Ada",
    }


@pytest.mark.parametrize(
    ("unit", "currency"),
    [("USD", "USD"), ("USD per year", "USD"), ("U", None), ("", None), ("% EUR", None)],
)
def test_currency_stands_at_the_head_of_a_unit(unit, currency):
    assert currency_in(unit) == currency


def test_every_group_of_the_page_has_assumptions():
    assert {kind.group for kind in KINDS} == set(AssumptionGroup)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.label)
def test_every_assumption_is_named_in_the_cost_method(kind):
    key = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"{\1}", kind.pattern).replace(
        "{years}", "{n}"
    )

    assert f"`{key}`" in (ROOT / "docs/cost-method.md").read_text()
