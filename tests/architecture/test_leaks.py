"""What one may not know never changes what one reads, at any address.

Each secret is changed in the database; everything that the person can read must stay
as it was, letter by letter. A control shows that the change is seen by who may see it.
"""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from catalog.models import Offer, Quote, QuoteLine, Tender, Vendor
from catalog.services.declarations import Statement, declare
from procurement.audit.recording import record, sealed_chain
from procurement.permissions import Role, Stage
from scoring.models import Candidate, Cell, CostAssumption, Decision, Worksheet
from tests.access import ROWS
from tests.access_cast import freeze_version, one_cast
from tests.crawling import crawl, differences
from tests.factories import (
    add_member,
    at_stage,
    make_criteria,
    make_quote,
    make_tender,
    make_vendor,
)

pytestmark = [pytest.mark.no_cover, pytest.mark.django_db]
INSIDE = [row for row in ROWS if row.is_staged]
LISTS = [
    *("scoring:evaluation-list", "scoring:report-index", "scoring:search"),
    *("catalog:vendor-list", "catalog:vendor-detail", "catalog:run-set-list"),
    *("catalog:audit-heads", "accounts:audit-list"),
    *("api-evaluation-list", "api-quote-list", "api-vendor-list"),
]
READ = [row for row in ROWS if row.is_staged or row.name in LISTS]
EVALUATIONS = ("/evaluations/", "/reports/", "/api/")
NOWHERE = ()
SHOWN = [
    row
    for row in INSIDE
    if row.name.rpartition("-")[0].rpartition(":")[2]
    in {"quote", "cost", "moderation", "ranking", "worksheet", "candidate", "evidence"}
]
"""What holds the secrets, for who may see them."""

VERSION = re.compile(r"/reports?/1/")
COMMENT, NAME = "Said to nobody else 7391", "Zyxwvut Systems"


@pytest.fixture(scope="module")
def cast(django_db_setup, django_db_blocker):
    """The story before anything is frozen."""
    with one_cast(django_db_blocker, is_frozen=False) as cast:
        yield cast


def others_scores(cast, person):
    """Other evaluators' scores and comments."""
    cells = Cell.objects.exclude(worksheet__evaluator=cast.people[person])
    cells.filter(state="scored").update(
        score=6 - F("score"), comment=COMMENT, version=F("version") + 1
    )


def others_cells(cast, person):
    """All that others said, and how far they are."""
    others_scores(cast, person)
    cells = Cell.objects.exclude(worksheet__evaluator=cast.people[person])
    some = list(cells.filter(state="scored").values_list("pk", flat=True)[:6])
    Cell.objects.filter(pk__in=some[:3]).update(state="declined", score=None)
    Cell.objects.filter(pk__in=some[3:]).delete()
    sheets = Worksheet.objects.exclude(evaluator=cast.people[person])
    sheets.filter(pk=sheets.first().pk).update(submitted_at=None)


def prices(cast, person):
    """What was quoted, and what it costs to run."""
    QuoteLine.objects.update(unit_price=F("unit_price") * 2 + 7391)
    Quote.objects.update(payment_terms=NAME, buy_back_share="0.31")
    CostAssumption.objects.filter(candidate__isnull=False).update(value=F("value") * 2)


def reviews(cast, person):
    """What is said about the prices under review."""
    reviewed = Candidate.objects.filter(admission="under_review")
    assert reviewed.update(admission_reason=NAME, admission_reason_zh=NAME)


def name_of_the_recused(cast, person):
    """All names by which a vendor may be known."""
    candidate = cast.story.candidates["C"]
    vendor = candidate.vendor
    Vendor.objects.filter(pk=vendor.pk).update(name=NAME, name_zh=NAME)
    Candidate.objects.filter(pk=candidate.pk).update(label=NAME, admission_reason=NAME)
    Offer.objects.filter(quote__vendor=vendor).update(name=NAME, gpu_name=NAME)
    candidate.offer.sku.name = NAME
    candidate.offer.sku.save()


def read(cast, person, rows, follows=EVALUATIONS):
    """Everything, with the addresses of another candidate and its quote too."""
    other = cast.story.candidates["C"]
    return crawl(
        cast,
        person,
        rows,
        follows=follows,
        candidate=[other.uuid],
        quote=[other.offer.quote.uuid],
        curve=["2.1", "3.1"],
        criterion=["4.1"],
        table=["quotes", "cash-flows"],
    )


