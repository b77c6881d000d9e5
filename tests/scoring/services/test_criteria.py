"""Criteria come from a template, change exactly, and lock for good."""

from decimal import Decimal

import pytest

from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from scoring.models import CriteriaVersion, Criterion
from scoring.selectors.criteria_templates import template, template_choices
from scoring.services.criteria import (
    create_from_template,
    edit_criteria,
    lock_criteria,
)
from tests.factories import at_stage, make_criteria, make_quote


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


def weights_of(version) -> dict[str, Decimal]:
    rows = version.criteria.exclude(kind=Criterion.Kind.KNOCK_OUT)
    return dict(rows.values_list("key", "weight"))


def refusal(code: str, call, **words) -> RuleBrokenError:
    """Make the call, which must be refused; nothing may be recorded."""
    before = AuditEntry.objects.count()
    with pytest.raises(RuleBrokenError) as caught:
        call(**words)
    assert caught.value.code == code
    assert AuditEntry.objects.count() == before
    return caught.value


def test_the_five_dimensions_weigh_30_25_20_15_10(version):
    sums = {
        row.key: sum(leaf.weight for leaf in row.criteria.all())
        for row in version.dimensions.all()
    }

    assert sums == {"1": 30, "2": 25, "3": 20, "4": 15, "5": 10}
    assert version.criteria.count() == 22
    assert {row.key for row in version.criteria.filter(dimension=None)} == {
        "K1",
        "K2",
        "K3",
        "K4",
    }
    assert template_choices()[0][0] == "five_dimensions"


def test_each_criterion_has_both_languages(version):
    for row in version.criteria.all():
        assert row.name_en
        assert row.name_zh
        if row.kind == Criterion.Kind.RUBRIC:
            assert all(row.anchors_en)
            assert all(row.anchors_zh)


def test_an_evaluation_takes_one_template(officer, tender, version):
    refusal(
        "criteria_exist",
        create_from_template,
        by=officer,
        evaluation=tender.evaluation,
        key="five_dimensions",
    )


@pytest.mark.parametrize("key", ["nothing", "../story", "../../settings", "a\0b", ""])
def test_no_file_but_a_template_is_read(db, key):
    with pytest.raises(RuleBrokenError) as caught:
        template(key)

    assert caught.value.code == "template_unknown"


def test_weights_that_give_exactly_100_are_accepted(officer, version):
    points = {"1.1": "28.4", "2.1": "35.8", "3.1": "35.8"}
    changes = {
        key: {"weight": Decimal(points.get(key, 0))} for key in weights_of(version)
    }

    edit_criteria(by=officer, version=version, changes=changes)

    assert {key: value for key, value in weights_of(version).items() if value} == {
        key: Decimal(value) for key, value in points.items()
    }


def test_three_times_33_33_is_refused_with_what_is_missing(officer, version):
    before = weights_of(version)
    points = dict.fromkeys(("1.1", "2.1", "3.1"), "33.33")
    changes = {key: {"weight": Decimal(points.get(key, 0))} for key in before}

    error = refusal(
        "weights_not_hundred",
        edit_criteria,
        by=officer,
        version=version,
        changes=changes,
    )

    assert error.message == "The weights give 99.99, not exactly 100: 0.01 is missing."
    assert error.field == "weight"
    assert weights_of(version) == before


def test_too_much_is_said_as_too_much(officer, version):
    error = refusal(
        "weights_not_hundred",
        edit_criteria,
        by=officer,
        version=version,
        changes={"1.1": {"weight": Decimal("10.0001")}},
    )

    assert error.message == (
        "The weights give 100.0001, not exactly 100: 0.0001 too much."
    )


@pytest.mark.parametrize("weight", ["-1", "10.00001", "NaN", "Infinity", "1E+3"])
def test_a_weight_that_is_none_is_refused(officer, version, weight):
    before = weights_of(version)

    with pytest.raises(RuleBrokenError) as caught:
        edit_criteria(
            by=officer, version=version, changes={"1.1": {"weight": Decimal(weight)}}
        )

    assert caught.value.field == "weight"
    assert weights_of(version) == before


def test_an_edit_is_recorded_with_what_it_changed_only(officer, version):
    edit_criteria(
        by=officer,
        version=version,
        changes={"1.2": {"name_en": "Largest model", "unit": ""}},
    )

    entry = AuditEntry.objects.latest("id")
    assert entry.action == "criteria_edited"
    assert entry.details == {
        "version": 1,
        "changes": {
            "1.2": {
                "name_en": {
                    "from": "Largest model trained without offload",
                    "to": "Largest model",
                }
            }
        },
    }


