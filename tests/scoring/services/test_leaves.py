"""Criteria are added without weight, and hand their points on when they go."""

from decimal import Decimal

import pytest

from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage
from scoring.models import Assignment, CriteriaVersion, Criterion
from scoring.services.criteria import lock_criteria
from scoring.services.leaves import add_criterion, remove_criterion
from tests.factories import at_stage, make_criteria, make_quote

ANCHORS = {"anchors_en": ["a", "b", "c", "d", "e"]}


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


def weights_of(version) -> dict[str, Decimal]:
    rows = version.criteria.exclude(kind=Criterion.Kind.KNOCK_OUT)
    return dict(rows.values_list("key", "weight"))


def added(officer, version, to="2", **fields):
    dimension = version.dimensions.filter(key=to).first()
    return add_criterion(
        by=officer,
        version=version,
        dimension=dimension,
        fields={"name_en": "Warm spare"} | fields,
    )


def test_a_new_criterion_weighs_nothing_and_stands_last(officer, version):
    before = weights_of(version)

    made = added(officer, version, **ANCHORS)

    assert (made.key, made.weight, made.kind) == ("2.5", 0, "rubric")
    assert list(version.criteria.values_list("key", flat=True))[-1] == "2.5"
    assert weights_of(version) == before | {"2.5": Decimal(0)}
    entry = AuditEntry.objects.get(action="criterion_added")
    assert (entry.details["key"], entry.details["version"]) == ("2.5", 1)


def test_a_new_knock_out_stands_outside_the_dimensions(officer, version):
    made = added(officer, version, to="none")

    assert (made.key, made.dimension, made.kind) == ("K5", None, "knock_out")


def test_a_key_is_never_given_twice(officer, version):
    first = added(officer, version)
    remove_criterion(by=officer, criterion=version.criteria.get(key="2.4"))
    remove_criterion(by=officer, criterion=version.criteria.get(key="2.3"))

    second = added(officer, version)

    assert (first.key, second.key) == ("2.5", "2.6")


def test_the_others_of_the_dimension_take_over_in_proportion(officer, version):
    heirs = remove_criterion(by=officer, criterion=version.criteria.get(key="2.3"))

    # 25 points over 9 : 6 : 5, by largest remainder to four places
    assert heirs == {
        "2.1": Decimal("11.25"),
        "2.2": Decimal("7.5"),
        "2.4": Decimal("6.25"),
    }
    assert sum(weights_of(version).values()) == 100


def test_after_the_last_of_a_dimension_all_others_take_over(officer, version):
    for key in ("5.2", "5.3", "5.4"):
        remove_criterion(by=officer, criterion=version.criteria.get(key=key))
    assert weights_of(version)["5.1"] == 10

    heirs = remove_criterion(by=officer, criterion=version.criteria.get(key="5.1"))

    assert sum(weights_of(version).values()) == 100
    assert heirs["1.1"] == Decimal("11.1111")
    assert heirs["1.2"] == Decimal(10)


def test_the_last_criterion_with_a_weight_stays(officer, version):
    keys = sorted(weights_of(version), reverse=True)
    for key in keys[:-1]:
        remove_criterion(by=officer, criterion=version.criteria.get(key=key))

    with pytest.raises(RuleBrokenError) as caught:
        remove_criterion(by=officer, criterion=version.criteria.get(key=keys[-1]))

    assert caught.value.code == "criterion_last"
    assert weights_of(version) == {"1.1": Decimal(100)}


def test_nobody_is_left_to_score_a_removed_criterion(officer, evaluator, version):
    for key in ("1.2", "1.4"):
        Assignment.objects.create(
            evaluation=version.evaluation, evaluator=evaluator, criterion_key=key
        )

    remove_criterion(by=officer, criterion=version.criteria.get(key="1.2"))

    assert [row.criterion_key for row in Assignment.objects.all()] == ["1.4"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"kind": "price"}, "price_criteria_several"),
        ({"kind": "knock_out"}, "kind_fixed"),
        ({"key": "9"}, "field_unknown"),
        ({"name_en": ""}, "invalid"),
        ({"kind": "curve"}, "invalid"),
    ],
)
def test_what_does_not_work_is_not_added(officer, version, fields, code):
    with pytest.raises(RuleBrokenError) as caught:
        added(officer, version, **fields)

    assert caught.value.code == code
    assert version.criteria.count() == 22


def test_while_quotes_come_in_a_new_rubric_needs_its_anchors(officer, tender, version):
    at_stage(tender, Stage.QUOTES)

    with pytest.raises(RuleBrokenError) as caught:
        added(officer, version)

    assert caught.value.code == "anchors_missing"
    assert added(officer, version, **ANCHORS).key == "2.5"


def test_once_a_quote_can_be_read_nothing_is_added_or_removed(officer, tender, version):
    at_stage(tender, Stage.QUOTES)
    make_quote(tender)

    for change in (
        lambda: added(officer, version, **ANCHORS),
        lambda: remove_criterion(by=officer, criterion=version.criteria.get(key="2.3")),
    ):
        with pytest.raises(RuleBrokenError) as caught:
            change()
        assert caught.value.code == "quotes_read"
    assert version.criteria.count() == 22


def test_a_locked_version_keeps_its_criteria(officer, version):
    lock_criteria(by=officer, version=version)

    with pytest.raises(RuleBrokenError) as caught:
        added(officer, version, **ANCHORS)

    assert caught.value.code == "criteria_locked"


def test_only_officers_add_and_remove(version, evaluator):
    with pytest.raises(PermissionRefusedError):
        added(evaluator, version)
    with pytest.raises(PermissionRefusedError):
        remove_criterion(by=evaluator, criterion=version.criteria.get(key="2.3"))
    assert version.criteria.count() == 22
