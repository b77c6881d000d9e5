"""The same evaluation with no sealed quote and with three answers alike, byte by byte.

Every address that the table of access names, and every link that its page holds, is
read by every role in both worlds. Only what differs between any two answers (tokens of
forms, request identifiers) is masked. A control with the seal off sees the quotes.
"""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db.models import F
from django.utils import timezone

from catalog.models import Offer, Quote, QuoteLine, QuoteRound, Tender
from catalog.services.lateness import LateQuoteError
from catalog.services.quotes import record_quote
from catalog.services.rounds import RoundTerms, begin_round, turn_round_key
from catalog.services.vendor_door.quotes import stage_vendor_file, submit_vendor_file
from procurement.audit.verifying import verify_all
from procurement.errors import RuleBrokenError
from procurement.permissions import Role, Stage
from scoring.reports.gathering.offers import quote_parts
from scoring.selectors.rankings.results import ranking_of
from scoring.services.openings import turn_key
from tests.access import ROWS
from tests.access_cast import one_cast
from tests.architecture.test_leaks import READ, SHOWN
from tests.catalog.services.test_quotes import make_terms
from tests.crawling import crawl, differences, text_of
from tests.factories import (
    add_member,
    make_criteria,
    make_quote,
    make_tender,
    make_vendor,
)
from tests.vendors import make_guest, vendor_file

pytestmark = [pytest.mark.no_cover, pytest.mark.django_db]
NAMES = ("Aperture", "Blackmesa", "Cyberdyne")
FIXED = [uuid4() for _number in NAMES]
INSIDE = ("officer", "approver", "observer", "evaluator", "recused")
OUTSIDE = (
    *("outsider", "finance", "auditor", "editor", "administrator", "nobody"),
    *("officer by token", "finance by token"),
)
ASKED = (
    "audit/?kind=sealed_quote_recorded",
    "audit/?kind=late_quote_refused",
    "audit/?chain=sealed",
    "audit/?q=quote&verify=1",
    "audit/?page=2",
    "audit/?who=System",
    "quotes/?per=node&differences=on",
    "quotes/?bidder=1",
    "quotes/?part=technical",
    "quotes/new/?replaces=" + str(FIXED[0]),
    "set-up/opening/?received=1",
)
"""Filters, orders and words by which a page might tell, below the evaluation."""

LISTED = (
    *("/vendors/?q=Aperture", "/search/?q=Aperture", "/search/?q=sealed"),
    *("/evaluations/?q=Sealed", "/evaluations/?sort=bids", "/reports/"),
    *("/api/v1/quotes/", "/api/v1/quotes/?ordering=-received_at"),
    *("/api/v1/quotes/?vendor=Aperture", "/api/v1/quotes/?page_size=1"),
)


@pytest.fixture(scope="module")
def cast(django_db_setup, django_db_blocker):
    """The story and its people, to whom the sealed evaluation belongs too."""
    with one_cast(django_db_blocker, is_frozen=False) as cast:
        yield cast


@pytest.fixture
def vendors(db):
    """Three invited vendors; the last one has a link of its own."""
    return [make_vendor(name=name, slug=name.lower()) for name in NAMES]


@pytest.fixture
def sealed(cast, vendors):
    """A sealed evaluation of the same people, its deadline ahead, without a quote."""
    story = cast.story
    tender = make_tender(
        officer=story.officer,
        reference="EV-2026-014",
        title="Sealed cluster",
        is_sealed=True,
        stage=Stage.QUOTES,
        quote_deadline=timezone.now() + timedelta(days=3),
    )
    make_criteria(tender)
    add_member(tender, story.second_officer, Role.OFFICER)
    for name, role in (
        ("evaluator", Role.EVALUATOR),
        ("recused", Role.EVALUATOR),
        ("approver", Role.APPROVER),
        ("observer", Role.OBSERVER),
    ):
        add_member(tender, cast.people[name], role)
    for vendor in vendors:
        tender.invitations.create(vendor=vendor)
    tender.door = make_guest(tender, vendors[2])
    return tender


@pytest.fixture
def second_round(sealed, vendors):
    """The same with three opened quotes, and a second round that has just begun."""
    before = timezone.now() - timedelta(days=2)
    for number, vendor in enumerate(vendors):
        at = before + timedelta(minutes=number)
        make_quote(sealed, vendor=vendor, received_at=at)
    Tender.objects.filter(pk=sealed.pk).update(
        stage=Stage.EVIDENCE,
        quote_deadline=before + timedelta(hours=1),
        opened_at=before + timedelta(hours=2),
    )
    sealed.refresh_from_db()
    terms = RoundTerms(
        number=2,
        reason="Best and final offers",
        deadline=timezone.now() + timedelta(days=3),
        vendors=vendors,
    )
    sealed.round = begin_round(by=sealed.created_by, tender=sealed, terms=terms)
    sealed.door = make_guest(
        sealed, vendors[2], round=2, expires_at=sealed.round.deadline
    )
    return sealed


