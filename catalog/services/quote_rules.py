"""What must hold between the parts of a quote, in words: one offer, its payments."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.translation import gettext as _

from catalog.models import Offer, Quote
from catalog.pricing.amounts import document_total
from catalog.selectors.amounts import quoted_offer
from catalog.services.quote_terms import LineTerms, OfferTerms, PaymentTerms
from procurement.errors import RuleBrokenError
from procurement.money import TaxBasis


def check_offer(quote: Quote, terms: OfferTerms) -> None:
    """Check the lines of an offer against each other and the discount on its total."""
    if terms.discount_share is not None and terms.discount_amount is not None:
        raise RuleBrokenError(
            _("“%(offer)s”: the discount on the total is a share or an amount.")
            % {"offer": terms.name},
            "two_discounts",
            "offers",
        )
    keys: set[str] = set()
    for line in terms.lines:
        if line.key and line.key in keys:
            raise RuleBrokenError(
                _("The key “%(key)s” appears twice in the offer “%(offer)s”.")
                % {"key": line.key, "offer": terms.name},
                "key_twice",
                "lines",
            )
        keys.add(line.key)
        _check_line(quote, terms, line)


def check_total(offer: Offer) -> None:
    """Check that the discount on the total leaves something of it."""
    total = document_total(quoted_offer(offer))
    if total is not None and total.amount < 0:
        raise RuleBrokenError(
            _("“%(offer)s”: the discount is larger than the total.")
            % {"offer": offer.name},
            "discount_too_large",
            "offers",
        )


def check_payments(payments: tuple[PaymentTerms, ...]) -> None:
    """Check that the parts of the price are the whole of it."""
    whole = sum((step.share for step in payments), Decimal(0))
    if payments and whole != 1:
        raise RuleBrokenError(
            _("The payments add up to %(sum)s %%, not to 100 %%.")
            % {"sum": format((whole * 100).normalize(), "f")},
            "payments_not_whole",
            "payments",
        )


def _check_line(quote: Quote, offer: OfferTerms, line: LineTerms) -> None:
    refusals = (
        *_number_refusals(line),
        *_tier_refusals(line),
        *_bundle_refusals(offer, line),
        *_tax_refusals(quote, line),
    )
    if refusals:
        raise RuleBrokenError(
            refusals[0] % {"line": line.label}, "invalid_line", "lines"
        )


def _number_refusals(line: LineTerms) -> Iterator[str]:
    if line.quantity <= 0:
        yield _("“%(line)s”: the quantity must be above zero.")
    if line.unit_price is not None and line.unit_price < 0:
        yield _("“%(line)s”: a price can't be negative.")
    if (line.first_year is None) != (line.last_year is None):
        yield _("“%(line)s”: give both years, or none.")
    if line.first_year and line.last_year and line.last_year < line.first_year:
        yield _("“%(line)s”: the last year lies before the first.")


def _tier_refusals(line: LineTerms) -> Iterator[str]:
    starts = [step.from_quantity for step in line.breaks]
    if line.breaks and line.unit_price is None:
        yield _("“%(line)s”: price tiers need the price below the first tier.")
    if starts != sorted(set(starts)) or any(start <= 0 for start in starts):
        yield _("“%(line)s”: the quantities of the price tiers must rise.")
    if any(step.unit_price < 0 for step in line.breaks):
        yield _("“%(line)s”: a price can't be negative.")


def _bundle_refusals(offer: OfferTerms, line: LineTerms) -> Iterator[str]:
    if not line.included_in:
        return
    if line.unit_price is not None or line.discount or line.is_optional:
        yield _("“%(line)s” is included in another line: it has no price of its own.")
    holder = next((row for row in offer.lines if row.key == line.included_in), None)
    if holder is None or holder.is_optional or holder.unit_price is None:
        yield _("“%(line)s” must be included in a required, priced line of the offer.")


def _tax_refusals(quote: Quote, line: LineTerms) -> Iterator[str]:
    basis = line.tax_basis or quote.tax_basis
    if basis == TaxBasis.GROSS and line.tax_rate is None and quote.tax_rate is None:
        yield _("“%(line)s”: state the tax rate of prices with tax.")
