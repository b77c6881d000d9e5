"""Tiers, options, bundles and discounts on the pages, in the file and over REST."""

import csv
import io
import re
from decimal import Decimal

import pytest

from catalog.models import ChosenOption, LineBreak, Tender
from procurement.permissions import Stage
from tests.factories import make_quote, make_vendor

OPTION = {
    "key": "week",
    "label": "Second week",
    "category": "training",
    "quantity": Decimal(1),
    "unit_price": Decimal(600),
    "is_optional": True,
}
RAILS = {
    "key": "rail",
    "label": "Rails",
    "unit_price": None,
    "included_in": "chassis",
}


@pytest.fixture
def quote(tender):
    Tender.objects.update(stage=Stage.QUOTES)
    tender.refresh_from_db()
    made = make_quote(
        tender,
        vendor=make_vendor(name="Example"),
        offers=[
            {
                "lines": [{"unit_price": Decimal(110)}, OPTION, RAILS],
                "discount_label": "Project",
                "discount_share": Decimal("0.05"),
            }
        ],
    )
    chassis = made.offers.get().lines.get(key="chassis")
    for start, price in ((8, 100), (32, 90)):
        LineBreak.objects.create(line=chassis, from_quantity=start, unit_price=price)
    return made


def address(tender, more=""):
    return f"/evaluations/{tender.reference}/quotes/{more}"


@pytest.mark.parametrize("page", ["", "{quote}/"])
def test_pages_say_tier_option_bundle_and_discount(officer, quote, signed_in, page):
    path = address(quote.tender, page.format(quote=quote.uuid))

    html = signed_in(officer).get(path).content.decode()

    for words in (
        "tier ≥ 8 applied",
        "option, not in the total",
        "included in Server with 8 GPUs",
        "Discount on the total",
        "Project",
        "1,520.00",
    ):
        assert words in html


def test_rows_of_the_file_that_count_sum_to_the_total(officer, quote, signed_in):
    content = signed_in(officer).get(address(quote.tender, "lines.csv")).content
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))

    assert [(row["state"], row["tier_from"]) for row in rows] == [
        ("priced", "8"),
        ("option", ""),
        ("bundled", ""),
        ("discount", ""),
    ]
    counted = [row for row in rows if row["state"] in {"priced", "discount"}]
    assert sum(Decimal(row["total"]) for row in counted) == 1520
    assert rows[0]["base_price"] == "110"


def test_rest_gives_the_tier_and_the_total(officer, quote, signed_in):
    answer = signed_in(officer).get(f"/api/v1/quotes/{quote.uuid}/").json()
    (offer,) = answer["offers"]
    chassis, week, rails = offer["lines"]

    assert (chassis["applied_from"], chassis["unit_price"]["amount"]) == (
        "8",
        "100.000000",
    )
    assert [step["from_quantity"] for step in chassis["price_breaks"]] == ["8", "32"]
    assert (week["counts"], rails["included_in"], rails["amount"]) == (
        False,
        "chassis",
        None,
    )
    assert offer["discount"]["amount"]["amount"] == "80.00"
    assert offer["total"]["amount"] == "1520.00"


def sent(page, **fields):
    """What a browser sends of the page as it is now."""
    marks = dict(re.findall(r'name="(made_from|once)"\s+value="([^"]*)"', page))
    return marks | fields


def test_an_option_is_chosen_on_its_page(officer, quote, signed_in):
    page = address(quote.tender, "options/")
    client = signed_in(officer)
    html = client.get(page).content.decode()
    assert "Second week (week) counts in the totals" in html

    client.post(page, sent(html, **{"option-week": "on", "reason": "Needed."}))

    assert ChosenOption.objects.get().key == "week"
    assert "2,090.00" in client.get(address(quote.tender)).content.decode()


def test_an_option_without_a_reason_is_not_chosen(officer, quote, signed_in):
    page = address(quote.tender, "options/")

    answer = signed_in(officer).post(page, {"option-week": "on"})

    assert answer.status_code == 422
    assert not ChosenOption.objects.exists()


def test_a_form_that_changes_no_choice_is_refused_in_words(officer, quote, signed_in):
    answer = signed_in(officer).post(
        address(quote.tender, "options/"), {"reason": "Because."}
    )

    assert answer.status_code == 422
    assert "No choice is changed." in answer.content.decode()


def test_a_choice_made_meanwhile_by_another_officer_is_shown_and_not_undone(
    officer, second_officer, quote, signed_in
):
    page = address(quote.tender, "options/")
    first, second = signed_in(officer), signed_in(second_officer)
    html = first.get(page).content.decode()
    choice = {"option-week": "on", "reason": "Needed."}
    assert first.post(page, sent(html, **choice)).status_code == 302
    html = first.get(page).content.decode()
    left_out = sent(second.get(page).content.decode(), reason="Too dear.")
    second.post(page, left_out)
    assert not ChosenOption.objects.exists()

    # The first page still shows it as chosen; sent as it stands it would bring it back.
    answer = first.post(page, sent(html, **choice))

    assert answer.status_code == 409
    assert "Saved from elsewhere in the meantime" in answer.content.decode()
    assert not ChosenOption.objects.exists()
