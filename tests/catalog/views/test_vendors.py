"""The vendor pages: what they tell, to whom, and the editors' forms."""

import re
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.models import Depot, InvitedVendor, RiskFlag, ServiceLevel, Vendor
from procurement.audit.models import AccessEntry, AuditEntry
from procurement.permissions import Role
from tests.concurrency import together
from tests.factories import (
    add_member,
    make_manufacturer,
    make_quote,
    make_run_set,
    make_sku,
    make_tender,
    make_vendor,
)
from tests.pages import page

LIST = "/vendors/"
ACME = f"{LIST}acme/"


@pytest.fixture
def acme(db):
    """A vendor with a service level, a depot and a flag."""
    maker = make_manufacturer(name="Acme Works")
    vendor = make_vendor(name="Acme <b>", slug="acme", strengths="Fast\nCheap")
    vendor.manufacturers.add(maker)
    level = ServiceLevel.objects.create(
        vendor=vendor,
        name="Gold",
        cover_hours_per_day=24,
        cover_days_per_week=7,
        diagnosis_minutes=15,
        source="contract",
    )
    level.onsite_times.create(city_tier="tier_1", hours=Decimal("4.0"))
    Depot.objects.create(vendor=vendor, city="Rotterdam", country="NL", hours_to_site=1)
    RiskFlag.objects.create(vendor=vendor, text="late", raised_on=date(2026, 1, 2))
    return vendor


def test_the_page_tells_service_depots_risks_and_strengths(signed_in, outsider, acme):
    html = page(signed_in(outsider), ACME)

    assert "24 × 7" in html
    assert "diagnosis in 15 min" in html
    assert "in 4 h" in html
    assert html.count("not offered") == 3
    assert "nearest: Rotterdam, 1 h" in html
    assert "1 open" in html
    assert "<li><bdi>Cheap</bdi></li>" in html
    assert "<b>" not in html.partition("</h1>")[0].partition("<h1>")[2].replace(
        "<bdi>", ""
    )
    assert f"{ACME}edit/" not in html


def test_a_vendor_of_whom_nothing_is_known_has_a_page(signed_in, outsider):
    vendor = make_vendor()

    html = page(signed_in(outsider), f"{LIST}{vendor.slug}/")

    assert "nearest:" not in html
    assert "No depot is recorded." in html


def test_measurements_stand_there_with_their_provenance(signed_in, outsider, acme):
    sku = make_sku(manufacturer=acme.manufacturers.get(), name="A-8")
    make_run_set(sku)
    make_run_set(sku, tender=make_tender(), benchmark="secret")

    html = page(signed_in(outsider), ACME)

    assert "Llama 2 70B LoRA" in html
    assert "Own run" in html
    assert "28.90" in html
    assert "secret" not in html


def test_a_price_is_shown_to_who_may_read_it_and_the_reading_is_logged(
    signed_in, officer, evaluator, tender, acme
):
    make_quote(tender, vendor=acme)

    assert "3,654,400" in page(signed_in(officer), ACME)
    assert AccessEntry.objects.get().user == officer
    html = page(signed_in(evaluator), ACME)
    assert "3,654,400" not in html
    assert "prices not released" in html
    assert AccessEntry.objects.count() == 1


def test_a_sealed_quote_changes_nothing_on_any_page(signed_in, officer, tender, acme):
    tender.is_sealed, tender.quote_deadline = True, datetime(2099, 1, 1, tzinfo=UTC)
    tender.save()
    InvitedVendor.objects.create(tender=tender, vendor=acme)
    browser = signed_in(officer)
    places = (LIST, ACME)
    before = [strip_token(page(browser, place)) for place in places]

    make_quote(tender, vendor=acme)

    assert [strip_token(page(browser, place)) for place in places] == before
    assert "Quotes sealed" in before[1]


def strip_token(html: str) -> str:
    """Without the form tokens, which are new in each answer."""
    parts = html.split('name="csrfmiddlewaretoken" value="')
    kept = [parts[0], *(part.partition('"')[2] for part in parts[1:])]
    return "".join(kept).split("hx-headers=")[0] + "".join(kept).partition("<main")[2]


def test_the_list_filters_and_counts(signed_in, outsider, acme):
    make_vendor(name="Other", slug="other", country="DE")
    browser = signed_in(outsider)

    assert "Other" not in page(browser, f"{LIST}?q=acme")
    assert "Acme" not in page(browser, f"{LIST}?country=DE")
    assert "Other" not in page(browser, f"{LIST}?flags=0").partition("<tbody>")[2]
    assert "No vendor here" in page(browser, f"{LIST}?country=none")
    assert "1 open" in page(browser, LIST)


@pytest.mark.parametrize("role", ["officer", "finance", "administrator", "outsider"])
def test_only_editors_reach_the_forms(request, signed_in, acme, role):
    browser = signed_in(request.getfixturevalue(role))
    depot = acme.depots.get()

    for address in (
        f"{LIST}new/",
        f"{ACME}edit/",
        f"{ACME}service-levels/new/",
        f"{ACME}depots/new/",
        f"{ACME}depots/{depot.uuid}/",
        f"{ACME}risk-flags/new/",
    ):
        page(browser, address, status=403)
        assert browser.post(address, {"name": "x"}).status_code == 403
    assert browser.post(f"{ACME}depots/{depot.uuid}/remove/").status_code == 403
    assert Vendor.objects.count() == Depot.objects.count() == 1


