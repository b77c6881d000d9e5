"""Rates come from a file, whole or not at all, and are never rewritten."""

from datetime import date
from decimal import Decimal

import pytest

from catalog.models import ExchangeRate
from catalog.services.exchange_rates import RateFileError, import_rates
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError

ECB = b"Date, USD, CNY, \n16 November 2026, 1.0842, 7.8531, \n"
LIST = b"base,quote,rate,date,source\nEUR,USD,1.0842,2026-11-16,ECB reference\n"


def test_a_table_of_the_ecb_is_recorded_once(editor):
    first = import_rates(by=editor, content=ECB)
    again = import_rates(by=editor, content=LIST)

    assert (first.found, first.added) == (2, 2)
    assert (again.found, again.added) == (1, 0)
    usd = ExchangeRate.objects.get(quote="USD")
    assert (usd.base, usd.rate, usd.on) == (
        "EUR",
        Decimal("1.0842"),
        date(2026, 11, 16),
    )
    assert AuditEntry.objects.get().details["added"] == 2


def test_another_rate_of_the_same_day_and_source_is_refused(editor):
    import_rates(by=editor, content=ECB)

    with pytest.raises(RuleBrokenError) as refusal:
        import_rates(by=editor, content=ECB.replace(b"1.0842", b"1.0999"))

    assert refusal.value.code == "rate_differs"
    assert ExchangeRate.objects.get(quote="USD").rate == Decimal("1.0842")


def test_a_fault_leaves_nothing_behind(editor):
    broken = LIST + b"EUR,XXQ,NaN,2026-11-16,x\n"

    with pytest.raises(RateFileError) as refusal:
        import_rates(by=editor, content=broken)

    assert len(refusal.value.errors) >= 1
    assert ExchangeRate.objects.count() == AuditEntry.objects.count() == 0


@pytest.mark.parametrize("role", ["officer", "finance", "outsider"])
def test_others_import_nothing(request, role):
    with pytest.raises(PermissionRefusedError):
        import_rates(by=request.getfixturevalue(role), content=ECB)

    assert ExchangeRate.objects.count() == 0