def test_an_edit_that_changes_nothing_is_not_recorded(officer, version):
    before = AuditEntry.objects.count()

    edit_criteria(by=officer, version=version, changes={"1.2": {"unit": ""}})

    assert AuditEntry.objects.count() == before


@pytest.mark.parametrize(
    ("key", "fields", "code"),
    [
        ("9.9", {"unit": "x"}, "criterion_unknown"),
        ("1.2", {"key": "9.9"}, "field_unknown"),
        ("1.2", {"kind": "knock_out"}, "kind_fixed"),
        ("K1", {"kind": "rubric"}, "kind_fixed"),
        ("1.2", {"kind": "price"}, "price_criteria_several"),
        ("K1", {"weight": Decimal(1)}, "knock_out_weight"),
    ],
)
def test_what_does_not_fit_is_refused(officer, version, key, fields, code):
    refusal(code, edit_criteria, by=officer, version=version, changes={key: fields})


def test_a_rubric_may_become_a_curve_while_in_set_up(officer, version):
    edit_criteria(
        by=officer,
        version=version,
        changes={
            "1.2": {
                "kind": "curve",
                "score_1_at": Decimal(7),
                "score_5_at": Decimal(70),
            }
        },
    )

    assert version.criteria.get(key="1.2").kind == Criterion.Kind.CURVE


@pytest.mark.parametrize(
    "role", ["evaluator", "approver", "observer", "finance", "auditor", "outsider"]
)
def test_only_officers_of_the_evaluation_change_criteria(request, version, role):
    with pytest.raises(PermissionRefusedError):
        edit_criteria(
            by=request.getfixturevalue(role),
            version=version,
            changes={"1.2": {"unit": "B"}},
        )

    assert version.criteria.get(key="1.2").unit == ""


@pytest.mark.parametrize(
    "stage",
    [
        Stage.EVIDENCE,
        Stage.SCORING,
        Stage.MODERATION,
        Stage.DECISION,
        Stage.PUBLISHED,
        Stage.CANCELLED,
    ],
)
def test_criteria_do_not_change_after_quotes_closed(officer, tender, version, stage):
    at_stage(tender, stage)

    with pytest.raises(WrongStageError):
        edit_criteria(by=officer, version=version, changes={"1.2": {"unit": "B"}})
    with pytest.raises(WrongStageError):
        lock_criteria(by=officer, version=version)

    assert version.criteria.get(key="1.2").unit == ""


def test_nobody_who_can_read_a_quote_changes_the_rules(officer, tender, version):
    at_stage(tender, Stage.QUOTES)
    make_quote(tender)

    refusal(
        "quotes_read",
        edit_criteria,
        by=officer,
        version=version,
        changes={"1.2": {"unit": "B"}},
    )


def test_sealed_quotes_do_not_hinder_an_edit(officer, tender, version):
    tender.is_sealed = True
    tender.save()
    at_stage(tender, Stage.QUOTES)
    make_quote(tender)

    edit_criteria(by=officer, version=version, changes={"1.2": {"unit": "B"}})

    assert version.criteria.get(key="1.2").unit == "B"


def test_while_quoting_anchors_can_be_changed_but_not_emptied(officer, tender, version):
    at_stage(tender, Stage.QUOTES)
    gap = ["a", "b", " ", "d", "e"]

    error = refusal(
        "anchors_missing",
        edit_criteria,
        by=officer,
        version=version,
        changes={"1.2": {"anchors_en": gap}},
    )

    assert error.message == (
        "Criterion 1.2 lacks a written anchor for each score of 1 to 5."
    )


def test_a_locked_version_does_not_change_nor_lock_again(officer, version):
    lock_criteria(by=officer, version=version)

    assert version.is_locked
    assert version.locked_by == officer
    refusal(
        "criteria_locked",
        edit_criteria,
        by=officer,
        version=version,
        changes={"1.2": {"unit": "B"}},
    )
    refusal("criteria_locked", lock_criteria, by=officer, version=version)


def test_a_gap_in_the_anchors_keeps_a_version_from_being_locked(officer, version):
    edit_criteria(
        by=officer,
        version=version,
        changes={"1.2": {"anchors_en": ["", "", "", "", ""]}},
    )

    refusal("anchors_missing", lock_criteria, by=officer, version=version)

    version.refresh_from_db()
    assert not version.is_locked
