"""A vendor comes by its link as a new user does, in both languages, wide and narrow."""

import re

import pytest
from playwright.sync_api import expect

from catalog.models import Quote, VendorStatement
from procurement.permissions import Role
from tests.browser.conftest import opened_page
from tests.browser.door import field, findings
from tests.factories import add_member, make_tender, make_user, make_vendor
from tests.vendors import make_link, post_code, start_quotes, vendor_file

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROW = {"width": 390, "height": 844}


@pytest.fixture
def quoting(settings, live_server):
    settings.SITE_URL = live_server.url
    officer = make_user("Helena Brandt", Role.PROCUREMENT_OFFICER)
    tender = make_tender(officer=officer, title="AI training cluster", currency="EUR")
    add_member(tender, make_user("Liu Yang", Role.PROCUREMENT_OFFICER), Role.OFFICER)
    return start_quotes(tender, is_sealed=True, time_zone="Europe/Berlin")


@pytest.fixture
def vendors_page(chromium, complaints, live_server):
    with opened_page(chromium, complaints, base_url=live_server.url) as opened:
        yield opened
    provoked = re.compile("status of (422|403)")
    complaints[:] = [text for text in complaints if not provoked.search(text)]
    assert complaints == []


def fits(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def upload(page, file):
    sent = {"name": file.name, "mimeType": "text/csv", "buffer": file.content}
    page.get_by_label("Quote file").set_input_files(sent)
    page.get_by_role("button", name="Upload and preview").click()


def make_link_as_officer(page) -> str:
    page.goto("/evaluations/EV-2026-014/set-up/vendors/")
    page.get_by_role("link", name="Make link").click()
    page.get_by_role("button", name="Make the link").click()
    assert findings(page) == []
    return page.locator("[data-copy-label]").inner_text()


def come_in(page, link):
    page.goto(link)
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_text("If the link is valid, a code is on")).to_be_visible()
    field(page, "Code from the mail").fill(post_code())
    page.get_by_role("button", name="Enter").click()
    page.wait_for_url("**/door/visits/**")


def send_a_faulty_file(page):
    faulty = vendor_file()
    content = faulty.content.replace(b"205497.14", b"1.234")
    upload(page, type(faulty)(name="hpe.csv", content=content))
    expect(page.get_by_text("can be read as a thousand")).to_be_visible()
    assert not Quote.objects.exists()


def submit_a_quote(page):
    upload(page, vendor_file())
    expect(page.get_by_text("EUR\N{NO-BREAK SPACE}3,287,954.24").first).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Submit the quote").click()
    expect(page.get_by_text("Your quote is submitted.")).to_be_visible()
    assert page.get_by_text(Quote.objects.get().file_sha256).count() == 2


def answer_the_questions(page):
    page.get_by_role("link", name="Answer the questions").click()
    field(page, "Level 1: hours of cover a day").fill("24")
    field(page, "Driver version").fill("580.95")
    assert findings(page) == []
    page.get_by_role("button", name="Record the answers").click()
    expect(page.get_by_text("Your answers are recorded.")).to_be_visible()
    assert VendorStatement.objects.get().driver == "580.95"


def look_in_chinese_dark_and_narrow(page, home):
    page.set_viewport_size(NARROW)
    page.get_by_role("button", name="Theme").click()
    page.get_by_role("button", name="简体中文").click()
    expect(page.get_by_text("您的提交记录").first).to_be_visible()
    for address in (f"{home}questions/", home):
        page.goto(address)
        assert fits(page)
        assert findings(page) == []


def test_a_new_vendor_submits_its_quote_and_answers(enter_as, quoting, vendors_page):
    vendor = make_vendor(name="HPE", slug="hpe")
    vendor.contacts.create(name="Bids", email="bids@hpe.example", is_first=True)
    quoting.invitations.create(vendor=vendor)
    link = make_link_as_officer(enter_as(quoting.created_by))
    page = vendors_page

    come_in(page, link)
    home = page.url
    assert findings(page) == []
    send_a_faulty_file(page)
    submit_a_quote(page)
    answer_the_questions(page)
    look_in_chinese_dark_and_narrow(page, home)

    page.get_by_role("button", name="退出").click()
    expect(page.get_by_text("您已退出")).to_be_visible()
    page.goto(home)
    expect(page.get_by_text("此页面已关闭")).to_be_visible()


def test_the_door_works_without_javascript(chromium, live_server, quoting):
    _link, secret = make_link(quoting, make_vendor(name="Dell", slug="dell"))
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()

    come_in(page, f"/door/{secret}/")
    upload(page, vendor_file())
    page.get_by_role("button", name="Submit the quote").click()

    expect(page.get_by_text("Your quote is submitted.")).to_be_visible()
    assert re.fullmatch(r"[0-9a-f]{64}", Quote.objects.get().file_sha256)
    context.close()
