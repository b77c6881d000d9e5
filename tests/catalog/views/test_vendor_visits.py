"""Behind the door: a vendor's own, and what a second vendor's link tries in vain."""

import re
import uuid
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.signing import get_cookie_signer
from django.test import Client

from catalog.imports.quotes import read_quote
from catalog.models import (
    Quote,
    StagedQuote,
    Tender,
    VendorGuest,
    VendorStatement,
    VendorVisit,
)
from catalog.services.vendor_door.quotes import stage_vendor_file, submit_vendor_file
from catalog.views.vendor_door import VISIT_SALT
from procurement.clock import database_now
from tests.factories import make_quote, make_round, make_tender, make_vendor
from tests.pages import page
from tests.vendors import make_link, start_quotes, vendor_file, walk_in


@pytest.fixture
def quoting(tender) -> Tender:
    return start_quotes(tender, is_sealed=True, budget=5_200_000)


@pytest.fixture
def hpe(quoting):
    """HPE's browser, the address inside, and its link."""
    link, secret = make_link(quoting, make_vendor(name="HPE", slug="hpe"))
    return *walk_in(secret), link


@pytest.fixture
def dell(quoting):
    link, secret = make_link(quoting, make_vendor(name="Dell", slug="dell"))
    return *walk_in(secret), link


def upload(client, home, file=None, **options):
    file = file or vendor_file()
    return client.post(home, {"file": SimpleUploadedFile(file.name, file.content)})


def test_a_vendor_fills_the_template_uploads_previews_and_submits(hpe, quoting):
    client, home, _link = hpe

    location = upload(client, home)["Location"]
    preview = page(client, location)
    assert "EUR\N{NO-BREAK SPACE}3,287,954.24" in preview
    assert "The file names Example Systems; it is submitted as the quote of HPE." in (
        preview
    )
    assert not Quote.objects.exists()

    answer = client.post(location, follow=True)
    html = answer.content.decode()
    quote = Quote.objects.get()
    assert f"SHA-256 of the file: {quote.file_sha256}" in html
    assert quote.received_at.strftime(":%S UTC") in html
    assert "Counts" in html
    assert client.get(location).status_code == 404


def test_the_template_is_filled_in_for_the_vendor_and_its_round(quoting):
    vendor = make_vendor(name="HPE", slug="hpe")
    make_round(quoting, [vendor])
    _link, secret = make_link(quoting, vendor, round=2)
    client, home = walk_in(secret)

    answer = client.get(f"{home}template.csv")

    text = answer.content.decode("utf-8-sig")
    assert answer["Content-Disposition"] == (
        'attachment; filename="EV-2026-014-quote.csv"'
    )
    assert "Vendor *,HPE" in text
    assert "Currency *,USD" in text
    assert "Round *,2" in text
    assert client.get(f"{home}template.xlsx").content.startswith(b"PK")
    assert client.get(f"{home}template.pdf").status_code == 404
    assert read_quote(answer.content).errors


def test_faults_are_listed_by_cell(hpe):
    client, home, _link = hpe
    file = vendor_file()
    content = file.content.replace(b"205497.14", b"1.234")

    answer = upload(client, home, type(file)(name="q.csv", content=content))

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "“1.234” can be read as a thousand" in html
    assert "The file has 1 error; nothing was recorded." in html
    assert not StagedQuote.objects.exists()


def test_a_file_beyond_the_limit_is_refused_unread(hpe, settings):
    client, home, _link = hpe
    settings.QUOTE_FILE_MAX_BYTES = 2_000_000
    large = SimpleUploadedFile("q.csv", b"x" * 2_000_001)

    answer = client.post(home, {"file": large})

    assert answer.status_code == 422
    assert "The file is larger than 2 MB." in answer.content.decode()
    assert not StagedQuote.objects.exists()


def test_a_replaced_file_stays_listed_and_can_be_fetched(hpe):
    client, home, _link = hpe
    for price in ("10.00", "9.00"):
        client.post(upload(client, home, vendor_file(price))["Location"])

    html = page(client, home)
    assert html.count("Replaced") == 1
    assert html.count("Counts") == 1
    first = Quote.objects.get(version=1)
    fetched = client.get(f"{home}quotes/{first.uuid}/file/")
    assert b"".join(fetched) == vendor_file("10.00").content
    assert fetched["Content-Disposition"].startswith("attachment;")


def test_a_waiting_file_can_be_discarded(hpe):
    client, home, _link = hpe
    location = upload(client, home)["Location"]
    assert "is not submitted yet" in page(client, home)

    client.post(f"{location}discard/")

    assert not StagedQuote.objects.exists()
    assert client.post(location).status_code == 404


