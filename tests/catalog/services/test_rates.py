"""Exchange rates are frozen per tender, each with its day and source."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from catalog.models import ExchangeRate, TenderRate
from catalog.services.rates import (
    RateTerms,
    freeze_catalogue_rates,
    freeze_rate,
    remove_rate,
)
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError

DAY = date(2026, 11, 16)


def euro(**fields):
    defaults = {
        "currency": "EUR",
        "rate": Decimal("1.0842"),
        "on": DAY,
        "source": "ECB reference",
    }
    return RateTerms(**(defaults | fields))


def test_rate_is_frozen_with_its_day_and_source(officer, tender):
    freeze_rate(by=officer, tender=tender, terms=euro())

    rate = TenderRate.objects.get()
    assert (rate.currency, rate.rate, rate.on) == ("EUR", Decimal("1.0842"), DAY)
    tender.refresh_from_db()
    assert tender.rates_frozen_on == DAY


def test_correction_keeps_one_rate_and_the_audit_holds_the_old(officer, tender):
    freeze_rate(by=officer, tender=tender, terms=euro(rate=Decimal("10.842")))
    freeze_rate(by=officer, tender=tender, terms=euro())

    assert TenderRate.objects.get().rate == Decimal("1.0842")
    entry = AuditEntry.objects.last()
    assert (entry.details["was"], entry.details["rate"]) == ("10.842", "1.0842")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"currency": "USD"}, "own_currency"),
        ({"currency": "EURO"}, "invalid"),
        ({"rate": Decimal(0)}, "invalid"),
        ({"on": date(2999, 1, 1)}, "rate_ahead"),
        ({"source": " "}, "invalid"),
    ],
)
def test_a_rate_that_makes_no_sense_is_refused(officer, tender, fields, code):
    with pytest.raises(RuleBrokenError) as refusal:
        freeze_rate(by=officer, tender=tender, terms=euro(**fields))

    assert refusal.value.code == code
    assert not TenderRate.objects.exists()


def test_evaluator_freezes_nothing(evaluator, tender):
    with pytest.raises(PermissionRefusedError):
        freeze_rate(by=evaluator, tender=tender, terms=euro())

    assert not TenderRate.objects.exists()


def test_newest_catalogue_rate_not_after_the_day_is_copied(officer, tender):
    for day, rate in [(1, "1.07"), (16, "1.0842"), (17, "1.09")]:
        ExchangeRate.objects.create(
            base="EUR", quote="USD", rate=rate, on=date(2026, 11, day), source="ECB"
        )

    frozen = freeze_catalogue_rates(by=officer, tender=tender, on=DAY)

    assert [(r.currency, r.rate, r.on) for r in frozen] == [
        ("EUR", Decimal("1.0842"), DAY)
    ]


def test_a_pair_the_other_way_round_is_inverted_and_says_so(officer, tender):
    ExchangeRate.objects.create(
        base="USD", quote="JPY", rate="154.32", on=DAY, source="ECB"
    )

    (rate,) = freeze_catalogue_rates(by=officer, tender=tender, on=DAY)

    assert rate.rate == Decimal("0.006480041472")
    assert rate.source == "ECB (1 USD = 154.32 JPY)"


def test_a_later_catalogue_rate_changes_no_frozen_one(officer, tender):
    freeze_rate(by=officer, tender=tender, terms=euro())
    ExchangeRate.objects.create(
        base="EUR", quote="USD", rate="1.2", on=DAY, source="ECB"
    )

    assert freeze_catalogue_rates(by=officer, tender=tender, on=DAY) == []
    assert TenderRate.objects.get().rate == Decimal("1.0842")


def test_rates_lock_when_sealed_quotes_are_opened_but_a_missing_one_is_added(
    officer, tender
):
    freeze_rate(by=officer, tender=tender, terms=euro())
    tender.stage = Stage.QUOTES
    tender.is_sealed = True
    tender.quote_deadline = database_now() - timedelta(days=1)
    tender.opened_at = database_now()
    tender.save()

    with pytest.raises(RuleBrokenError, match="rates are locked"):
        freeze_rate(by=officer, tender=tender, terms=euro(rate=Decimal(2)))
    with pytest.raises(RuleBrokenError, match="rates are locked"):
        remove_rate(by=officer, rate=TenderRate.objects.get())
    freeze_rate(
        by=officer, tender=tender, terms=euro(currency="CNY", rate=Decimal("0.14085"))
    )
    assert TenderRate.objects.count() == 2


def test_while_evidence_is_gathered_only_a_missing_rate_is_added(officer, tender):
    freeze_rate(by=officer, tender=tender, terms=euro())
    tender.stage = Stage.EVIDENCE
    tender.save()

    freeze_rate(
        by=officer, tender=tender, terms=euro(currency="CNY", rate=Decimal("0.14085"))
    )
    with pytest.raises(RuleBrokenError, match="rates are locked"):
        freeze_rate(by=officer, tender=tender, terms=euro(rate=Decimal(2)))
    with pytest.raises(WrongStageError):
        freeze_catalogue_rates(by=officer, tender=tender, on=DAY)


def test_removed_rate_leaves_the_audit_and_no_date(officer, tender):
    rate = freeze_rate(by=officer, tender=tender, terms=euro())

    remove_rate(by=officer, rate=rate)

    tender.refresh_from_db()
    assert tender.rates_frozen_on is None
    assert AuditEntry.objects.last().action == "rate_removed"
