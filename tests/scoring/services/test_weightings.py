"""Weights follow judgements, and the judgements stay with the version."""

from decimal import Decimal
from fractions import Fraction

import pytest

from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage
from scoring.models import CriteriaVersion
from scoring.selectors.weightings import nodes_of
from scoring.services.criteria import lock_criteria
from scoring.services.revisions import start_revision
from scoring.services.weightings import (
    apply_weighting,
    from_comparisons,
    from_swings,
)
from scoring.services.weights import Weights, set_weights
from tests.factories import at_stage, make_criteria


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


def node(version, key=""):
    return next(each for each in nodes_of(version) if each.key == key)


def swings(node, *values):
    return {key: Decimal(value) for key, value in zip(node.keys, values, strict=True)}


def equal(node, **changes):
    ratios = {(left.key, right.key): Fraction(1) for left, right in node.pairs}
    return ratios | {tuple(pair.split("_")): value for pair, value in changes.items()}


def sums(version):
    return {each.key: each.total for each in nodes_of(version) if each.key}


def test_the_dimensions_and_each_with_two_criteria_can_be_weighed(version):
    assert [each.key for each in nodes_of(version)] == ["", "1", "2", "3", "4", "5"]
    assert node(version).total == 100
    part = node(version, "2").parts[0]
    assert (part.key, part.worst, part.best) == ("2.1", "40 min", "22 min")


def test_swings_of_the_dimensions_scale_their_criteria(officer, version):
    whole = node(version)
    derived = from_swings(whole, swings(whole, 100, 50, 25, 15, 10))

    apply_weighting(by=officer, version=version, node=whole, derived=derived)

    assert sums(version) == {"1": 50, "2": 25, "3": Decimal("12.5")} | {
        "4": Decimal("7.5"),
        "5": 5,
    }
    assert version.criteria.get(key="1.1").weight == Decimal("16.6667")
    row = version.weightings.get(node="")
    assert (row.method, row.made_by) == ("swing", officer)
    assert row.judgements == {"1": "100", "2": "50", "3": "25", "4": "15", "5": "10"}
    assert row.points["3"] == "12.5"
    entry = AuditEntry.objects.get(action="weights_judged")
    assert entry.details["judgements"] == row.judgements


def test_comparisons_within_a_dimension_keep_its_weight(officer, version):
    inner = node(version, "3")
    ratios = {
        ("3.1", "3.2"): Fraction(2),
        ("3.1", "3.3"): Fraction(2),
        ("3.2", "3.3"): Fraction(1),
    }
    derived = from_comparisons(inner, ratios)

    row = apply_weighting(by=officer, version=version, node=inner, derived=derived)

    weights = dict(
        version.criteria.filter(dimension__key="3").values_list("key", "weight")
    )
    assert weights == {"3.1": 10, "3.2": 5, "3.3": 5}
    assert row.consistency_ratio == 0
    assert row.judgements == {
        "3.1 : 3.2": "2/1",
        "3.1 : 3.3": "2/1",
        "3.2 : 3.3": "1/1",
    }
    assert not node(version, "3").asks_for_a_second_look


def test_contradicting_comparisons_are_used_and_marked(officer, version):
    inner = node(version, "3")
    ratios = {
        ("3.1", "3.2"): Fraction(9),
        ("3.2", "3.3"): Fraction(9),
        ("3.1", "3.3"): Fraction(1, 9),
    }

    apply_weighting(
        by=officer,
        version=version,
        node=inner,
        derived=from_comparisons(inner, ratios),
    )

    assert node(version, "3").asks_for_a_second_look


def test_weights_changed_by_hand_afterwards_are_told(officer, version):
    inner = node(version, "3")
    derived = from_swings(inner, swings(inner, 100, 50, 50))
    apply_weighting(by=officer, version=version, node=inner, derived=derived)
    assert not node(version, "3").is_changed_by_hand

    set_weights(
        by=officer,
        version=version,
        weights=Weights(leaves={"3.1": Decimal(12), "3.2": Decimal(3)}),
    )

    assert node(version, "3").is_changed_by_hand


@pytest.mark.parametrize(
    ("values", "code"),
    [((90, 50, 50), "swing_without_most"), ((100, 101, 0), "swings_invalid")],
)
def test_swings_that_say_nothing_are_refused(version, values, code):
    inner = node(version, "3")

    with pytest.raises(RuleBrokenError) as caught:
        from_swings(inner, swings(inner, *values))

    assert caught.value.code == code


@pytest.mark.parametrize("ratio", [Fraction(10), Fraction(1, 10)])
def test_comparisons_off_the_scale_are_refused(version, ratio):
    inner = node(version, "3")

    with pytest.raises(RuleBrokenError) as caught:
        from_comparisons(inner, equal(inner) | {("3.1", "3.2"): ratio})

    assert caught.value.code == "comparisons_invalid"


def test_judgements_of_other_criteria_are_refused(officer, version):
    inner = node(version, "3")
    derived = from_swings(inner, swings(inner, 100, 50, 50))
    set_weights(
        by=officer,
        version=version,
        weights=Weights(dimensions={"3": Decimal(25), "2": Decimal(20)}),
    )

    with pytest.raises(RuleBrokenError) as caught:
        apply_weighting(by=officer, version=version, node=inner, derived=derived)

    assert caught.value.code == "weighting_outdated"
    assert not version.weightings.exists()


def test_a_locked_version_takes_no_judgements(officer, version):
    inner = node(version, "3")
    derived = from_swings(inner, swings(inner, 100, 50, 50))
    lock_criteria(by=officer, version=version)

    with pytest.raises(RuleBrokenError) as caught:
        apply_weighting(by=officer, version=version, node=inner, derived=derived)

    assert caught.value.code == "criteria_locked"


def test_others_judge_nothing(evaluator, version):
    inner = node(version, "3")
    derived = from_swings(inner, swings(inner, 100, 50, 50))

    with pytest.raises(PermissionRefusedError):
        apply_weighting(by=evaluator, version=version, node=inner, derived=derived)

    assert not version.weightings.exists()


def test_a_later_version_keeps_the_judgements_of_the_earlier(officer, tender, version):
    inner = node(version, "3")
    derived = from_swings(inner, swings(inner, 100, 50, 50))
    apply_weighting(by=officer, version=version, node=inner, derived=derived)
    lock_criteria(by=officer, version=version)
    at_stage(tender, Stage.EVIDENCE)

    draft = start_revision(by=officer, evaluation=version.evaluation, reason="Load")

    assert draft.weightings.get().judgements == version.weightings.get().judgements
    assert draft.weightings.get().made_by == officer
