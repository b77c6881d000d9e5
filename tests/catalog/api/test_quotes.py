"""A quote by REST: its terms and files, for whom its page is there and nobody else."""

import hashlib
from datetime import date, timedelta
from decimal import Decimal

import pytest

from catalog.models import PaymentStep, Recusal, ServiceLevel, Tender
from catalog.services.attachments import attach_to_quote
from catalog.services.quote_terms import QuoteFile
from procurement.clock import database_now
from procurement.permissions import Stage
from tests.factories import at_stage, client_of, make_quote, make_vendor

PDF = QuoteFile(name="Terms 2026.pdf", content=b"%PDF-1.7 terms")


@pytest.fixture
def quote(tender, officer):
    """With every term, two payments and a file."""
    vendor = make_vendor()
    level = ServiceLevel.objects.create(vendor=vendor, name="ProSupport Plus")
    made = make_quote(
        at_stage(tender, Stage.QUOTES),
        vendor=vendor,
        round=2,
        tax_rate=Decimal("0.130000"),
        delivery_on=date(2026, 12, 1),
        incoterm="DAP",
        incoterm_place="Amsterdam",
        payment_terms="As agreed",
        warranty_years=Decimal("3.0"),
        warranty_includes="Parts and work on site",
        service_level=level,
        service_level_name="PSP 4 h",
        buy_back_share=Decimal("0.350000"),
        buy_back_month=48,
        buy_back_conditions="Working order",
        notes="Prices hold for 16 servers.",
    )
    steps = [("0.300000", "order", 0), ("0.700000", "acceptance", 30)]
    for position, (share, milestone, days) in enumerate(steps, start=1):
        PaymentStep.objects.create(
            quote=made, position=position, share=share, milestone=milestone, days=days
        )
    attach_to_quote(by=officer, quote=made, file=PDF)
    return made


def read(person, quote):
    return client_of(person).get(f"/api/v1/quotes/{quote.uuid}/")


def test_the_terms_are_those_of_the_page(officer, quote):
    answer = read(officer, quote).json()

    assert (answer["round"], answer["valid_until"]) == (2, "2099-12-31")
    assert answer["terms"] == {
        "quoted_on": "2026-07-01",
        "tax_rate": "0.13",
        "delivery_on": "2026-12-01",
        "incoterm": "DAP",
        "incoterm_place": "Amsterdam",
        "payment_terms": "As agreed",
        "payments": [
            {"share": "0.3", "milestone": "order", "days": 0},
            {"share": "0.7", "milestone": "acceptance", "days": 30},
        ],
        "warranty_years": "3",
        "warranty_includes": "Parts and work on site",
        "service_level": "ProSupport Plus",
        "service_level_name": "PSP 4 h",
        "buy_back": {"share": "0.35", "month": 48, "conditions": "Working order"},
        "notes": "Prices hold for 16 servers.",
    }


def test_what_is_not_stated_is_null_or_empty_and_never_0(officer, tender):
    quote = make_quote(at_stage(tender, Stage.QUOTES), quoted_on=None)

    answer = read(officer, quote).json()

    assert answer["attachments"] == []
    assert answer["terms"] == {
        **dict.fromkeys(
            [
                *("quoted_on", "tax_rate", "delivery_on", "warranty_years"),
                *("service_level", "buy_back"),
            ]
        ),
        **dict.fromkeys(
            [
                *("incoterm", "incoterm_place", "payment_terms", "warranty_includes"),
                *("service_level_name", "notes"),
            ],
            "",
        ),
        "payments": [],
    }


def test_a_buy_back_of_nothing_is_0_and_no_null(officer, tender):
    stated = {"buy_back_share": Decimal(0), "buy_back_month": 60}
    quote = make_quote(at_stage(tender, Stage.QUOTES), **stated)

    told = read(officer, quote).json()["terms"]["buy_back"]

    assert told == {"share": "0", "month": 60, "conditions": ""}


def test_the_files_are_told_with_their_hashes(officer, quote):
    [file] = read(officer, quote).json()["attachments"]

    stored = quote.attachments.get()
    assert file == {
        "id": str(stored.uuid),
        "file_name": "Terms 2026.pdf",
        "kind": "pdf",
        "size_bytes": 14,
        "sha256": hashlib.sha256(PDF.content).hexdigest(),
        "scan": "not_scanned",
        "added_at": stored.added_at.isoformat(),
        "added_by": officer.name,
    }


def recuse(quote, officer, evaluator):
    Recusal.objects.create(
        tender=quote.tender,
        user=officer,
        vendor=quote.vendor,
        reason="Shares",
        recorded_by=quote.tender.created_by,
    )


def seal(quote, officer, evaluator):
    Tender.objects.filter(pk=quote.tender_id).update(
        is_sealed=True, quote_deadline=database_now() + timedelta(days=1)
    )


def close_the_second_envelope(quote, officer, evaluator):
    type(quote).objects.filter(pk=quote.pk).update(has_sealed_prices=True)


@pytest.mark.parametrize("hide", [recuse, seal, close_the_second_envelope])
def test_where_the_page_is_not_there_the_terms_are_not_either(
    officer, evaluator, quote, signed_in, hide
):
    page = f"/evaluations/{quote.tender.reference}/quotes/{quote.uuid}/"
    assert signed_in(officer).get(page).status_code == 200
    hide(quote, officer, evaluator)

    assert signed_in(officer).get(page).status_code in {403, 404}
    assert read(officer, quote).status_code == 404


def test_hidden_prices_hide_the_terms_and_files_from_evaluators(evaluator, quote):
    Tender.objects.filter(pk=quote.tender_id).update(hides_prices=True)
    hidden = read(evaluator, quote).status_code
    Tender.objects.filter(pk=quote.tender_id).update(hides_prices=False)

    assert (hidden, read(evaluator, quote).status_code) == (404, 200)


def test_nobody_outside_reads_them(outsider, finance, quote):
    assert [read(each, quote).status_code for each in (outsider, finance)] == [404, 404]