def seen_changes(
    cast, person, stage, *secrets, rows=READ, follows=EVALUATIONS, **tender
):
    """Where the secrets show to the person in the stage."""
    with cast.at(stage):
        Tender.objects.filter(pk=cast.tender.pk).update(**tender)
        before = read(cast, person, rows, follows)
        for change in secrets:
            change(cast, person)
        return differences(before, read(cast, person, rows, follows))


def test_while_scoring_an_evaluator_reads_nothing_of_others_and_no_price(cast):
    secrets = (others_cells, prices, reviews)

    assert seen_changes(cast, "evaluator", Stage.SCORING, *secrets) == {}


@pytest.mark.parametrize("stage", [Stage.EVIDENCE, Stage.MODERATION])
def test_hidden_prices_stay_hidden_from_evaluators_in_every_stage(cast, stage):
    secrets = (prices, reviews)

    assert (
        seen_changes(cast, "evaluator", stage, *secrets, prices_released_at=None) == {}
    )


@pytest.mark.parametrize("person", ["approver", "observer"])
def test_before_moderation_approvers_and_observers_read_no_cell(cast, person):
    assert seen_changes(cast, person, Stage.SCORING, others_cells) == {}


def test_before_moderation_officers_read_no_score(cast):
    assert seen_changes(cast, "officer", Stage.SCORING, others_scores) == {}


@pytest.mark.parametrize("stage", [Stage.SCORING, Stage.MODERATION])
def test_a_recused_evaluator_never_reads_the_name(cast, stage):
    found = seen_changes(cast, "recused", stage, name_of_the_recused, rows=INSIDE)

    assert found == {}


def test_a_declared_conflict_cuts_the_name_off_everywhere(cast):
    """The control below has the same person, stage and change, and no conflict."""
    with cast.at(Stage.SCORING):
        declare(
            by=cast.story.evaluator,
            tender=Tender.objects.get(pk=cast.tender.pk),
            said={
                cast.story.candidates["C"].vendor: Statement(
                    has_conflict=True, reason="Shares."
                )
            },
        )
        before = read(cast, "evaluator", INSIDE)
        name_of_the_recused(cast, "evaluator")

        assert differences(before, read(cast, "evaluator", INSIDE)) == {}


@pytest.mark.parametrize(("person", "is_told"), [("recused", False), ("officer", True)])
def test_the_catalogue_does_not_tell_the_recused_that_their_vendor_quoted(
    cast, person, is_told
):
    address = reverse(
        "catalog:vendor-detail", kwargs={"slug": cast.facts["recused_vendor"]}
    )
    with cast.at(Stage.SCORING):
        answer, _written = cast.ask(ROWS[0], person, address, method="get")

    assert answer.status_code == 200
    assert (cast.tender.reference in answer.body.decode()) is is_told


@pytest.mark.parametrize("stage", [Stage.DECISION, Stage.PUBLISHED])
def test_a_recused_evaluator_reads_no_frozen_version(cast, stage):
    """A frozen version names everyone, so it is not there, nor is the name anywhere."""
    with cast.at(Stage.DECISION):
        freeze_version(cast)
        Decision.objects.update(state=Decision.State.PUBLISHED)
        at_stage(cast.tender, stage)
        told = crawl(
            cast,
            "recused",
            INSIDE,
            follows=EVALUATIONS,
            table=["quotes", "cash-flows"],
        ).found

    assert {address for address in told if "Inspur" in told[address]} == set()
    assert {
        address
        for address, text in told.items()
        if VERSION.search(address) and text.startswith("200")
    } == set()


def test_reading_hidden_prices_is_noted_wherever_they_show(cast):
    with cast.at(Stage.SCORING):
        before = read(cast, "approver", INSIDE, NOWHERE)
        prices(cast, "approver")
        shown = differences(before, read(cast, "approver", INSIDE, NOWHERE))

    assert len(shown) > 5
    noted = before.noted | {"/evaluations/"}  # its rows tell of a state, of no price
    assert {name: shown[name] for name in shown.keys() - noted} == {}


@pytest.fixture
def sealed(cast):
    """Another evaluation of the same people: two quotes came in, none is opened."""
    story = cast.story
    tender = make_tender(
        officer=story.officer,
        title="Sealed cluster",
        is_sealed=True,
        stage=Stage.QUOTES,
        quote_deadline=timezone.now() - timedelta(hours=1),
    )
    make_criteria(tender)
    for name, role in (
        ("evaluator", Role.EVALUATOR),
        ("approver", Role.APPROVER),
        ("observer", Role.OBSERVER),
    ):
        add_member(tender, cast.people[name], role)
    for _number in range(2):
        make_quote(tender, offers=[{"sku": cast.story.candidates["A"].offer.sku}])
    return tender


