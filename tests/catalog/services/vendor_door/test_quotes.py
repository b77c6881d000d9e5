"""Vendors submit their own quotes: one result each, and nothing seen of another."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.files.storage import default_storage
from django.db import connection, transaction

from catalog.models import Quote, StagedQuote, Tender, VendorGuest, VendorLink
from catalog.services.quote_files import QuoteFileError, import_quote
from catalog.services.quote_terms import ImportChoices, QuoteFile
from catalog.services.vendor_door.links import revoke_vendor_link
from catalog.services.vendor_door.quotes import (
    discard_vendor_file,
    stage_vendor_file,
    submit_vendor_file,
)
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Stage
from tests.concurrency import Waiting, together
from tests.factories import make_round, make_sku, make_vendor
from tests.vendors import make_guest, start_quotes, vendor_file


@pytest.fixture
def quoting(tender) -> Tender:
    return start_quotes(tender, is_sealed=True)


@pytest.fixture
def hpe(quoting) -> VendorGuest:
    return make_guest(quoting, make_vendor(name="HPE", slug="hpe"))


@pytest.fixture
def dell(quoting) -> VendorGuest:
    return make_guest(quoting, make_vendor(name="Dell", slug="dell"))


def fresh(guest: VendorGuest) -> VendorGuest:
    """The same guest as another request would load it."""
    rows = VendorLink.objects.select_related("invitation__tender", "invitation__vendor")
    return VendorGuest(rows.get(pk=guest.link.pk))


def submit(guest: VendorGuest, *arguments, **fields) -> Quote:
    staged = stage_vendor_file(by=guest, file=vendor_file(*arguments, **fields))
    return submit_vendor_file(by=guest, staged=staged)


def refused(call) -> str:
    with pytest.raises(RuleBrokenError) as refusal:
        call()
    return refusal.value.code


def stored() -> set[str]:
    if not default_storage.exists("quotes"):
        return set()
    return set(default_storage.listdir("quotes")[1])


def test_a_vendors_quote_is_its_links_and_nobodys_else(hpe):
    before = database_now()

    quote = submit(hpe, "205497.14")

    quote.refresh_from_db()
    assert (quote.vendor, quote.link, quote.recorded_by) == (hpe.vendor, hpe.link, None)
    assert (quote.version, quote.is_current) == (1, True)
    assert quote.lateness == Quote.Lateness.IN_TIME
    assert before < quote.received_at < database_now()
    line = quote.offers.get().lines.get()
    assert line.unit_price == Decimal("205497.14")
    with quote.file.open("rb") as kept:
        assert kept.read() == vendor_file("205497.14").content
    assert len(quote.file_sha256) == 64
    assert not StagedQuote.objects.exists()


def test_only_a_server_of_that_name_is_taken_however_it_is_written(hpe, dell):
    near = make_sku(name="XS-800 Plus")
    assert submit(hpe).offers.get().sku is None

    exact = make_sku(name="xs 800")
    assert submit(dell, "1.00").offers.get().sku == exact
    assert near.offers.count() == 0


def test_a_later_file_replaces_and_keeps_the_earlier_one(hpe):
    first, second = submit(hpe, "10.00"), submit(hpe, "9.00")

    first.refresh_from_db()
    assert (first.is_current, second.is_current) == (False, True)
    assert (second.version, second.replaces) == (2, first)
    assert default_storage.exists(first.file.name)


def test_nothing_is_submitted_before_the_vendor_says_so(hpe):
    staged = stage_vendor_file(by=hpe, file=vendor_file())
    assert not Quote.objects.exists()

    discard_vendor_file(by=hpe, staged=staged)
    assert not StagedQuote.objects.exists()
    assert refused(lambda: submit_vendor_file(by=hpe, staged=staged)) == "nothing_waits"
    assert not Quote.objects.exists()


def test_another_upload_takes_the_place_of_the_waiting_one(hpe):
    first = stage_vendor_file(by=hpe, file=vendor_file("1.00"))
    second = stage_vendor_file(by=hpe, file=vendor_file("2.00"))

    assert StagedQuote.objects.get() == second
    assert refused(lambda: submit_vendor_file(by=hpe, staged=first)) == "nothing_waits"


def test_faults_name_cell_and_value_to_their_own_author_even_while_sealed(hpe):
    file = vendor_file()
    content = file.content.replace(b"205497.14", b"1.234")
    before = stored()

    with pytest.raises(QuoteFileError) as refusal:
        stage_vendor_file(by=hpe, file=type(file)(name="q.csv", content=content))

    (error,) = refusal.value.errors
    assert "1.234" in error.text
    assert error.cell
    assert stored() == before


def test_the_round_is_that_of_the_link(hpe, quoting):
    assert refused(lambda: submit(hpe, round_number=2)) == "other_round"

    make_round(quoting, [hpe.vendor])
    second = make_guest(quoting, hpe.vendor, round=2)
    assert submit(second, round_number=2).round == 2
    assert refused(lambda: submit(second, "7.00")) == "other_round"
    assert Quote.objects.count() == 1


def test_a_file_for_another_evaluation_is_refused(hpe):
    assert refused(lambda: submit(hpe, tender="EV-2026-999")) == "other_tender"
    assert not Quote.objects.exists()


@pytest.mark.parametrize(
    ("accepts", "lateness"), [(False, None), (True, Quote.Lateness.LATE)]
)
def test_after_the_deadline_the_policy_refuses_or_marks(hpe, accepts, lateness):
    staged = stage_vendor_file(by=hpe, file=vendor_file())
    Tender.objects.update(
        quote_deadline=database_now() - timedelta(seconds=1),
        accepts_late_quotes=accepts,
    )
    guest = fresh(hpe)

    if accepts:
        assert submit_vendor_file(by=guest, staged=staged).lateness == lateness
        return
    assert (
        refused(lambda: submit_vendor_file(by=guest, staged=staged))
        == "deadline_passed"
    )
    assert refused(lambda: submit(guest)) == "deadline_passed"
    assert not Quote.objects.exists()


def test_the_same_content_counts_once_for_one_vendor(hpe):
    submit(hpe)

    assert refused(lambda: submit(hpe)) == "duplicate_file"
    assert Quote.objects.count() == 1


def test_the_same_content_of_another_vendor_says_nothing(hpe, dell):
    first, second = submit(hpe), submit(dell)

    assert first.file_sha256 == second.file_sha256
    assert (first.version, second.version) == (1, 1)
    assert first.file.name != second.file.name


def test_an_officer_learns_of_a_file_that_came_by_a_link_already(hpe, officer, quoting):
    Tender.objects.update(is_sealed=False)
    submit(hpe)
    choices = ImportChoices(vendor=hpe.vendor, skus={}, replaces_current=True)

    assert (
        refused(
            lambda: import_quote(
                by=officer, tender=quoting, file=vendor_file(), choices=choices
            )
        )
        == "duplicate_file"
    )


def test_no_refusal_tells_an_officer_of_a_sealed_file(hpe, officer, quoting):
    """The same bytes replace without a word, as any quote does under the seal."""
    submit(hpe)
    choices = ImportChoices(vendor=hpe.vendor, skus={})

    again = import_quote(
        by=officer, tender=quoting, file=vendor_file(), choices=choices
    )

    assert (again.version, again.recorded_by, again.link) == (2, officer, None)
    assert Quote.objects.get(version=1).is_current is False
    assert (
        refused(
            lambda: import_quote(
                by=officer, tender=quoting, file=vendor_file(), choices=choices
            )
        )
        == "duplicate_file"
    )


def test_a_link_may_have_thirty_files_read_in_a_window(hpe, dell):
    outcomes = []
    for _number in range(32):
        try:
            stage_vendor_file(by=hpe, file=QuoteFile(name="x", content=b""))
        except RuleBrokenError as refusal:
            outcomes.append(refusal.code)

    assert outcomes == ["quote_file_errors"] * 30 + ["throttled"] * 2
    assert stage_vendor_file(by=dell, file=vendor_file()).file_name == "quote.csv"


def test_another_vendors_waiting_file_is_neither_submitted_nor_discarded(hpe, dell):
    staged = stage_vendor_file(by=hpe, file=vendor_file())

    assert (
        refused(lambda: submit_vendor_file(by=dell, staged=staged)) == "nothing_waits"
    )
    discard_vendor_file(by=dell, staged=staged)

    assert StagedQuote.objects.get() == staged
    assert not Quote.objects.exists()


@pytest.mark.parametrize("end", ["revoked", "expired", "stage"])
def test_an_ended_link_takes_nothing(hpe, officer, end):
    staged = stage_vendor_file(by=hpe, file=vendor_file())
    if end == "revoked":
        revoke_vendor_link(by=officer, link=hpe.link)
    elif end == "expired":
        VendorLink.objects.update(expires_at=database_now())
    else:
        Tender.objects.update(stage=Stage.SCORING)

    for call in (
        lambda: submit(hpe),
        lambda: submit_vendor_file(by=hpe, staged=staged),
        lambda: discard_vendor_file(by=hpe, staged=staged),
    ):
        assert refused(call) == "link_ended"
    assert not Quote.objects.exists()


def test_a_sealed_quote_is_told_by_its_hashes_in_the_sealed_chain_only(hpe):
    quote = submit(hpe)
    tender = quote.tender

    entry = AuditEntry.objects.get(chain__name=f"sealed-{tender.uuid.hex}")
    assert entry.action == "sealed_quote_recorded"
    assert entry.details == {
        "quote": str(quote.uuid),
        "content_sha256": quote.content_sha256,
        "file_sha256": quote.file_sha256,
    }
    main = AuditEntry.objects.filter(chain__name=str(tender.uuid))
    assert list(main.values_list("action", flat=True)) == ["vendor_link_made"]


def test_an_open_quote_is_told_in_the_evaluations_own_chain(hpe):
    Tender.objects.update(is_sealed=False)

    quote = submit(fresh(hpe))

    entry = AuditEntry.objects.latest("pk")
    assert entry.chain.name == str(quote.tender.uuid)
    assert (entry.action, entry.actor_name) == ("quote_recorded", "HPE")


@pytest.mark.django_db(transaction=True)
def test_two_vendors_who_wait_over_the_deadline_are_both_late(hpe, dell):
    """Both pressed in time, but the clock is read when their turn has come."""
    staged = {
        guest: stage_vendor_file(by=guest, file=vendor_file()) for guest in (hpe, dell)
    }
    calls = [
        Waiting(lambda g=guest: submit_vendor_file(by=g, staged=staged[g]))
        for guest in staged
    ]
    with transaction.atomic():
        tender = Tender.objects.select_for_update().get()
        for call in calls:
            call.start()
        Tender.objects.filter(pk=tender.pk).update(quote_deadline=database_now())

    assert [call.finish() for call in calls] == ["deadline_passed"] * 2
    assert not Quote.objects.exists()
    assert StagedQuote.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_vendors_at_the_deadline_second_get_one_result_each(hpe, dell):
    """On whatever side of it they fall: the rows say the same as the answers."""
    staged = {
        guest: stage_vendor_file(by=guest, file=vendor_file()) for guest in (hpe, dell)
    }
    deadline = database_now() + timedelta(milliseconds=30)
    Tender.objects.update(quote_deadline=deadline)
    with connection.cursor() as cursor:
        cursor.execute("select pg_sleep(0.025)")

    outcomes = together(
        *[
            lambda g=guest: submit_vendor_file(by=g, staged=staged[g])
            for guest in staged
        ]
    )

    recorded = [outcome for outcome in outcomes if isinstance(outcome, Quote)]
    refusals = [outcome for outcome in outcomes if not isinstance(outcome, Quote)]
    assert set(refusals) <= {"deadline_passed"}
    assert Quote.objects.count() == len(recorded)
    assert StagedQuote.objects.count() == len(refusals)
    assert all(quote.received_at <= deadline for quote in recorded)
    assert all(quote.lateness == Quote.Lateness.IN_TIME for quote in recorded)


@pytest.mark.django_db(transaction=True)
def test_two_vendors_in_time_are_both_recorded_at_once(hpe, dell):
    outcomes = together(lambda: submit(hpe), lambda: submit(dell))

    assert [type(outcome) for outcome in outcomes] == [Quote, Quote]
    assert {quote.vendor.name for quote in Quote.objects.all()} == {"HPE", "Dell"}


@pytest.mark.django_db(transaction=True)
def test_one_vendor_that_submits_twice_at_once_has_one_quote(hpe):
    staged = stage_vendor_file(by=hpe, file=vendor_file())

    outcomes = together(*[lambda: submit_vendor_file(by=fresh(hpe), staged=staged)] * 2)

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Quote", "str"]
    assert "nothing_waits" in outcomes
    assert Quote.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_no_vendor_waits_for_another(hpe, dell):
    staged = stage_vendor_file(by=dell, file=vendor_file())
    with transaction.atomic():
        hpe.link.invitation.__class__.objects.select_for_update(no_key=True).get(
            pk=hpe.link.invitation_id
        )
        (outcome,) = together(lambda: submit_vendor_file(by=dell, staged=staged))

    assert isinstance(outcome, Quote)


@pytest.mark.django_db(transaction=True)
def test_a_file_is_either_before_the_opening_or_after_it(hpe, officer, second_officer):
    """An upload that meets the opening waits for it, and is late then."""
    staged = stage_vendor_file(by=hpe, file=vendor_file())
    late = Waiting(lambda: submit_vendor_file(by=hpe, staged=staged))
    with transaction.atomic():
        Tender.objects.select_for_update().get()
        late.start()
        now = database_now()
        Tender.objects.update(quote_deadline=now, opened_at=now)

    assert late.finish() == "deadline_passed"
    assert not Quote.objects.exists()