def test_answers_are_recorded_in_versions_and_come_back(hpe):
    client, home, _link = hpe
    sent = {"cover_hours_per_day": "24", "onsite_hours_tier_1": "4", "driver": "580.95"}

    answer = client.post(f"{home}questions/", sent, follow=True)
    assert "Your answers are recorded." in answer.content.decode()
    client.post(f"{home}questions/", sent | {"penalties": "2 % a day"})

    first, second = VendorStatement.objects.order_by("version")
    assert (first.version, first.is_current) == (1, False)
    assert (second.version, second.is_current) == (2, True)
    assert (second.cover_hours_per_day, second.onsite_hours_tier_1) == (24, 4)
    assert (second.diagnosis_minutes, second.replacement_hours) == (None, None)
    assert 'value="580.95"' in page(client, f"{home}questions/")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cover_hours_per_day", "25"),
        ("cover_days_per_week", "8"),
        ("replacement_hours", "-1"),
        ("replacement_hours", "NaN"),
        ("replacement_hours", "1e999"),
        ("diagnosis_minutes", "99999999999"),
        ("driver", "x" * 201),
        ("driver", "a\x00b"),
    ],
)
def test_answers_out_of_bounds_are_refused_at_their_field(hpe, name, value):
    client, home, _link = hpe

    answer = client.post(f"{home}questions/", {name: value})

    assert answer.status_code == 422
    assert f'id="id_{name}_error"' in answer.content.decode()
    assert not VendorStatement.objects.exists()


def test_nobody_sets_what_the_form_does_not_ask(hpe, dell):
    client, home, _link = hpe
    other = dell[2].invitation.vendor

    client.post(
        f"{home}questions/",
        {"driver": "1", "vendor": other.pk, "is_late": "on", "version": "9"},
    )

    row = VendorStatement.objects.get()
    assert (row.vendor.name, row.is_late, row.version) == ("HPE", False, 1)


def test_leaving_ends_the_visit(hpe):
    client, home, _link = hpe
    kept = client.cookies[settings.VISIT_COOKIE_NAME].value

    assert "You have left" in client.post(f"{home}leave/").content.decode()

    again = Client()
    again.cookies[settings.VISIT_COOKIE_NAME] = kept
    assert again.get(home).status_code == 403


# What a second vendor's link tries.


def attempts(home: str, quote: Quote, staged: StagedQuote):
    """Every address below a link, with another vendor's things in it."""
    return [
        ("get", f"{home}files/{staged.uuid}/"),
        ("post", f"{home}files/{staged.uuid}/"),
        ("post", f"{home}files/{staged.uuid}/discard/"),
        ("get", f"{home}quotes/{quote.uuid}/file/"),
        ("get", f"{home}files/{quote.uuid}/"),
        ("get", f"{home}quotes/{staged.uuid}/file/"),
    ]


def test_the_second_vendor_finds_nothing_of_the_first(hpe, dell):
    guest = VendorGuest(hpe[2])
    sent = stage_vendor_file(by=guest, file=vendor_file("123456.78", name="hpe-q.csv"))
    quote = submit_vendor_file(by=guest, staged=sent)
    staged = stage_vendor_file(by=guest, file=vendor_file("2.00"))
    client, home, _link = dell

    nowhere = f"{home}files/{uuid.uuid4()}/"
    unknown = page(client, nowhere, 404).replace(nowhere, "")
    for method, address in attempts(home, quote, staged):
        answer = getattr(client, method)(address)
        assert answer.status_code == 404, address
        html = answer.content.decode().replace(address, "")
        assert without_tokens(html) == without_tokens(unknown)

    assert StagedQuote.objects.get() == staged
    assert Quote.objects.get() == quote


@pytest.mark.parametrize(
    "more",
    ["", "template.xlsx", "questions/", "leave/", "files/{}/", "quotes/{}/file/"],
)
def test_a_visit_does_not_open_the_pages_of_another_link(hpe, dell, more):
    client, _home, _link = dell
    first = hpe[1] + more.format(uuid.uuid4())

    answers = {
        method: getattr(client, method)(first) for method in ("get", "post", "head")
    }

    assert {answer.status_code for answer in answers.values()} == {403}
    assert "HPE" not in answers["get"].content.decode()
    assert VendorVisit.objects.filter(ended_at=None).count() == 2


def test_a_visit_of_another_evaluation_is_closed_too(hpe, officer):
    elsewhere = start_quotes(make_tender(officer=officer), reference="EV-2026-900")
    link, _secret = make_link(elsewhere, hpe[2].invitation.vendor)

    assert hpe[0].get(f"/door/visits/{link.uuid}/").status_code == 403


