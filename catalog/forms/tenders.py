"""What an officer fixes before quotes come in."""

from datetime import datetime
from typing import Any, override
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from catalog.forms.fields import (
    DecimalField,
    LocalTimeField,
    currency_field,
    zone_choices,
)
from catalog.models import Tender
from catalog.services.tenders import TenderTerms


class TenderForm(forms.Form):
    """The terms of a tender; its times are meant in the time zone it names."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=200)
    nodes = forms.IntegerField(
        label=gettext_lazy("Servers asked for"), min_value=1, max_value=100_000
    )
    currency = currency_field(gettext_lazy("Currency"))
    tax_basis = forms.ChoiceField(
        label=gettext_lazy("Tax basis"), choices=Tender.TaxBasis.choices
    )
    budget = DecimalField(
        label=gettext_lazy("Budget ceiling"),
        min_value=0,
        max_digits=18,
        decimal_places=2,
        required=False,
        help_text=gettext_lazy("in the currency and tax basis above; empty for none"),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"), choices=zone_choices, initial="UTC"
    )
    quote_deadline = LocalTimeField(label=gettext_lazy("Quotes due"))
    scores_deadline = LocalTimeField(label=gettext_lazy("Scores due"), required=False)
    is_sealed = forms.BooleanField(
        label=gettext_lazy("Seal quotes until two officers open them"),
        required=False,
        help_text=gettext_lazy(
            "Nobody sees a quote before the deadline has passed and two officers have "
            "turned their keys within half an hour."
        ),
    )
    hides_prices = forms.BooleanField(
        label=gettext_lazy("Hide prices from evaluators until they are released"),
        required=False,
        initial=True,
        help_text=gettext_lazy("A second switch, apart from the seal."),
    )
    accepts_late_quotes = forms.BooleanField(
        label=gettext_lazy("Take in late quotes, marked and under review"),
        required=False,
        help_text=gettext_lazy("Otherwise every quote after the deadline is refused."),
    )

    shows_quote_count = forms.BooleanField(
        label=gettext_lazy("Let officers see how many sealed quotes came in"),
        required=False,
        help_text=gettext_lazy("The number only: no vendor, no price."),
    )
    has_two_envelopes = forms.BooleanField(
        label=gettext_lazy("Two envelopes: first the offers, later the prices"),
        required=False,
        help_text=gettext_lazy(
            "The opening shows the offers without prices. Two officers then open the "
            "prices of the candidates that passed; the others stay sealed for good."
        ),
    )

    @override
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        zone = ZoneInfo(cleaned.get("time_zone") or "UTC")
        for name in ("quote_deadline", "scores_deadline"):
            if cleaned.get(name):
                cleaned[name] = cleaned[name].replace(tzinfo=zone)
        self._check_order(cleaned)
        if cleaned.get("has_two_envelopes") and not cleaned.get("is_sealed"):
            words = _("Two envelopes need sealed quotes.")
            raise ValidationError({"has_two_envelopes": words})
        return cleaned

    def _check_order(self, cleaned: dict[str, Any]) -> None:
        quotes, scores = cleaned.get("quote_deadline"), cleaned.get("scores_deadline")
        if quotes and scores and scores <= quotes:
            raise ValidationError(
                {"scores_deadline": _("Scores are due after the quotes.")}
            )

    @property
    def terms(self) -> TenderTerms:
        """The terms of a valid form."""
        return TenderTerms(**self.cleaned_data)


def terms_as_initial(tender: Tender) -> dict[str, Any]:
    """What the form shows for a tender, its times as on a clock in its zone."""
    values = {name: getattr(tender, name) for name in TenderTerms.__slots__}
    for name in ("quote_deadline", "scores_deadline"):
        moment = values[name]
        if isinstance(moment, datetime):
            values[name] = timezone.make_naive(moment, tender.zone)
    return values