def contents_of_quotes(tender):
    """All that the quotes say, and that there is one more."""
    quotes = Quote.objects.filter(tender=tender)
    quotes.update(
        vendor_reference=NAME,
        payment_terms=NAME,
        currency="EUR",
        delivery_weeks="7",
        warranty_years="2",
        valid_until="2031-01-01",
    )
    Offer.objects.filter(quote__in=quotes).update(name=NAME, nodes=7, gpu_name=NAME)
    QuoteLine.objects.filter(offer__quote__in=quotes).update(
        unit_price=7391, label=NAME, quantity=3
    )


def record_sealed(quote):
    """Note it in the audit as the service does."""
    record(
        by=quote.recorded_by,
        action="sealed_quote_recorded",
        subject=quote.tender,
        details={"quote": quote.uuid},
        tender=sealed_chain(quote.tender.uuid),
    )


def read_sealed(cast, person, tender):
    """Everything at the addresses of the sealed evaluation."""
    quotes = [quote.uuid for quote in tender.quotes.all()]
    facts = {"reference": tender.reference, "evaluation": tender.uuid}
    return crawl(cast, person, READ, facts, quote=quotes)


@pytest.mark.parametrize("person", ["officer", "approver", "observer", "evaluator"])
def test_before_the_opening_nobody_reads_a_quote_or_how_many_there_are(
    cast, sealed, person
):
    vendor = make_vendor()
    before = read_sealed(cast, person, sealed)
    contents_of_quotes(sealed)
    added = make_quote(sealed, vendor=vendor)
    record_sealed(added)
    after = read_sealed(cast, person, sealed)

    assert any(sealed.title in text for text in before.found.values())
    new = {address for address in after.found if str(added.uuid) in address}
    assert {after.found[address][:3] for address in new} <= {"403", "404", "409"}
    assert {a: d for a, d in differences(before, after).items() if a not in new} == {}


@pytest.mark.parametrize(
    ("person", "stage"),
    [
        ("outsider", Stage.PUBLISHED),
        ("administrator", Stage.DECISION),
        ("editor", Stage.DECISION),
        ("finance", Stage.DECISION),
        ("finance", Stage.CANCELLED),
        ("auditor", Stage.DECISION),
    ],
)
def test_who_may_not_know_of_an_evaluation_reads_nothing_of_it(cast, person, stage):
    with cast.at(stage):
        before = read(cast, person, READ)
        Tender.objects.filter(pk=cast.tender.pk).update(title=NAME, nodes=7391)
        prices(cast, person)
        others_cells(cast, "outsider")
        after = read(cast, person, READ)

    assert differences(before, after) == {}
    assert not any(cast.tender.title in text for text in before.found.values())


@pytest.mark.parametrize(
    ("person", "stage", "secret", "addresses"),
    [
        ("officer", Stage.MODERATION, others_scores, {"/moderation/", "/ranking/"}),
        ("evaluator", Stage.MODERATION, others_scores, {"/moderation/"}),
        ("approver", Stage.SCORING, prices, {"/quotes/", "/tco/"}),
        ("evaluator", Stage.MODERATION, prices, {"/quotes/", "/tco/", "/ranking/"}),
        ("observer", Stage.SCORING, reviews, {"/candidates/"}),
        (
            "evaluator",
            Stage.SCORING,
            name_of_the_recused,
            {"/worksheet/", "/candidates/", "/evidence/"},
        ),
    ],
)
def test_the_crawl_sees_what_may_be_seen(cast, person, stage, secret, addresses):
    """The control: without it, a crawl that reads nothing would find no leak."""
    found = seen_changes(cast, person, stage, secret, rows=SHOWN, follows=NOWHERE)

    assert {part for part in addresses if not any(part in at for at in found)} == set()


def test_a_price_shows_to_an_evaluator_as_soon_as_it_is_released(cast):
    """The same stage, person and change as where nothing may show."""
    found = seen_changes(
        cast,
        "evaluator",
        Stage.SCORING,
        prices,
        rows=SHOWN,
        follows=NOWHERE,
        prices_released_at=timezone.now(),
    )

    assert any("/quotes/" in address for address in found)
    assert any("/tco/" in address for address in found)