def fill(tender, vendors, received_at=None, number=1):
    """Three quotes by the services: one replaced, one by the vendor's own door."""
    officer = tender.created_by
    for vendor in (vendors[0], vendors[0], vendors[1]):
        terms = make_terms(vendor, replaces_current=True, round=number)
        record_quote(by=officer, tender=tender, terms=terms, received_at=received_at)
    if received_at is None:
        sheet = vendor_file(round_number=number)
        file = stage_vendor_file(by=tender.door, file=sheet)
        submit_vendor_file(by=tender.door, staged=file)
    else:
        terms = make_terms(vendors[2], round=number)
        with pytest.raises(LateQuoteError):
            record_quote(by=officer, tender=tender, terms=terms)
        make_quote(tender, vendor=vendors[2], received_at=received_at, round=number)
    for uuid, vendor in zip(FIXED, vendors, strict=True):
        current = Quote.objects.filter(vendor=vendor, round=number, is_current=True)
        current.update(uuid=uuid)


def after_one_key(tender):
    """The deadline has passed and one officer has turned a key."""
    past = timezone.now() - timedelta(hours=1)
    Tender.objects.filter(pk=tender.pk).update(quote_deadline=past)
    tender.refresh_from_db()
    turn_key(by=tender.created_by, evaluation=tender.evaluation)


def read_all(cast, person, tender, vendors):
    """All that a person gets at any address, with filters, orders and searches."""
    facts = {"reference": tender.reference, "evaluation": tender.uuid}
    read = crawl(
        cast,
        person,
        READ,
        facts,
        follows=(f"/evaluations/{tender.reference}/", "/api/"),
        quote=FIXED,
        vendor_slug=[vendor.slug for vendor in vendors],
        vendor=[vendor.uuid for vendor in vendors],
    )
    below = [f"/evaluations/{tender.reference}/{asked}" for asked in ASKED]
    for address in (*below, *LISTED):
        answer, _written = cast.ask(ROWS[0], person, address, method="get")
        read.found[address] = f"{answer.status_code} {text_of(answer)}"
    return read


def told(cast, person, tender, vendors, received_at=None, number=1):
    """Where the answers of the two worlds differ for a person."""
    before = read_all(cast, person, tender, vendors)
    fill(tender, vendors, received_at, number)
    return differences(before, read_all(cast, person, tender, vendors))


@pytest.mark.parametrize("person", [*INSIDE, *OUTSIDE])
def test_before_the_deadline_three_quotes_answer_like_none(
    cast, sealed, vendors, person
):
    assert told(cast, person, sealed, vendors) == {}
    assert Quote.objects.filter(tender=sealed).current().count() == 3
    assert [verdict.fault for verdict in verify_all() if verdict.fault] == []


@pytest.mark.parametrize("person", ["officer", "approver", "evaluator"])
def test_after_one_officer_three_quotes_answer_like_none(cast, sealed, vendors, person):
    after_one_key(sealed)
    in_time = sealed.quote_deadline - timedelta(minutes=1)

    assert told(cast, person, sealed, vendors, in_time) == {}


# Those who hold no price read through the same filter as in the first round.
@pytest.mark.parametrize("person", ["officer", "evaluator", "officer by token"])
def test_a_sealed_second_round_with_three_quotes_answers_like_none(
    cast, second_round, vendors, person
):
    assert told(cast, person, second_round, vendors, number=2) == {}


def test_after_one_officer_the_second_round_still_tells_nothing(
    cast, second_round, vendors
):
    past = timezone.now() - timedelta(hours=1)
    QuoteRound.objects.filter(pk=second_round.round.pk).update(deadline=past)
    turn_round_key(by=second_round.created_by, quote_round=second_round.round)
    at = past - timedelta(hours=1)

    assert told(cast, "officer", second_round, vendors, at, number=2) == {}


def test_without_the_seal_the_same_reading_finds_the_second_round(
    cast, second_round, vendors
):
    Tender.objects.filter(pk=second_round.pk).update(is_sealed=False)
    second_round.refresh_from_db()

    assert len(told(cast, "officer", second_round, vendors, number=2)) > 3


def test_the_same_officer_twice_opens_nothing(cast, sealed, vendors):
    fill(sealed, vendors)
    after_one_key(sealed)

    with pytest.raises(RuleBrokenError) as refusal:
        turn_key(by=sealed.created_by, evaluation=sealed.evaluation)

    assert refusal.value.code == "same_officer"
    assert not Quote.objects.visible_to(sealed.created_by).filter(tender=sealed)
    assert Tender.objects.get(pk=sealed.pk).opened_at is None


