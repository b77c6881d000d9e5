"""Every shipped template is whole in both languages, and could be locked as it is."""

from decimal import Decimal

import pytest

from procurement.errors import RuleBrokenError
from scoring.models import Criterion
from scoring.selectors.criteria_faults import criteria_refusals
from scoring.selectors.criteria_templates import (
    TEMPLATES,
    library,
    template,
    template_choices,
)
from tests.factories import make_criteria

KEYS = sorted(path.stem for path in TEMPLATES.glob("*.json"))


def test_the_six_templates_stand_beside_the_default(db):
    assert [key for key, _en, _zh in template_choices()] == [
        "five_dimensions",
        "hyperscale",
        "inference_fleet",
        "mid_training",
        "private_cloud",
        "research_small",
        "start_up",
    ]


@pytest.mark.parametrize("key", KEYS)
def test_a_template_makes_criteria_that_could_be_locked(tender, key):
    version = make_criteria(tender, key)

    assert list(criteria_refusals(version.criteria.all())) == []
    assert sum(row.weight for row in version.criteria.all()) == Decimal(100)
    assert version.criteria.filter(kind=Criterion.Kind.PRICE).count() == 1
    assert version.criteria.filter(dimension=None).exists()
    assert not version.dimensions.filter(criteria=None).exists()


@pytest.mark.parametrize("key", KEYS)
def test_a_template_says_everything_in_both_languages(key):
    found = template(key)

    texts = [found, *found["dimensions"], *found["criteria"]]
    assert [row for row in texts if not row["name_en"] or not row["name_zh"]] == []
    for row in found["criteria"]:
        assert row["help_en"]
        assert row["help_zh"]
        if row["kind"] == "rubric":
            assert all(map(str.strip, row["anchors_en"] + row["anchors_zh"]))
            assert len(row["anchors_en"]) == len(row["anchors_zh"]) == 5
            assert len(set(row["anchors_en"])) == len(set(row["anchors_zh"])) == 5


@pytest.mark.parametrize(
    "key", ["", "..", "../demonstration", "own:x", "own:" + "0" * 32]
)
def test_a_key_that_is_none_names_no_template(db, key):
    with pytest.raises(RuleBrokenError) as caught:
        template(key)

    assert caught.value.code == "template_unknown"


def test_the_library_holds_each_shipped_criterion_once(db):
    entries = library()

    ids = [entry.id for entry in entries]
    assert len(set(ids)) == len(ids) == 22 + 31
    assert all(entry.name for entry in entries)
    assert not any("weight" in entry.fields for entry in entries)
