"""What one may know of a vendor's quotes: sealed, unreleased, recused, foreign."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from catalog.models import InvitedVendor, Recusal
from catalog.selectors.vendors import listed_vendors, vendor_quotes
from tests.factories import make_quote, make_tender, make_vendor

SOON = datetime(2099, 1, 1, tzinfo=UTC)


@pytest.fixture
def vendor(db):
    return make_vendor(name="Acme")


@pytest.fixture
def quoted(tender, vendor):
    """The tender with an open quote of 16 servers at 228,400."""
    make_quote(tender, vendor=vendor)
    return tender


def rows(vendor, user):
    return [
        (row.tender.reference, row.hidden, row.total and row.total.amount)
        for row in vendor_quotes(vendor, user)
    ]


def test_an_officer_sees_the_price(quoted, vendor, officer):
    total = Decimal(16) * Decimal("228400.00")

    assert rows(vendor, officer) == [(quoted.reference, "", total)]
    assert listed_vendors(officer).get().quote_count == 1


def test_an_evaluator_sees_the_quote_without_its_price_until_released(
    quoted, vendor, evaluator
):
    assert rows(vendor, evaluator) == [(quoted.reference, "unreleased", None)]
    assert listed_vendors(evaluator).get().quote_count == 0

    quoted.prices_released_at = datetime(2026, 7, 2, tzinfo=UTC)
    quoted.save()
    assert rows(vendor, evaluator)[0][1:] == ("", Decimal(3_654_400))


def test_a_sealed_evaluation_shows_the_invitation_and_never_whether_there_is_a_quote(
    tender, vendor, officer
):
    tender.is_sealed, tender.quote_deadline = True, SOON
    tender.save()
    InvitedVendor.objects.create(tender=tender, vendor=vendor)
    before = vendor_quotes(vendor, officer)

    make_quote(tender, vendor=vendor)

    assert vendor_quotes(vendor, officer) == before
    assert rows(vendor, officer) == [(tender.reference, "sealed", None)]
    assert listed_vendors(officer).get().quote_count == 0


def test_a_sealed_quote_without_an_invitation_leaves_no_trace(tender, vendor, officer):
    tender.is_sealed, tender.quote_deadline = True, SOON
    tender.save()
    make_quote(tender, vendor=vendor)

    assert vendor_quotes(vendor, officer) == []


def test_a_foreign_evaluation_is_not_there(vendor, outsider, officer):
    foreign = make_tender()
    make_quote(foreign, vendor=vendor)
    InvitedVendor.objects.create(tender=foreign, vendor=vendor)

    assert vendor_quotes(vendor, outsider) == vendor_quotes(vendor, officer) == []
    assert listed_vendors(outsider).get().quote_count == 0


@pytest.mark.parametrize("released", [False, True])
def test_who_is_recused_sees_nothing_of_the_vendor_there(
    quoted, vendor, evaluator, officer, released
):
    if released:
        quoted.prices_released_at = datetime(2026, 7, 2, tzinfo=UTC)
        quoted.save()
    InvitedVendor.objects.create(tender=quoted, vendor=vendor)
    Recusal.objects.create(
        tender=quoted,
        user=evaluator,
        vendor=vendor,
        reason="shares",
        recorded_by=officer,
    )

    assert vendor_quotes(vendor, evaluator) == []
    assert listed_vendors(evaluator).get().quote_count == 0
