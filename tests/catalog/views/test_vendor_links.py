"""Links on the page of invited vendors: made, shown once, revoked; never their use."""

import re
from datetime import timedelta

import pytest

from catalog.models import Tender, VendorGuest, VendorLink, VendorVisit
from catalog.services.vendor_door.quotes import stage_vendor_file, submit_vendor_file
from procurement.audit.models import AuditChain, AuditEntry
from procurement.clock import database_now
from scoring.services.openings import turn_key
from tests.factories import make_criteria, make_vendor
from tests.pages import page
from tests.vendors import make_link, start_quotes, vendor_file, walk_in


@pytest.fixture
def quoting(tender) -> Tender:
    make_criteria(tender)
    started = start_quotes(tender, is_sealed=True, time_zone="Europe/Berlin")
    vendor = make_vendor(name="HPE", slug="hpe")
    vendor.contacts.create(name="Bids", email="bids@hpe.example", is_first=True)
    started.invitations.create(vendor=vendor)
    return started


def address(tender, more="hpe/link/"):
    return f"/evaluations/{tender.reference}/set-up/vendors/{more}"


def make(client, tender, ends, **fields):
    local = ends.astimezone(tender.zone).strftime("%Y-%m-%dT%H:%M")
    data = {"email": "bids@hpe.example", "expires_at": local, "round": "1"}
    return client.post(address(tender), data | fields)


def test_officer_makes_a_link_that_opens_the_door_and_is_shown_once(
    officer, quoting, signed_in, settings
):
    client = signed_in(officer)
    assert 'value="bids@hpe.example"' in page(client, address(quoting))

    answer = make(client, quoting, quoting.quote_deadline)

    html = answer.content.decode()
    secret = re.search(rf"{settings.SITE_URL}/door/(gpv_[\w-]{{43}})/", html)[1]
    _browser, home = walk_in(secret)
    assert home == f"/door/visits/{VendorLink.objects.get().uuid}/"
    listed = page(client, address(quoting, ""))
    assert "Valid" in listed
    assert secret not in listed + page(client, address(quoting))


def test_the_end_is_meant_in_the_zone_of_the_evaluation(officer, quoting, signed_in):
    ends = database_now().replace(second=0, microsecond=0) + timedelta(days=1)

    make(signed_in(officer), quoting, ends)

    assert VendorLink.objects.get().expires_at == ends


def test_an_end_after_the_deadline_is_refused_at_its_field(officer, quoting, signed_in):
    answer = make(
        signed_in(officer), quoting, quoting.quote_deadline + timedelta(hours=1)
    )

    assert answer.status_code == 422
    assert "outlast the deadline" in answer.content.decode().replace("&#x27;", "'")
    assert not VendorLink.objects.exists()


def test_renewing_and_revoking_end_the_link(officer, quoting, signed_in):
    client = signed_in(officer)
    make(client, quoting, quoting.quote_deadline)
    assert "The vendor has a link already." in page(client, address(quoting))

    make(client, quoting, quoting.quote_deadline)
    answer = client.post(address(quoting, "hpe/link/revoke/"), follow=True)

    assert "The link no longer works." in answer.content.decode()
    assert "Revoked" in answer.content.decode()
    assert not VendorLink.objects.usable().exists()
    assert client.post(address(quoting, "hpe/link/revoke/")).status_code == 404


def test_only_officers_make_links(
    officer, approver, observer, evaluator, outsider, quoting, signed_in
):
    make_link(quoting, quoting.invitations.get().vendor)
    statuses = {
        person.name: (
            make(signed_in(person), quoting, quoting.quote_deadline).status_code,
            signed_in(person).post(address(quoting, "hpe/link/revoke/")).status_code,
        )
        for person in (approver, observer, evaluator, outsider)
    }

    assert set(statuses.values()) == {(403, 403), (404, 404)}
    assert statuses["Otto Outsider"] == (404, 404)
    assert VendorLink.objects.usable().count() == 1


def test_a_vendor_that_is_not_invited_gets_no_link(officer, quoting, signed_in):
    make_vendor(slug="other")

    assert signed_in(officer).get(address(quoting, "other/link/")).status_code == 404


def seen_by_officer(client, tender) -> list[str]:
    """Every page on which the use of a link could show; without the forms' tokens."""
    place = f"/evaluations/{tender.reference}"
    pages = [
        "/set-up/vendors/",
        "/set-up/vendors/hpe/link/",
        "/quotes/",
        "/quotes/import/",
        "/set-up/opening/",
        "/audit/",
        "/audit/?chain=sealed",
        "/audit/accesses/",
        "/",
    ]
    htmls = [page(client, f"{place}{each}") for each in pages]
    tokens = r'"[A-Za-z0-9]{64}"|name="once" value="[0-9a-f-]{36}"'
    return [re.sub(tokens, "", html) for html in htmls]


def use(link):
    guest = VendorGuest(link)
    VendorVisit.objects.create(link=link)
    staged = stage_vendor_file(by=guest, file=vendor_file())
    return submit_vendor_file(by=guest, staged=staged)


def test_the_use_of_a_link_shows_nowhere_while_the_quotes_are_sealed(
    officer, quoting, signed_in
):
    link, _secret = make_link(quoting, quoting.invitations.get().vendor)
    client = signed_in(officer)
    before = seen_by_officer(client, quoting)

    use(link)

    assert seen_by_officer(client, quoting) == before


def test_what_vendors_did_under_the_seal_is_read_after_the_opening(
    officer, second_officer, quoting, signed_in
):
    link, _secret = make_link(quoting, quoting.invitations.get().vendor)
    quote = use(link)
    Tender.objects.update(quote_deadline=database_now())
    for person in (officer, second_officer):
        turn_key(by=person, evaluation=quoting.evaluation)

    opening = AuditEntry.objects.get(action="quotes_opened")
    head = AuditChain.objects.get(name=f"sealed-{quoting.uuid.hex}")
    assert opening.details["sealed_chain"] == {
        "chain": head.name,
        "length": 1,
        "head": head.head,
    }
    place = f"/evaluations/{quoting.reference}/audit/"
    client = signed_in(officer)
    assert "?chain=sealed" in page(client, place)
    told = page(client, f"{place}?chain=sealed&verify=1")
    assert str(quote.uuid) in told
    assert "Chain intact: 1 entry checked, no break." in told


def test_the_use_of_a_link_does_show_without_a_seal(officer, quoting, signed_in):
    """The control: the test above can fail."""
    Tender.objects.update(is_sealed=False)
    link, _secret = make_link(quoting, quoting.invitations.get().vendor)
    client = signed_in(officer)
    before = seen_by_officer(client, quoting)

    use(link)

    assert seen_by_officer(client, quoting) != before
