"""A quote is recorded whole, late or in time, as version 1 or the next."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.utils.formats import date_format

from catalog.models import Offer, Quote, QuoteLine, Tender
from catalog.services.lateness import LateQuoteError
from catalog.services.quote_terms import LineTerms, OfferTerms, QuoteTerms
from catalog.services.quotes import note_price_reading, record_quote
from procurement.audit.models import AccessEntry, AuditEntry
from procurement.audit.recording import sealed_chain
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from scoring.services.openings import turn_key
from tests.factories import make_criteria, make_gpu, make_round, make_sku, make_vendor


@pytest.fixture
def quoting(tender) -> Tender:
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() + timedelta(days=2)
    tender.save()
    return tender


def make_lines(**fields) -> tuple[LineTerms, ...]:
    defaults = {
        "category": "server",
        "key": "chassis",
        "label": "Server with 8 GPUs",
        "unit": "node",
        "quantity": Decimal(16),
        "unit_price": Decimal("222800.00"),
    }
    return (LineTerms(**(defaults | fields)),)


def make_terms(vendor=None, **fields) -> QuoteTerms:
    offer = OfferTerms(name="Base", nodes=16, gpus_per_node=8, lines=make_lines())
    defaults = {
        "vendor": vendor or make_vendor(name="HPE"),
        "currency": "EUR",
        "offers": (offer,),
        "valid_until": date(2027, 1, 29),
    }
    return QuoteTerms(**(defaults | fields))


def with_line(**fields) -> QuoteTerms:
    offer = OfferTerms(
        name="Base", nodes=16, gpus_per_node=8, lines=make_lines(**fields)
    )
    return make_terms(offers=(offer,))


def nothing_is_stored() -> bool:
    tables = (Quote, Offer, QuoteLine, AuditEntry)
    return not any(table.objects.exists() for table in tables)


def test_quote_is_recorded_with_its_offer_and_lines(officer, quoting):
    quote = record_quote(by=officer, tender=quoting, terms=make_terms())

    assert (quote.version, quote.is_current, quote.lateness) == (1, True, "in_time")
    line = QuoteLine.objects.get(offer__quote=quote)
    assert (line.key, line.quantity, line.unit_price) == (
        "chassis",
        Decimal(16),
        Decimal("222800.00"),
    )
    entry = AuditEntry.objects.get()
    assert entry.action == "quote_recorded"
    assert entry.details == {
        "content_sha256": quote.content_sha256,
        "file_sha256": "",
        "lateness": "in_time",
        "replaces": None,
        "round": 1,
        "version": 1,
    }


def test_figures_of_the_server_fill_what_the_quote_leaves_out(officer, quoting):
    sku = make_sku(rack_units=6, gpu=make_gpu(name="H100 SXM"))
    offer = OfferTerms(
        name="Base", nodes=16, gpus_per_node=8, lines=make_lines(), sku=sku
    )

    record_quote(by=officer, tender=quoting, terms=make_terms(offers=(offer,)))

    saved = Offer.objects.get()
    assert (saved.gpu_name, saved.rack_units) == ("H100 SXM", 6)


def test_line_without_a_price_stays_without_one(officer, quoting):
    record_quote(by=officer, tender=quoting, terms=with_line(unit_price=None))

    line = QuoteLine.objects.get()
    assert line.unit_price is None


def test_second_quote_of_a_vendor_in_a_round_must_say_that_it_replaces(
    officer, quoting
):
    first = record_quote(by=officer, tender=quoting, terms=make_terms())

    with pytest.raises(RuleBrokenError, match="HPE has a quote in round 1"):
        record_quote(by=officer, tender=quoting, terms=make_terms(first.vendor))
    assert Quote.objects.get() == first


def test_replacement_is_the_next_version_and_the_old_one_stays(officer, quoting):
    first = record_quote(by=officer, tender=quoting, terms=make_terms())
    terms = replace(make_terms(first.vendor), replaces_current=True)

    second = record_quote(by=officer, tender=quoting, terms=terms)

    first.refresh_from_db()
    assert (second.version, second.replaces) == (2, first)
    assert (first.is_current, second.is_current) == (False, True)
    assert AuditEntry.objects.last().details["replaces"] == str(first.uuid)


def test_another_round_is_a_quote_of_its_own(officer, quoting):
    first = record_quote(by=officer, tender=quoting, terms=make_terms())
    make_round(quoting, [first.vendor])

    second = record_quote(
        by=officer, tender=quoting, terms=make_terms(first.vendor, round=2)
    )

    assert (second.version, second.is_current) == (1, True)
    assert Quote.objects.current().count() == 2


def past(tender, **fields) -> Tender:
    """Let the deadline have passed a second ago."""
    deadline = database_now() - timedelta(seconds=1)
    Tender.objects.filter(pk=tender.pk).update(quote_deadline=deadline, **fields)
    tender.refresh_from_db()
    return tender


def test_quote_after_the_deadline_is_refused_by_its_name(officer, quoting):
    past(quoting, time_zone="Asia/Shanghai")
    local = quoting.quote_deadline.astimezone(quoting.zone)

    with pytest.raises(LateQuoteError) as refusal:
        record_quote(by=officer, tender=quoting, terms=make_terms())

    assert refusal.value.code == "deadline_passed"
    assert refusal.value.message == (
        f"The deadline, {date_format(local, 'DATETIME_FORMAT')}, has passed, and this "
        "evaluation takes no late quotes; nothing was recorded."
    )
    assert not Quote.objects.exists()


def test_a_late_refusal_is_noted_without_vendor_or_price(officer, quoting):
    past(quoting)

    with pytest.raises(LateQuoteError):
        record_quote(by=officer, tender=quoting, terms=make_terms())

    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor_name) == ("late_quote_refused", officer.name)
    assert (entry.subject_name, entry.details) == (quoting.reference, {})
    assert entry.chain.name == str(quoting.uuid)


def test_a_late_refusal_under_the_seal_goes_to_the_sealed_chain(officer, sealed):
    past(sealed)

    with pytest.raises(LateQuoteError):
        record_quote(by=officer, tender=sealed, terms=make_terms())

    entry = AuditEntry.objects.get()
    assert entry.action == "late_quote_refused"
    assert entry.chain.name == f"sealed-{sealed.uuid.hex}"


def test_quote_after_the_deadline_is_marked_late_where_late_ones_are_taken(
    officer, quoting
):
    past(quoting, accepts_late_quotes=True)

    quote = record_quote(by=officer, tender=quoting, terms=make_terms())

    assert quote.lateness == Quote.Lateness.LATE


def test_quote_at_the_very_deadline_is_in_time(officer, quoting):
    quote = record_quote(
        by=officer,
        tender=quoting,
        terms=make_terms(),
        received_at=quoting.quote_deadline,
    )

    assert quote.lateness == Quote.Lateness.IN_TIME


def test_vendor_that_was_not_invited_is_refused_where_some_were(officer, quoting):
    quoting.invitations.create(vendor=make_vendor())

    with pytest.raises(RuleBrokenError, match="HPE was not invited"):
        record_quote(by=officer, tender=quoting, terms=make_terms())
    assert nothing_is_stored()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"quantity": Decimal(0)}, "quantity must be above zero"),
        ({"unit_price": Decimal(-1)}, "price can't be negative"),
        ({"discount": Decimal("1.5")}, "discount"),
        ({"first_year": 1}, "both years, or none"),
        ({"first_year": 4, "last_year": 3}, "lies before the first"),
        ({"category": "gifts"}, "category"),
    ],
)
def test_a_line_that_makes_no_sense_refuses_the_whole_quote(
    officer, quoting, fields, words
):
    with pytest.raises(RuleBrokenError, match=words):
        record_quote(by=officer, tender=quoting, terms=with_line(**fields))
    assert nothing_is_stored()


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"currency": "EURO"}, "currency"),
        ({"tax_basis": "gross"}, None),
        ({"tax_rate": Decimal(2)}, "tax_rate"),
        ({"buy_back_share": Decimal(2)}, "buy_back_share"),
        ({"offers": ()}, "offers"),
    ],
)
def test_terms_that_make_no_sense_are_refused(officer, quoting, fields, field):
    with pytest.raises(RuleBrokenError) as refusal:
        record_quote(by=officer, tender=quoting, terms=make_terms(**fields))

    assert refusal.value.field == field
    assert nothing_is_stored()


def test_offer_without_lines_two_bases_or_a_repeated_key_are_refused(officer, quoting):
    bare = OfferTerms(name="Bare", nodes=16, gpus_per_node=8, lines=())
    base = OfferTerms(name="Base", nodes=16, gpus_per_node=8, lines=make_lines())
    twice = OfferTerms(name="Twice", nodes=16, gpus_per_node=8, lines=make_lines() * 2)

    vendor, codes = make_vendor(), []
    for offers in [(bare,), (base, base), (twice,)]:
        with pytest.raises(RuleBrokenError) as refusal:
            record_quote(
                by=officer, tender=quoting, terms=make_terms(vendor, offers=offers)
            )
        codes.append(refusal.value.code)

    assert codes == ["no_lines", "base_offer", "key_twice"]
    assert nothing_is_stored()


def test_evaluator_records_no_quote(evaluator, quoting):
    with pytest.raises(PermissionRefusedError):
        record_quote(by=evaluator, tender=quoting, terms=make_terms())
    assert nothing_is_stored()


def test_quotes_are_recorded_once_they_are_asked_for(officer, tender):
    with pytest.raises(WrongStageError):
        record_quote(by=officer, tender=tender, terms=make_terms())
    assert nothing_is_stored()


@pytest.fixture
def sealed(quoting) -> Tender:
    quoting.is_sealed = True
    quoting.save()
    return quoting


def test_sealed_quote_is_visible_to_nobody_and_the_audit_tells_no_vendor(
    officer, second_officer, sealed
):
    quote = record_quote(by=officer, tender=sealed, terms=make_terms())

    assert not Quote.objects.visible_to(officer).exists()
    assert not Quote.objects.visible_to(second_officer).exists()
    entry = AuditEntry.objects.get(chain__name=f"sealed-{sealed.uuid.hex}")
    assert AuditEntry.objects.count() == 1
    told = f"{entry.subject_name} {entry.details}"
    assert entry.action == "sealed_quote_recorded"
    assert entry.chain.name == sealed_chain(sealed.uuid)
    assert "HPE" not in told
    assert "222800" not in told
    assert entry.details["quote"] == str(quote.uuid)


def test_sealed_replacement_is_not_told(officer, sealed):
    first = record_quote(by=officer, tender=sealed, terms=make_terms())

    second = record_quote(by=officer, tender=sealed, terms=make_terms(first.vendor))

    assert (second.version, second.replaces) == (2, first)
    assert "replaces" not in AuditEntry.objects.last().details


def test_late_quote_after_the_opening_is_told_and_marked(
    officer, second_officer, sealed
):
    past(sealed, accepts_late_quotes=True)
    make_criteria(sealed)
    turn_key(by=officer, evaluation=sealed.evaluation)
    turn_key(by=second_officer, evaluation=sealed.evaluation)

    quote = record_quote(by=officer, tender=sealed, terms=make_terms())

    assert quote.lateness == Quote.Lateness.LATE
    assert AuditEntry.objects.last().action == "quote_recorded"


@pytest.mark.parametrize(
    ("fields", "entries"),
    [
        ({"hides_prices": False}, 0),
        ({"hides_prices": True}, 1),
        ({"hides_prices": False, "is_sealed": True}, 1),
        ({"prices_released_at": "2026-11-01T00:00Z"}, 0),
    ],
)
def test_reading_sealed_or_hidden_prices_is_logged(officer, tender, fields, entries):
    Tender.objects.update(**fields)
    tender.refresh_from_db()

    note_price_reading(by=officer, tender=tender, path="/evaluations/x/quotes/")

    assert AccessEntry.objects.count() == entries