@pytest.mark.parametrize("kind", ["none", "nonsense", "unsigned", "salt", "officer"])
def test_no_made_up_cookie_opens_a_visit(hpe, kind, signed_in, officer):
    _client, home, link = hpe
    visit = VendorVisit.objects.get(link=link)
    name = settings.VISIT_COOKIE_NAME
    browser = signed_in(officer) if kind == "officer" else Client()
    if kind == "nonsense":
        browser.cookies[name] = "a:b:c"
    elif kind == "unsigned":
        browser.cookies[name] = str(visit.uuid)
    elif kind == "salt":
        browser.cookies[name] = get_cookie_signer(salt="other").sign(str(visit.uuid))

    answer = browser.get(home)

    assert answer.status_code == 403
    assert "Open your link again" in answer.content.decode()


def test_a_signed_cookie_of_no_visit_is_closed(hpe):
    browser = Client()
    signer = get_cookie_signer(salt=f"{settings.VISIT_COOKIE_NAME}{VISIT_SALT}")
    for value in (str(uuid.uuid4()), "not-a-uuid"):
        browser.cookies[settings.VISIT_COOKIE_NAME] = signer.sign(value)
        assert browser.get(hpe[1]).status_code == 403


def pages_of(client, home) -> list[str]:
    return [page(client, home), page(client, f"{home}questions/")]


def without_tokens(html: str) -> str:
    """The page without the tokens of its forms and of the visit's own address."""
    return re.sub(r'(value=|Token": )"[A-Za-z0-9]{64}"', "", html)


def test_a_vendor_sees_the_same_page_alone_and_among_many(hpe, quoting, officer):
    """Neither invitations, quotes, budget nor weights show: control in the next."""
    client, home, _link = hpe
    alone = [without_tokens(html) for html in pages_of(client, home)]

    for number in range(3):
        other = make_vendor(name=f"Rival {number}")
        make_link(quoting, other)
        make_quote(quoting, vendor=other)
    Tender.objects.update(budget=1)

    assert [without_tokens(html) for html in pages_of(client, home)] == alone
    for html in alone:
        for secret in ("Rival", "5,200,000", "5200000", "Dell", "budget", "weight"):
            assert secret not in html


def test_the_page_does_change_with_what_is_the_vendors_own(hpe, quoting):
    client, home, link = hpe
    alone = without_tokens(page(client, home))

    guest = VendorGuest(link)
    submit_vendor_file(by=guest, staged=stage_vendor_file(by=guest, file=vendor_file()))

    assert without_tokens(page(client, home)) != alone


def test_the_page_asks_the_database_as_often_alone_as_among_many(
    hpe, quoting, django_assert_num_queries
):
    client, home, _link = hpe
    with django_assert_num_queries(8):
        client.get(home)
    for number in range(10):
        other = make_vendor(name=f"Rival {number}")
        make_link(quoting, other)
        make_quote(quoting, vendor=other)
    with django_assert_num_queries(8):
        client.get(home)


def test_no_key_of_the_database_stands_on_a_page(hpe):
    client, home, _link = hpe
    client.post(upload(client, home)["Location"])

    html = "".join(pages_of(client, home))

    assert re.findall(r"""(?:href|action|value)="[^"]*\b\d+/?["&]""", html) == []


def test_after_the_deadline_the_page_refuses_in_words(hpe):
    client, home, _link = hpe
    location = upload(client, home)["Location"]
    Tender.objects.update(quote_deadline=database_now() - timedelta(seconds=1))

    for answer in (client.post(location), upload(client, home, vendor_file("3.00"))):
        assert answer.status_code == 422
        assert "has passed, and this evaluation takes no late quotes" in (
            answer.content.decode()
        )
    assert not Quote.objects.exists()


def test_a_late_quote_is_taken_in_and_marked_where_the_policy_says_so(hpe):
    client, home, _link = hpe
    Tender.objects.update(
        quote_deadline=database_now() - timedelta(seconds=1), accepts_late_quotes=True
    )

    assert "marked late and put under review" in page(client, home)
    client.post(upload(client, home)["Location"])

    assert Quote.objects.get().lateness == Quote.Lateness.LATE
    assert "Late" in page(client, home)


def test_the_door_speaks_chinese(hpe):
    client, home, _link = hpe
    client.post("/language/", {"language": "zh-hans", "next": home})

    html = page(client, home)

    assert 'lang="zh-Hans"' in html
    assert "您的提交记录" in html