def test_an_editor_adds_and_edits_a_vendor(signed_in, editor):
    maker = make_manufacturer(slug="works")
    browser = signed_in(editor)

    answer = browser.post(
        f"{LIST}new/",
        {"name": "Acme", "manufacturers": [maker.slug], "is_active": "on"},
    )
    assert answer["Location"] == ACME
    assert browser.get(f"{ACME}edit/").status_code == 200
    browser.post(f"{ACME}edit/", {"name": "Acme Ltd", "country": "nl"})

    vendor = Vendor.objects.get()
    assert (vendor.name, vendor.slug, vendor.is_active) == ("Acme Ltd", "acme", False)
    assert vendor.manufacturers.count() == 0


def test_a_form_that_is_sent_as_it_stands_changes_nothing(signed_in, editor, acme):
    browser = signed_in(editor)
    form = browser.get(f"{ACME}edit/").context["form"]
    shown = {name: form[name].value() for name in form.fields}

    sent = {name: value for name, value in shown.items() if value not in (None, False)}
    answer = browser.post(f"{ACME}edit/", sent)

    assert answer.status_code == 302
    assert [maker.name for maker in acme.manufacturers.all()] == ["Acme Works"]
    assert "checked" in page(browser, f"{ACME}edit/").partition("Sells products of")[2]
    assert not AuditEntry.objects.filter(action="vendor_edited").exists()


def test_a_name_that_is_taken_stands_in_the_form_again(signed_in, editor, acme):
    make_vendor(name="Other", slug="other")

    answer = signed_in(editor).post(f"{ACME}edit/", {"name": "other"})

    assert answer.status_code == 422
    assert Vendor.objects.get(slug="acme").name == "Acme <b>"


def test_parts_are_added_corrected_and_removed(signed_in, editor, acme):
    browser = signed_in(editor)
    level, depot = acme.service_levels.get(), acme.depots.get()
    plain = {"verification": "other"}

    place = f"{ACME}service-levels/{level.uuid}/"
    assert 'value="4"' in page(browser, place)
    browser.post(place, plain | {"name": "Gold", "hours_tier_2": "24.5"})
    browser.post(
        f"{ACME}risk-flags/new/",
        plain | {"text": "new", "state": "open", "raised_on": "2026-11-01"},
    )
    browser.post(f"{ACME}depots/{depot.uuid}/remove/")

    hours = [(time.city_tier, time.hours) for time in level.onsite_times.all()]
    assert hours == [("tier_2", Decimal("24.5"))]
    assert acme.risk_flags.count() == 2
    assert acme.depots.count() == 0
    assert browser.post(place, plain | {"name": ""}).status_code == 422


def test_a_part_of_another_vendor_is_not_there(signed_in, editor, acme):
    other = make_vendor(slug="other")
    depot = Depot.objects.create(vendor=other, city="X", country="NL")
    browser = signed_in(editor)

    page(browser, f"{ACME}depots/{depot.uuid}/", status=404)
    assert browser.post(f"{ACME}depots/{depot.uuid}/remove/").status_code == 404
    assert Depot.objects.filter(pk=depot.pk).exists()


@pytest.mark.parametrize("address", [LIST, f"{LIST}?flags=0"])
def test_the_list_asks_as_much_for_three_as_for_thirty(signed_in, officer, address):
    tender = make_tender(officer=officer)
    browser, counts = signed_in(officer), []
    for more in (3, 27):
        for _ in range(more):
            vendor = make_vendor()
            make_quote(tender, vendor=vendor)
            RiskFlag.objects.create(vendor=vendor, text="x", raised_on=date(2026, 1, 1))
        browser.get(address)
        with CaptureQueriesContext(connection) as queries:
            browser.get(address)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_a_page_asks_as_much_for_many_quotes_as_for_few(signed_in, officer, acme):
    browser, counts = signed_in(officer), []
    sku = make_sku(manufacturer=acme.manufacturers.get())
    for more in (2, 8):
        for _ in range(more):
            tender = make_tender(officer=officer, hides_prices=False)
            make_quote(tender, vendor=acme)
            make_run_set(sku)
        browser.get(ACME)
        with CaptureQueriesContext(connection) as queries:
            browser.get(ACME)
        counts.append(len(queries))

    assert counts[0] + 8 >= counts[1]


def test_a_member_of_two_evaluations_sees_both(signed_in, outsider, acme):
    for _ in range(2):
        tender = make_tender()
        add_member(tender, outsider, Role.OBSERVER)
        make_quote(tender, vendor=acme)

    assert page(signed_in(outsider), ACME).count("3,654,400") == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("reads_first", "statuses"), [(True, [302, 409]), (False, [302, 302])]
)
def test_of_two_edits_at_once_the_second_is_shown_the_first(
    signed_in, editor, reads_first, statuses
):
    """Without the mark of what they read, the last one wins: there is a race."""
    vendor = make_vendor(name="Race")
    address = f"/vendors/{vendor.slug}/edit/"
    browsers = [signed_in(editor) for _person in range(2)]
    pages = [browser.get(address).content.decode() for browser in browsers]

    def send(browser, page, notes):
        (mark,) = re.findall(r'name="made_from"\s+value="([^"]+)"', page)
        entries = {"name": "Race", "notes": notes, "is_active": "on"}
        entries |= {"made_from": mark} if reads_first else {}
        return lambda: browser.post(address, entries).status_code

    sends = map(send, browsers, pages, ["mine", "yours"])

    assert sorted(together(*sends)) == statuses
