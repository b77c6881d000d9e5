"""The quote comparison: offers side by side with their admission and low-bid tests."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext as _

from catalog.models import PriceJustification, Tender
from catalog.pricing.amounts import stated_offer
from catalog.pricing.ceiling import AgainstCeiling, against_ceiling
from catalog.pricing.comparing import Column, Comparison, Per, compare
from catalog.pricing.displaying import Display, display_currencies, display_in
from catalog.pricing.mixing import Mix, mix_by_group, mix_by_line
from catalog.pricing.quoted import Basis, Group
from catalog.selectors.amounts import basis_of, frozen_rates, gap_words
from catalog.selectors.quotes import (
    GROUP_NAMES,
    QuoteHead,
    ReadOffer,
    RoundOffers,
    offers_by_round,
)
from procurement.accounts.models import User
from procurement.money import TaxBasis
from scoring.mcda.admission import AbnormallyLowRule, LowBidTest, low_bid_tests
from scoring.models import Candidate
from scoring.models.criteria import in_language
from scoring.selectors.outstanding.candidates import justification_words

LIMITS = AbnormallyLowRule()


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """Whether a candidate takes part, and why not; no state before it is taken in."""

    state: str = ""
    reason: str = ""
    reason_zh: str = ""
    candidate: UUID | None = None

    @property
    def words(self) -> str:
        """The reason in the reader's language."""
        return in_language(self.reason, self.reason_zh)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierTotal:
    """What the vendor asked in the round before, on the same basis; None for a gap."""

    round: int
    total: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedOffer:
    """One column of the comparison.

    Only an offer that ``is_comparable`` may carry a lowest mark: admitted or not yet
    decided, in time, not expired. One that ``is_restated`` was quoted in another
    currency or tax basis.
    """

    key: str
    head: QuoteHead
    admission: Admission
    column: Column
    low_bid: LowBidTest | None
    is_hidden: bool
    is_comparable: bool
    is_restated: bool
    rate: Decimal | None
    budget: AgainstCeiling | None
    question: PriceJustification | None = None
    before: EarlierTotal | None = None

    @property
    def task(self) -> str:
        """How far the justification of a low price has come."""
        is_low = self.low_bid is not None and self.low_bid.is_abnormally_low
        if self.question is not None and self.question.is_accepted:
            return _("accepted")
        return justification_words(self.open_question) if is_low else ""

    @property
    def open_question(self) -> PriceJustification | None:
        """The question on which the officers have still to decide."""
        return self.question if self.question and self.question.is_open else None

    @property
    def change(self) -> Decimal | None:
        """The total less that of the round before; a cheaper offer is below 0."""
        now = self.column.total.value
        before = self.before.total if self.before else None
        return None if now is None or before is None else now - before

    @property
    def tax_words(self) -> str:
        """The tax basis of the quote, in words."""
        return str(Tender.TaxBasis(self.head.tax_basis).label)

    @property
    def gap(self) -> str:
        """Why its amounts can't be stated; empty when they can."""
        error = self.column.gap
        return gap_words(error, vendor=self.head.vendor) if error else ""

    @property
    def asks_for_review(self) -> bool:
        """Tell whether the vendor must justify its price, or extend its quote."""
        is_low = self.low_bid is not None and self.low_bid.is_abnormally_low
        return is_low or self.head.is_expired

    @property
    def against_mean(self) -> Fraction | None:
        """How far it lies from the mean of the other bids that count; below is < 0."""
        below = self.low_bid.below_mean_of_others if self.low_bid else None
        return None if below is None else -below


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedMix:
    """A best mix with the names of what it takes from whom."""

    by: str
    mix: Mix
    vendors: tuple[str, ...]
    missing: tuple[str, ...]
    budget: AgainstCeiling | None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteComparison:
    """All offers that the person may read, side by side.

    ``display`` is the currency that amounts are written in; no mark follows it.
    """

    offers: tuple[ComparedOffer, ...]
    table: Comparison
    display: Display
    mixes: tuple[ComparedMix, ...]

    @property
    def line_mix(self) -> Decimal | None:
        """The total of the best mix by line."""
        found = (each.mix.total for each in self.mixes if each.by == "line")
        return next(found, None)

    @property
    def currencies(self) -> tuple[str, ...]:
        """The currencies that the amounts can be written in."""
        return display_currencies(self.table.basis)

    @property
    def lowest(self) -> tuple[ComparedOffer, ...]:
        """The offers that share the lowest comparable total; none without a field."""
        return tuple(offer for offer in self.offers if offer.column.total.is_lowest)

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing to compare."""
        return not self.offers


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What the reader asked for.

    The divisor, the offers to show (None for all), the currency to write amounts in
    (that of the tender where it is empty or has no frozen rate).
    """

    per: Per = Per.LINE
    shown: Collection[str] | None = None
    currency: str = ""

    def hides(self, key: str) -> bool:
        """Tell whether the reader left an offer out."""
        return self.shown is not None and key not in self.shown