@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if row.method == "post" and row.is_inside],
    ids=str,
)
def test_no_refusal_and_no_answer_of_a_post_tells(cast, sealed, vendors, row):
    """The whole answer of each POST by an officer, its error texts included."""
    facts = {"reference": sealed.reference, "evaluation": sealed.uuid}
    facts["quote"], facts["vendor_slug"] = FIXED[0], vendors[0].slug
    address = cast.address(row, **facts)

    before, _written = cast.ask(row, "officer", address)
    fill(sealed, vendors)
    after, _written = cast.ask(row, "officer", address)

    assert before.status_code == after.status_code
    assert text_of(before) == text_of(after)


def test_only_officers_read_the_number_and_only_where_the_rules_say_so(
    cast, sealed, vendors
):
    Tender.objects.filter(pk=sealed.pk).update(shows_quote_count=True)
    people = ("officer", "approver")
    before = {name: read_all(cast, name, sealed, vendors) for name in people}
    fill(sealed, vendors)
    after = {name: read_all(cast, name, sealed, vendors) for name in people}

    shown = differences(before["officer"], after["officer"])
    assert differences(before["approver"], after["approver"]) == {}
    pages = {address.partition("?")[0] for address in shown}
    assert pages == {
        f"/evaluations/{sealed.reference}/quotes/",
        # It shows the page of the quotes as long as there are no prices to give.
        f"/evaluations/{sealed.reference}/quotes/comparison.xlsx",
        f"/evaluations/{sealed.reference}/set-up/opening/",
    }
    for address in shown:
        text = after["officer"].found[address]
        assert "0 quotes have come in." in before["officer"].found[address]
        assert "3 quotes have come in." in text
        assert not any(str(uuid) in text for uuid in FIXED if uuid.hex not in address)


@pytest.mark.parametrize("person", ["officer", "approver"])
def test_without_the_seal_the_same_reading_finds_the_quotes(
    cast, sealed, vendors, person
):
    """The control: what finds no difference above does find one here."""
    Tender.objects.filter(pk=sealed.pk).update(is_sealed=False)
    sealed.refresh_from_db()
    sealed.door = make_guest(sealed, vendors[2])

    found = told(cast, person, sealed, vendors)

    for part in ("/quotes/", "/audit/", "/vendors/aperture", "/evaluations/?q=Sealed"):
        assert any(part in address for address in found), part
    if person == "officer":
        assert any("set-up" in address for address in found)


def change_prices(quotes):
    """All that a second envelope holds."""
    quotes.update(notes="7391", payment_terms="7391", buy_back_share="0.31")
    offers = Offer.objects.filter(quote__in=quotes)
    offers.update(discount_label="7391", discount_amount="7391")
    lines = QuoteLine.with_sealed.filter(offer__in=offers)
    lines.update(unit_price=F("unit_price") * 2 + 7391, discount="0.31")


@pytest.mark.parametrize("person", ["officer", "evaluator"])
def test_an_opened_first_envelope_tells_no_price(cast, sealed, vendors, person):
    Tender.objects.filter(pk=sealed.pk).update(has_two_envelopes=True)
    sealed.refresh_from_db()
    fill(sealed, vendors)
    past = timezone.now() - timedelta(hours=1)
    Tender.objects.filter(pk=sealed.pk).update(
        quote_deadline=past, opened_at=past, hides_prices=False, stage=Stage.EVIDENCE
    )
    before = read_all(cast, person, sealed, vendors)
    change_prices(Quote.objects.filter(tender=sealed))
    after = read_all(cast, person, sealed, vendors)

    assert any("Aperture" in text for text in before.found.values())
    assert differences(before, after) == {}


@pytest.mark.parametrize("is_sealed", [True, False])
def test_prices_of_those_that_did_not_pass_stay_sealed_on_every_path(cast, is_sealed):
    """Page, file, API, ranking and report; the control opens that very quote."""
    kept = cast.story.candidates["F"].offer.quote
    with cast.at(Stage.MODERATION):
        now = timezone.now()
        tenders = Tender.objects.filter(pk=cast.tender.pk)
        tenders.update(has_two_envelopes=True, prices_opened_at=now)
        quotes = Quote.objects.filter(pk=kept.pk)
        quotes.update(has_sealed_prices=is_sealed)
        before = crawl(cast, "officer", SHOWN, follows=(), quote=[kept.uuid])
        parts = quote_parts(ranking_of(cast.story.evaluation))
        change_prices(quotes)
        after = crawl(cast, "officer", SHOWN, follows=(), quote=[kept.uuid])
        changed = quote_parts(ranking_of(cast.story.evaluation))

    assert (differences(before, after) == {}) is is_sealed
    assert (parts == changed) is is_sealed
    assert len(parts) == (5 if is_sealed else 6)
