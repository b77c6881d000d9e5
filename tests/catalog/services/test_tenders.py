"""A tender is made, edited while set up, and moved by services only."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from catalog.models import Tender
from catalog.services.tenders import (
    TenderIdentity,
    TenderTerms,
    create_tender,
    edit_tender,
    set_stage,
)
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import (
    PermissionRefusedError,
    Role,
    Stage,
    WrongStageError,
)
from tests.factories import make_quote


def terms(**fields):
    defaults = {
        "title": "Cluster",
        "currency": "USD",
        "nodes": 16,
        "quote_deadline": database_now() + timedelta(days=20),
    }
    return TenderTerms(**(defaults | fields))


def terms_of(tender, **changes):
    names = TenderTerms.__dataclass_fields__
    held = TenderTerms(**{name: getattr(tender, name) for name in names})
    return replace(held, **changes)


def test_officer_makes_a_tender_and_is_its_first_officer(officer):
    made = create_tender(by=officer, terms=terms(budget=Decimal("5600000.00")))

    assert made.reference == f"EV-{database_now().year}-001"
    assert made.stage == Stage.SETUP
    assert [(m.user, m.role) for m in made.members.all()] == [(officer, Role.OFFICER)]
    entry = AuditEntry.objects.get(chain__name=str(made.uuid))
    assert entry.action == "tender_created"
    assert entry.details["budget"] == "5600000"


def test_references_count_on_from_the_highest(officer):
    year = database_now().year
    create_tender(
        by=officer, terms=terms(), identity=TenderIdentity(reference=f"EV-{year}-014")
    )

    assert create_tender(by=officer, terms=terms()).reference == f"EV-{year}-015"


def test_outsider_makes_no_tender(outsider):
    with pytest.raises(PermissionRefusedError):
        create_tender(by=outsider, terms=terms())

    assert not Tender.objects.exists()


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"currency": "XXX"}, "currency"),
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"nodes": 0}, None),
        ({"budget": Decimal(-1)}, None),
    ],
)
def test_terms_that_make_no_sense_are_refused(officer, fields, field):
    with pytest.raises(RuleBrokenError) as refusal:
        create_tender(by=officer, terms=terms(**fields))

    assert refusal.value.field == field
    assert not Tender.objects.exists()


def test_deadline_lies_ahead_except_in_the_demonstration(officer):
    past = terms(quote_deadline=database_now() - timedelta(days=1))

    with pytest.raises(RuleBrokenError, match="must lie ahead"):
        create_tender(by=officer, terms=past)
    invented = TenderIdentity(is_invented=True)
    assert create_tender(by=officer, terms=past, identity=invented).is_invented


def test_everything_can_be_edited_in_setup_and_the_audit_holds_both_values(
    officer, tender
):
    edited = edit_tender(
        by=officer, tender=tender, terms=terms_of(tender, nodes=32, is_sealed=True)
    )

    assert (edited.nodes, edited.is_sealed) == (32, True)
    entry = AuditEntry.objects.get(action="tender_edited")
    assert entry.details == {"nodes": [16, 32], "is_sealed": [False, True]}


def test_editing_nothing_leaves_no_audit_entry(officer, tender):
    edit_tender(by=officer, tender=tender, terms=terms_of(tender))

    assert not AuditEntry.objects.exists()


def test_currency_stays_while_rates_are_frozen(officer, tender):
    tender.rates.create(currency="EUR", rate=1, on="2026-11-16", source="ECB")

    with pytest.raises(RuleBrokenError, match="Remove the frozen rates first"):
        edit_tender(by=officer, tender=tender, terms=terms_of(tender, currency="CNY"))


def test_seal_is_never_taken_off_quotes(officer, tender):
    tender.is_sealed = True
    tender.save()
    make_quote(tender)

    with pytest.raises(RuleBrokenError, match="seal stays"):
        edit_tender(by=officer, tender=tender, terms=terms_of(tender, is_sealed=False))

    tender.refresh_from_db()
    assert tender.is_sealed


@pytest.mark.parametrize(
    "change", [{"currency": "EUR"}, {"is_sealed": True}, {"hides_prices": False}]
)
def test_terms_are_fixed_once_quotes_are_asked_for(officer, tender, change):
    tender.stage = Stage.QUOTES
    tender.save()

    with pytest.raises(RuleBrokenError, match="fixed since quotes are asked for"):
        edit_tender(by=officer, tender=tender, terms=terms_of(tender, **change))


def test_deadline_moves_only_later_while_quotes_come_in(officer, tender):
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() + timedelta(days=2)
    tender.save()
    later = tender.quote_deadline + timedelta(days=1)
    earlier = tender.quote_deadline - timedelta(days=1)

    edited = edit_tender(
        by=officer, tender=tender, terms=terms_of(tender, quote_deadline=later)
    )
    assert edited.quote_deadline == later
    with pytest.raises(RuleBrokenError, match="only be moved to a later time"):
        edit_tender(
            by=officer, tender=tender, terms=terms_of(tender, quote_deadline=earlier)
        )


def test_a_passed_deadline_stays(officer, tender):
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() - timedelta(seconds=1)
    tender.save()
    later = database_now() + timedelta(days=1)

    with pytest.raises(RuleBrokenError, match="has passed"):
        edit_tender(
            by=officer, tender=tender, terms=terms_of(tender, quote_deadline=later)
        )


def test_nothing_is_edited_once_evidence_is_gathered(officer, tender):
    tender.stage = Stage.EVIDENCE
    tender.save()

    with pytest.raises(WrongStageError):
        edit_tender(by=officer, tender=tender, terms=terms_of(tender, title="New"))


def test_stage_moves_and_the_audit_says_from_where(officer, tender):
    moved = set_stage(by=officer, tender=tender, stage=Stage.QUOTES, reason="ready")

    assert (moved.stage, Tender.objects.get().stage) == (Stage.QUOTES, Stage.QUOTES)
    entry = AuditEntry.objects.get(action="stage_moved")
    assert entry.details == {"from": "setup", "to": "quotes", "reason": "ready"}


def test_stage_moved_by_someone_else_meanwhile_is_a_conflict(officer, tender):
    Tender.objects.update(stage=Stage.QUOTES)

    with pytest.raises(ConflictError, match="Quotes"):
        set_stage(by=officer, tender=tender, stage=Stage.QUOTES)


def test_evaluator_moves_no_stage(evaluator, tender):
    with pytest.raises(PermissionRefusedError):
        set_stage(by=evaluator, tender=tender, stage=Stage.QUOTES)

    assert Tender.objects.get().stage == Stage.SETUP


def test_publishing_waits_for_the_decision(officer, tender):
    with pytest.raises(WrongStageError):
        set_stage(by=officer, tender=tender, stage=Stage.PUBLISHED)