def quote_comparison(
    tender: Tender, user: User, day: date, view: View
) -> QuoteComparison:
    """Compare the offers on the tender's basis; the number of queries is constant."""
    rounds = offers_by_round(tender, user, day)
    read = rounds.standing
    admissions = _carried(rounds, admissions_of(tender, user))
    basis = basis_of(tender, frozen_rates(tender))
    rates = {rate.base: rate.quote_per_base for rate in basis.rates}
    comparable = _comparable(read, admissions)
    marked = {key for key in comparable if not view.hides(key)}
    table = compare(
        [offer.quoted for offer in read], basis, comparable=marked, per=view.per
    )
    tests = _low_bids(read, admissions, table)
    questions = _questions(read, tests)
    offers = tuple(
        ComparedOffer(
            key=offer.quoted.key,
            head=offer.head,
            admission=admissions.get(offer.head.offer_pk, Admission()),
            column=column,
            low_bid=tests.get(offer.quoted.key),
            is_hidden=view.hides(offer.quoted.key),
            is_comparable=offer.quoted.key in comparable,
            is_restated=(offer.quoted.currency, offer.quoted.tax_basis)
            != (basis.currency, basis.tax_basis),
            rate=rates.get(offer.quoted.currency),
            budget=against_ceiling(column.total.value, tender.budget),
            question=questions.get(offer.head.offer_pk),
            before=_before(rounds.forerunner(offer), basis),
        )
        for offer, column in zip(read, table.columns, strict=True)
    )
    return QuoteComparison(
        offers=offers,
        table=table,
        display=display_in(basis, view.currency),
        mixes=_mixes(offers, table, tender.budget),
    )


def _carried(
    rounds: RoundOffers, admissions: Mapping[int, Admission]
) -> dict[int, Admission]:
    """The admissions, with an offer of a later round under that of its candidate.

    Until the candidate moves to it, the offer counts as far as the candidate does.
    """
    carried = dict(admissions)
    for offer in rounds.standing:
        earlier: ReadOffer | None = offer
        while offer.head.offer_pk not in carried and earlier is not None:
            if earlier.head.offer_pk in admissions:
                carried[offer.head.offer_pk] = admissions[earlier.head.offer_pk]
            earlier = rounds.forerunner(earlier)
    return carried


def _before(earlier: ReadOffer | None, basis: Basis) -> EarlierTotal | None:
    if earlier is None:
        return None
    total = stated_offer(earlier.quoted, basis).total
    return EarlierTotal(round=earlier.head.round, total=total.amount if total else None)


def _questions(
    read: Iterable[ReadOffer], tests: Mapping[str, LowBidTest]
) -> dict[int, PriceJustification]:
    """The newest question about the price of each offer that is abnormally low."""
    low = {key for key, test in tests.items() if test.is_abnormally_low}
    offers = [offer.head.offer_pk for offer in read if offer.quoted.key in low]
    asked = PriceJustification.objects.filter(offer__in=offers)
    return {row.offer_id: row for row in asked.order_by("id")}


def _mixes(
    offers: Iterable[ComparedOffer], table: Comparison, budget: Decimal | None
) -> tuple[ComparedMix, ...]:
    """The best mix by line and by group, of the comparable offers that are shown."""
    names = {
        offer.key: f"{offer.head.vendor} {offer.head.product}"
        for offer in offers
        if offer.is_comparable and not offer.is_hidden
    }
    found = (("line", mix_by_line(table, names)), ("group", mix_by_group(table, names)))
    return tuple(
        ComparedMix(
            by=by,
            mix=mix,
            vendors=tuple(names[key] for key in mix.offers),
            missing=tuple(_group_or_line(by, label) for label in mix.missing),
            budget=against_ceiling(mix.total, budget),
        )
        for by, mix in found
        if mix.total is not None
    )


def _group_or_line(by: str, label: str) -> str:
    return str(GROUP_NAMES[Group(label)]) if by == "group" else label


def admissions_of(tender: Tender, user: User) -> dict[int, Admission]:
    """The admission of the candidates that the person may know of, by offer."""
    rows = Candidate.objects.visible_to(user).filter(
        evaluation__tender=tender, offer__isnull=False
    )
    found = rows.values_list(
        "offer_id", "admission", "admission_reason", "admission_reason_zh", "uuid"
    )
    return {
        offer: Admission(
            state=state, reason=reason, reason_zh=reason_zh, candidate=candidate
        )
        for offer, state, reason, reason_zh, candidate in found
    }


def _comparable(
    read: tuple[ReadOffer, ...], admissions: Mapping[int, Admission]
) -> set[str]:
    return {
        offer.quoted.key
        for offer in read
        if _state(offer, admissions) in {"", Candidate.Admission.ADMITTED}
        and offer.head.late_by is None
        and not offer.head.is_expired
    }


def _low_bids(
    read: tuple[ReadOffer, ...], admissions: Mapping[int, Admission], table: Comparison
) -> dict[str, LowBidTest]:
    """Test the quoted net prices of the bids that count, whole or not."""
    prices = {}
    for offer, column in zip(read, table.columns, strict=True):
        if not _counts(offer, admissions):
            continue
        amount = _net_total(column, table.basis)
        if amount is not None and amount > 0:
            prices[offer.quoted.key] = amount
    return {test.candidate: test for test in low_bid_tests(prices, LIMITS)}


def _net_total(column: Column, basis: Basis) -> Decimal | None:
    if basis.tax_basis is TaxBasis.NET:
        return column.total.value
    net = Basis(currency=basis.currency, tax_basis=TaxBasis.NET, rates=basis.rates)
    total = stated_offer(column.offer, net).total
    return None if total is None else total.amount


def _counts(offer: ReadOffer, admissions: Mapping[int, Admission]) -> bool:
    """Candidates count by their state; before that, base offers that came in time."""
    state = _state(offer, admissions)
    if state:
        return state in Candidate.COUNTING
    return offer.head.is_base and offer.head.late_by is None


def _state(offer: ReadOffer, admissions: Mapping[int, Admission]) -> str:
    return admissions.get(offer.head.offer_pk, Admission()).state
