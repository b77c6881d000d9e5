"""A quote typed in: four forms as one; plain POST, no script needed."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.forms.formsets import BaseFormSet
from django.utils.translation import gettext as _

from catalog.forms.quote_lines import LineForm, PaymentForm
from catalog.forms.quotes import OfferForm, QuoteForm
from catalog.models import Quote, Tender
from catalog.selectors.amounts import price_breaks
from catalog.services.quote_terms import (
    LineTerms,
    OfferTerms,
    PaymentTerms,
    QuoteTerms,
)

MORE_LINES = 10
FEWEST_LINES = 6
MOST_LINES = 120
"""Empty rows at the start, by each press of the button for more, and at most."""

OfferFormSet = forms.formset_factory(
    OfferForm, extra=1, max_num=6, validate_max=True, can_delete=True
)
LineFormSet = forms.formset_factory(
    LineForm, extra=FEWEST_LINES, max_num=MOST_LINES, validate_max=True, can_delete=True
)


PaymentFormSet = forms.formset_factory(
    PaymentForm, extra=3, max_num=12, validate_max=True, can_delete=True
)


class QuoteForms:
    """The four forms of a typed quote, as one."""

    def __init__(
        self,
        sent: Mapping[str, Any] | None,
        *,
        tender: Tender,
        replaced: Quote | None = None,
    ) -> None:
        first = _initial(tender, replaced)
        self.terms_form = QuoteForm(sent, tender=tender, initial=first["quote"])
        self.offers: BaseFormSet[OfferForm] = OfferFormSet(
            sent, prefix="offer", initial=first["offers"]
        )
        self.lines: BaseFormSet[LineForm] = LineFormSet(
            sent, prefix="line", initial=first["lines"]
        )
        self.payments: BaseFormSet[PaymentForm] = PaymentFormSet(
            sent, prefix="payment", initial=first["payments"]
        )

    @property
    def fields(self) -> Mapping[str, forms.Field]:
        """Where a service's refusal may stand: the fields of the terms."""
        return self.terms_form.fields

    def add_error(self, field: str | None, message: str) -> None:
        """Write a refusal into the terms."""
        self.terms_form.add_error(field, message)

    def is_valid(self) -> bool:
        """Whether all four are valid and fit each other."""
        parts = (self.terms_form, self.offers, self.lines, self.payments)
        return sum(part.is_valid() for part in parts) == len(parts) and self._fits()

    @property
    def terms(self) -> QuoteTerms:
        """The quote of valid forms."""
        cleaned = self.terms_form.cleaned_data
        vendor = cleaned["vendor"]
        level = vendor.service_levels.filter(
            name__iexact=cleaned["service_level_name"]
        ).first()
        offers = tuple(
            self._offer(number, values)
            for number, values in enumerate(_filled(self.offers), start=1)
        )
        payments = tuple(
            PaymentTerms(
                share=row["share"], milestone=row["milestone"], days=row["days"]
            )
            for row in _filled(self.payments)
        )
        return QuoteTerms(
            **cleaned, service_level=level, offers=offers, payments=payments
        )

    def _offer(self, number: int, values: Mapping[str, Any]) -> OfferTerms:
        kept = {name: value for name, value in values.items() if name != "DELETE"}
        lines = [row for row in _filled(self.lines) if (row["offer"] or 1) == number]
        return OfferTerms(**kept, lines=tuple(_line(row) for row in lines))

    def _fits(self) -> bool:
        count = len(_filled(self.offers))
        numbers = [row["offer"] or 1 for row in _filled(self.lines)]
        problem = ""
        if not count:
            problem = _("Describe at least one configuration.")
        elif sum(row["is_base"] for row in _filled(self.offers)) != 1:
            problem = _("Exactly one configuration is the base offer.")
        elif numbers and max(numbers) > count:
            problem = _("A line belongs to configuration %(number)s, which is empty.")
        elif set(range(1, count + 1)) - set(numbers):
            problem = _("Each configuration needs at least one line.")
        if problem:
            self.add_error(None, problem % {"number": max(numbers, default=0)})
        return not problem


def with_more_lines(sent: Any) -> Any:  # noqa: ANN401  # Django's QueryDict
    """The same input with room for more lines."""
    wider = sent.copy()
    total = wider.get("line-TOTAL_FORMS", "")
    if total.isdecimal():
        wider["line-TOTAL_FORMS"] = str(min(int(total) + MORE_LINES, MOST_LINES))
    return wider


def _filled(formset: BaseFormSet[Any]) -> list[dict[str, Any]]:
    return [
        form.cleaned_data
        for form in formset.forms
        if form.cleaned_data and not form.cleaned_data.get("DELETE")
    ]


def _line(row: Mapping[str, Any]) -> LineTerms:
    return LineTerms(
        category=row["category"],
        key=row["key"],
        label=row["label"],
        unit=row["unit"],
        quantity=row["quantity"],
        unit_price=None if row["included_in"] else row["unit_price"],
        breaks=row["breaks"],
        discount=row["discount"] or Decimal(0),
        tax_basis=row["tax_basis"],
        tax_rate=row["tax_rate"],
        first_year=row["first_year"],
        last_year=row["last_year"],
        is_optional=row["is_optional"],
        included_in=row["included_in"],
    )


def _initial(tender: Tender, replaced: Quote | None) -> dict[str, Any]:
    if replaced is None:
        terms = {"currency": tender.currency, "tax_basis": tender.tax_basis}
        offer = {"nodes": tender.nodes, "is_base": True}
        return {"quote": terms, "offers": [offer], "lines": [], "payments": []}
    names = [name for name in QuoteForm.base_fields if name != "replaces_current"]
    offers = list(replaced.offers.prefetch_related("lines"))
    return {
        "quote": {name: getattr(replaced, name) for name in names}
        | {"replaces_current": True},
        "offers": [_row(offer, OfferForm) for offer in offers],
        "lines": [
            _row(line, LineForm)
            | {
                "offer": number,
                "is_not_offered": line.unit_price is None and not line.included_in,
                "breaks": price_breaks(line),
            }
            for number, offer in enumerate(offers, start=1)
            for line in offer.lines.all()
        ],
        "payments": [_row(step, PaymentForm) for step in replaced.payments.all()],
    }


def _row(row: Any, form: type[forms.Form]) -> dict[str, Any]:  # noqa: ANN401  # an offer or a line
    return {name: getattr(row, name) for name in form.base_fields if hasattr(row, name)}
