"""Opening sealed quotes locks criteria, formula and rates for good."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from catalog.models import OpeningKey, Quote, QuoteLine, Recusal, Tender, Vendor
from catalog.selectors.technical_offers import TechnicalLine, technical_offers
from catalog.services.openings import release_prices
from catalog.services.quotes import record_quote
from catalog.services.rates import RateTerms, freeze_rate, remove_rate
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, PermissionRefusedError, Stage, can
from scoring.models import Candidate
from scoring.selectors.costs.candidate_costs import candidate_costs, evaluated_prices
from scoring.selectors.costs.quoted_totals import QuotedTotal, quoted_totals
from scoring.selectors.guards import refusals
from scoring.services.admissions import decide_admission
from scoring.services.candidates import take_offers
from scoring.services.criteria import edit_criteria
from scoring.services.evaluations import edit_policy
from scoring.services.knock_outs import Verdict, decide_knock_out
from scoring.services.openings import turn_key, turn_key_to_prices
from tests.catalog.services.test_quotes import make_terms
from tests.factories import at_stage, make_criteria, make_quote, make_vendor

WEIGHTED = "1.1"


@pytest.fixture
def sealed(tender) -> Tender:
    """Its deadline has passed; its quotes are sealed and its criteria a draft."""
    tender.is_sealed, tender.stage = True, Stage.QUOTES
    tender.quote_deadline = database_now() - timedelta(minutes=1)
    tender.save()
    make_criteria(tender)
    return tender


def test_the_second_key_locks_the_criteria_before_it_opens(
    officer, second_officer, sealed
):
    evaluation = sealed.evaluation
    turn_key(by=officer, evaluation=evaluation)
    assert not evaluation.criteria_versions.get().is_locked

    opened = turn_key(by=second_officer, evaluation=evaluation)

    version = evaluation.criteria_versions.get()
    assert (version.is_locked, version.locked_by) == (True, second_officer)
    assert version.locked_at <= opened.opened_at
    actions = AuditEntry.objects.order_by("sequence").values_list("action", flat=True)
    assert list(actions)[-4:] == [
        "opening_key_turned",
        "opening_key_turned",
        "criteria_locked",
        "quotes_opened",
    ]


def test_after_the_opening_criteria_formula_and_rates_stand(
    officer, second_officer, sealed
):
    evaluation = sealed.evaluation
    rate = freeze_rate(
        by=officer,
        tender=sealed,
        terms=RateTerms(
            currency="EUR", rate=Decimal("1.08"), on=date(2026, 10, 1), source="ECB"
        ),
    )
    for person in (officer, second_officer):
        turn_key(by=person, evaluation=evaluation)
    sealed.refresh_from_db()
    evaluation.tender = sealed

    refusals = {}
    for name, call in {
        "criteria": lambda: edit_criteria(
            by=officer,
            version=evaluation.criteria_versions.get(),
            changes={WEIGHTED: {"name_en": "Other"}},
        ),
        "formula": lambda: edit_policy(
            by=officer, evaluation=evaluation, changes={"price_formula": "min_max"}
        ),
        "rates": lambda: remove_rate(by=officer, rate=rate),
    }.items():
        with pytest.raises(RuleBrokenError) as caught:
            call()
        refusals[name] = caught.value.code
    assert refusals == {
        "criteria": "criteria_locked",
        "formula": "rules_locked",
        "rates": "rates_locked",
    }


def test_no_key_turns_while_the_criteria_could_not_be_locked(officer, sealed):
    row = sealed.evaluation.criteria_versions.get().criteria.filter(weight__gt=1)[0]
    row.weight -= 1
    row.save()

    with pytest.raises(RuleBrokenError) as refusal:
        turn_key(by=officer, evaluation=sealed.evaluation)

    assert refusal.value.code == "weights_not_hundred"
    assert not OpeningKey.objects.exists()
    assert Tender.objects.get().opened_at is None


def test_an_evaluation_without_criteria_is_not_opened(officer, sealed):
    sealed.evaluation.criteria_versions.all().delete()

    with pytest.raises(RuleBrokenError) as refusal:
        turn_key(by=officer, evaluation=sealed.evaluation)

    assert refusal.value.code == "criteria_missing"


def test_criteria_locked_before_stay_as_they_were(officer, second_officer, sealed):
    version = sealed.evaluation.criteria_versions.get()
    locked = database_now() - timedelta(minutes=30)
    type(version).objects.update(locked_by=officer, locked_at=locked)

    turn_key(by=officer, evaluation=sealed.evaluation)
    opened = turn_key(by=second_officer, evaluation=sealed.evaluation)

    assert opened.opened_at is not None
    version.refresh_from_db()
    assert (version.locked_by, version.locked_at) == (officer, locked)


def test_an_approver_turns_no_key(approver, sealed):
    with pytest.raises(PermissionRefusedError):
        turn_key(by=approver, evaluation=sealed.evaluation)


@pytest.fixture
def envelopes(officer, second_officer, sealed) -> Tender:
    """Opened to its technical part: Dell passes, HPE is knocked out, both decided."""
    sealed.has_two_envelopes = True
    sealed.hides_prices = False
    sealed.save()
    for name in ("Dell", "HPE"):
        make_quote(sealed, vendor=make_vendor(name=name))
    for person in (officer, second_officer):
        turn_key(by=person, evaluation=sealed.evaluation)
    at_stage(sealed, Stage.EVIDENCE)
    sealed.refresh_from_db()
    sealed.evaluation.tender = sealed
    return sealed


def candidates_of(officer, tender) -> dict[str, Candidate]:
    """Take the offers in and decide every knock-out; HPE fails K2."""
    taken = take_offers(by=officer, evaluation=tender.evaluation)
    rows = {row.vendor.name: row for row in taken}
    for name, row in rows.items():
        for key in ("K1", "K2", "K3", "K4"):
            decide_knock_out(
                by=officer,
                candidate=row,
                criterion_key=key,
                verdict=Verdict(
                    is_passed=(name, key) != ("HPE", "K2"),
                    reason_en="Seen in the offer.",
                ),
            )
    return rows


def prices_read_by(*people) -> list[set[str]]:
    """The vendors whose prices each may read, of the quotes and of their lines."""
    found = []
    for person in people:
        quotes = Quote.objects.visible_to(person)
        found.append(set(quotes.values_list("vendor__name", flat=True)))
    lines = QuoteLine.objects.values_list("offer__quote__vendor__name", flat=True)
    return [*found, set(lines)]


def test_the_opening_shows_the_offers_and_no_price(
    officer, approver, evaluator, envelopes
):
    assert envelopes.waits_for_prices
    assert prices_read_by(officer, approver, evaluator) == [set()] * 4
    for person in (officer, approver, evaluator):
        offers = technical_offers(envelopes, person, date(2026, 12, 1))
        assert {offer.head.vendor for offer in offers} == {"Dell", "HPE"}
        assert offers[0].lines == (
            TechnicalLine(
                category="Server",
                label="Server with 8 GPUs",
                unit="node",
                quantity=Decimal("16.000"),
            ),
        )
        for action in (Action.VIEW_COST, Action.VIEW_REPORTS):
            assert not can(person, action, envelopes)
    assert quoted_totals(envelopes, make_rows(officer, envelopes)) == {
        row.pk: QuotedTotal(refusal="The prices of this quote are sealed.")
        for row in envelopes.evaluation.candidates.all()
    }


def make_rows(officer, tender) -> list[Candidate]:
    return list(candidates_of(officer, tender).values())


def test_two_officers_open_the_prices_of_those_that_passed_only(
    officer, second_officer, approver, envelopes
):
    candidates = candidates_of(officer, envelopes)
    evaluation = envelopes.evaluation

    once = turn_key_to_prices(by=officer, evaluation=evaluation)
    assert once.prices_opened_at is None
    assert prices_read_by(officer, approver) == [set()] * 3

    twice = turn_key_to_prices(by=second_officer, evaluation=evaluation)
    assert twice.prices_opened_at is not None
    assert prices_read_by(officer, approver) == [{"Dell"}] * 3
    entry = AuditEntry.objects.get(action="sealed_prices_opened")
    assert entry.details["officers"] == ["Helena Brandt", "Liu Yang"]
    assert [row["vendor"] for row in entry.details["quotes"]] == ["Dell"]
    costs = candidate_costs(evaluation, evaluation.candidates.order_by("position"))
    assert [cost.refusal for cost in costs][1] == "The prices of this quote are sealed."
    assert costs[1].outcomes == {}
    assert set(evaluated_prices(evaluation, costs)) <= {candidates["Dell"].pk}


def test_the_prices_of_the_others_stay_sealed_for_good(
    officer, second_officer, envelopes
):
    candidates = candidates_of(officer, envelopes)
    for person in (officer, second_officer):
        turn_key_to_prices(by=person, evaluation=envelopes.evaluation)
    envelopes.refresh_from_db()

    for person in (officer, second_officer):
        with pytest.raises(RuleBrokenError) as refusal:
            turn_key_to_prices(by=person, evaluation=envelopes.evaluation)
        assert refusal.value.code == "already_open"
    with pytest.raises(RuleBrokenError) as refusal:
        decide_knock_out(
            by=officer,
            candidate=candidates["HPE"],
            criterion_key="K2",
            verdict=Verdict(is_passed=True, reason_en="Looked again."),
        )
    assert refusal.value.code == "price_sealed"
    assert Quote.objects.get(vendor__name="HPE").has_sealed_prices
    terms = make_terms(make_vendor(name="Late"))
    at_stage(envelopes, Stage.EVIDENCE)
    Tender.objects.update(accepts_late_quotes=True)
    with pytest.raises(RuleBrokenError) as refusal:
        record_quote(by=officer, tender=envelopes, terms=terms)
    assert refusal.value.code == "prices_open"


@pytest.mark.parametrize(
    ("prepared", "code"),
    [
        ("nothing", "offers_not_taken"),
        ("taken", "knock_outs_open"),
        ("all rejected", "nobody_passed"),
    ],
)
def test_prices_stay_sealed_until_it_is_decided_who_passed(
    officer, envelopes, prepared, code
):
    evaluation = envelopes.evaluation
    if prepared != "nothing":
        for row in take_offers(by=officer, evaluation=evaluation):
            if prepared == "all rejected":
                decide_admission(
                    by=officer, candidate=row, admission="rejected", reason="No."
                )

    with pytest.raises(RuleBrokenError) as refusal:
        turn_key_to_prices(by=officer, evaluation=evaluation)

    assert refusal.value.code == code
    assert not OpeningKey.objects.filter(envelope="prices").exists()


def test_the_same_officer_twice_opens_no_prices(officer, envelopes):
    candidates_of(officer, envelopes)
    turn_key_to_prices(by=officer, evaluation=envelopes.evaluation)

    with pytest.raises(RuleBrokenError) as refusal:
        turn_key_to_prices(by=officer, evaluation=envelopes.evaluation)

    assert refusal.value.code == "same_officer"
    assert Tender.objects.get().prices_opened_at is None


def test_a_key_of_the_first_opening_does_not_count_for_the_prices(
    second_officer, officer, envelopes
):
    candidates_of(officer, envelopes)

    opened = turn_key_to_prices(by=second_officer, evaluation=envelopes.evaluation)

    assert opened.prices_opened_at is None


def test_a_recused_evaluator_reads_no_offer_of_the_vendor(
    officer, evaluator, envelopes
):
    Recusal.objects.create(
        tender=envelopes,
        user=evaluator,
        vendor=Vendor.objects.get(name="Dell"),
        reason="Worked there.",
        recorded_by=officer,
    )

    offers = technical_offers(envelopes, evaluator, date(2026, 12, 1))

    assert [offer.head.vendor for offer in offers] == ["HPE"]


def test_without_the_second_envelope_there_is_no_second_opening(officer, sealed):
    at_stage(sealed, Stage.EVIDENCE)

    with pytest.raises(RuleBrokenError) as refusal:
        turn_key_to_prices(by=officer, evaluation=sealed.evaluation)

    assert refusal.value.code == "one_envelope"


def test_sealed_prices_are_not_released(officer, envelopes):
    Tender.objects.update(hides_prices=True)

    with pytest.raises(RuleBrokenError) as refusal:
        release_prices(by=officer, tender=envelopes)

    assert refusal.value.code == "prices_sealed"


def test_the_decision_waits_for_the_prices(envelopes):
    at_stage(envelopes, Stage.MODERATION)

    codes = [each.code for each in refusals(envelopes.evaluation, Stage.DECISION)]

    assert codes == ["prices_sealed"]
