"""The vendor matrix: words and best figures side by side."""

from datetime import date
from decimal import Decimal

from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.models import Depot, RiskFlag, ServiceLevel
from catalog.selectors.vendor_matrix import matrix_rows, matrix_vendors
from tests.factories import make_manufacturer, make_vendor
from tests.pages import page

MATRIX = "/vendors/matrix/"


def make_full(name="Acme", **fields):
    vendor = make_vendor(
        name=name, strengths="Fast\nCheap", typical_customers="Universities", **fields
    )
    vendor.manufacturers.add(make_manufacturer(name=f"{name} Works"))
    gold = ServiceLevel.objects.create(
        vendor=vendor,
        name="Gold",
        cover_hours_per_day=24,
        cover_days_per_week=7,
        diagnosis_minutes=15,
        warranty_years=Decimal(3),
    )
    basic = ServiceLevel.objects.create(
        vendor=vendor,
        name="Basic",
        cover_hours_per_day=9,
        diagnosis_minutes=60,
        replacement_hours=Decimal(48),
        warranty_years=Decimal(5),
    )
    gold.onsite_times.create(city_tier="tier_1", hours=Decimal("4.0"))
    basic.onsite_times.create(city_tier="tier_1", hours=Decimal("24.0"))
    basic.onsite_times.create(city_tier="tier_3", hours=Decimal("72.0"))
    Depot.objects.create(vendor=vendor, city="Rotterdam", country="NL")
    RiskFlag.objects.create(vendor=vendor, text="late", raised_on=date(2026, 1, 2))
    return vendor


def test_each_column_holds_the_best_of_all_service_levels(outsider):
    make_full()
    make_vendor(name="Bare")

    acme, bare = matrix_rows(matrix_vendors(outsider))

    assert (acme.makers, acme.strengths) == (["Acme Works"], ["Fast", "Cheap"])
    assert acme.customers == ["Universities"]
    assert (acme.cover_hours_per_week, acme.diagnosis_minutes) == (168, 15)
    assert acme.hours == [Decimal("4.0"), None, Decimal("72.0"), None]
    assert (acme.replacement_hours, acme.warranty_years) == (48, 5)
    assert (acme.vendor.depot_count, acme.vendor.open_flags) == (1, 1)
    assert (bare.cover_hours_per_week, bare.diagnosis_minutes) == (None, None)
    assert bare.hours == [None] * 4
    assert (bare.strengths, bare.customers, bare.makers) == ([], [], [])


def test_the_page_shows_them_and_says_why_a_cell_is_empty(signed_in, outsider):
    make_full()
    make_vendor(name="Bare", country="DE")
    browser = signed_in(outsider)

    html = page(browser, MATRIX)
    assert '<span class="d-block"><bdi>Cheap</bdi></span>' in html
    assert '<td class="n">168</td>' in html
    assert html.count("not offered") == 6
    assert "Acme" not in page(browser, f"{MATRIX}?country=DE")
    assert "No vendor here" in page(browser, f"{MATRIX}?q=nothing")
    assert f'href="{MATRIX}"' in page(browser, "/vendors/")


def test_three_and_thirty_vendors_take_the_same_queries(signed_in, outsider):
    browser, counts = signed_in(outsider), []
    for made in (3, 27):
        for number in range(made):
            make_full(name=f"Vendor {made} {number}")
        browser.get(MATRIX)
        with CaptureQueriesContext(connection) as queries:
            browser.get(MATRIX)
        counts.append(len(queries))

    assert counts[0] == counts[1]
