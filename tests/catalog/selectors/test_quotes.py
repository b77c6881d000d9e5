"""Which offers a person may read, and what stands above their prices."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from catalog.models import Quote, Recusal, ServiceLevel, Tender
from catalog.pricing.quoted import Group
from catalog.selectors.quotes import GROUP_NAMES, readable_offers
from procurement.clock import database_now
from tests.factories import make_gpu, make_quote, make_sku, make_vendor

DAY = date(2026, 11, 30)


def heads(tender, user, day=DAY):
    return [offer.head for offer in readable_offers(tender, user, day)]


def test_every_group_has_a_name():
    assert set(GROUP_NAMES) == set(Group)


def test_offers_stand_in_the_order_of_receipt(officer, tender):
    late = datetime(2026, 7, 2, tzinfo=UTC)
    make_quote(tender, vendor=make_vendor(name="Second"), received_at=late)
    make_quote(tender, vendor=make_vendor(name="First"))

    assert [head.vendor for head in heads(tender, officer)] == ["First", "Second"]


def test_head_says_what_the_quote_says(officer, tender):
    vendor = make_vendor(name="HPE")
    sku = make_sku(
        name="Cray XD670",
        gpu=make_gpu(name="H200", interconnect_gbs_bidirectional=900),
        psu_configuration="3+3",
    )
    make_quote(
        tender,
        vendor=vendor,
        delivery_weeks=Decimal(13),
        service_level=ServiceLevel.objects.create(vendor=vendor, name="Gold"),
        offers=[{"sku": sku, "rack_units": Decimal(5)}],
    )

    (head,) = heads(tender, officer)

    assert (head.vendor, head.product, head.gpu) == ("HPE", "Cray XD670", "8× H200")
    assert (head.nodes, head.gpus, head.rack_units) == (16, 128, Decimal(5))
    assert (head.service_level, head.delivery_weeks) == ("Gold", Decimal(13))
    assert (head.power_supplies, head.interconnect_gbs) == ("3+3", Decimal(900))
    assert head.late_by is None


def test_unknown_hardware_is_told_as_written(officer, tender):
    make_quote(
        tender,
        service_level_name="4 h on-site",
        offers=[{"sku_name": "XS-800", "gpu_name": "H200 SXM"}, {"name": "Bare"}],
    )

    written, bare = heads(tender, officer)

    assert (written.product, written.gpu) == ("XS-800", "8× H200 SXM")
    assert written.service_level == "4 h on-site"
    assert (bare.product, bare.gpu) == ("Bare", "8× GPU")
    assert written.interconnect_gbs is None
    assert (written.is_base, bare.is_base) == (True, False)


@pytest.mark.parametrize(
    ("valid_until", "is_expired"),
    [(date(2026, 11, 29), True), (DAY, False), (None, False)],
)
def test_a_quote_expires_after_its_last_day(officer, tender, valid_until, is_expired):
    make_quote(tender, valid_until=valid_until)

    assert [head.is_expired for head in heads(tender, officer)] == [is_expired]


def test_lateness_is_counted_from_the_deadline(officer, tender):
    make_quote(
        tender,
        received_at=tender.quote_deadline + timedelta(hours=2, minutes=14),
        lateness=Quote.Lateness.LATE,
    )

    (head,) = heads(tender, officer)

    assert head.late_by == timedelta(hours=2, minutes=14)


def test_only_the_current_version_of_the_latest_round_is_compared(officer, tender):
    vendor = make_vendor()
    old = make_quote(tender, vendor=vendor, is_current=False)
    make_quote(tender, vendor=vendor, version=2, replaces=old)
    make_quote(tender, vendor=vendor, round=2, offers=[{"name": "Best and final"}])

    (head,) = heads(tender, officer)

    assert (head.round, head.version, head.offer_name) == (2, 1, "Best and final")


def test_sealed_quotes_are_in_nobodys_rows(officer, approver, observer, tender):
    make_quote(tender)
    Tender.objects.update(is_sealed=True)

    assert [heads(tender, user) for user in (officer, approver, observer)] == [[]] * 3

    Tender.objects.update(
        opened_at=database_now(), quote_deadline=database_now() - timedelta(days=1)
    )
    assert [len(heads(tender, user)) for user in (officer, approver)] == [1, 1]


def test_opened_mark_alone_does_not_unseal_before_the_deadline(officer, tender):
    make_quote(tender)
    Tender.objects.update(
        is_sealed=True,
        opened_at=database_now(),
        quote_deadline=database_now() + timedelta(hours=1),
    )

    assert heads(tender, officer) == []


def test_hidden_prices_are_not_in_an_evaluators_rows_until_released(
    officer, evaluator, outsider, finance, tender
):
    make_quote(tender)

    assert len(heads(tender, officer)) == 1
    assert heads(tender, evaluator) == []
    assert heads(tender, outsider) == heads(tender, finance) == []

    Tender.objects.update(prices_released_at=database_now())
    assert len(heads(tender, evaluator)) == 1
    assert heads(tender, outsider) == []


def test_recused_evaluator_loses_the_vendor(officer, evaluator, tender):
    kept, lost = make_vendor(name="Kept"), make_vendor(name="Lost")
    for vendor in (kept, lost):
        make_quote(tender, vendor=vendor)
    Tender.objects.update(hides_prices=False)
    Recusal.objects.create(
        tender=tender, user=evaluator, vendor=lost, reason="x", recorded_by=officer
    )

    assert [head.vendor for head in heads(tender, evaluator)] == ["Kept"]
    assert len(heads(tender, officer)) == 2


def test_number_of_queries_does_not_grow(officer, tender, django_assert_num_queries):
    assert officer.organisation_roles
    for _ in range(3):
        make_quote(tender)
    with django_assert_num_queries(2):
        readable_offers(tender, officer, DAY)

    for _ in range(27):
        make_quote(tender)
    with django_assert_num_queries(2):
        assert len(readable_offers(tender, officer, DAY)) == 30
