"""The rows of a typed quote: a line with its tiers, a part of the payment."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from catalog.forms.fields import DecimalField, PercentField
from catalog.forms.tiers import TiersField
from catalog.models import PaymentStep, QuoteLine, Tender


class PaymentForm(forms.Form):
    """One part of the price and when it is due."""

    share = PercentField(label=gettext_lazy("Share, %"))
    milestone = forms.ChoiceField(
        label=gettext_lazy("Due at"),
        choices=[("", "–"), *PaymentStep.Milestone.choices],
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days after"), min_value=0, max_value=3650, initial=0
    )


class LineForm(forms.Form):
    """One priced line; without a price the box "not offered" must be ticked."""

    offer = forms.IntegerField(
        label=gettext_lazy("Offer no."), min_value=1, max_value=20, required=False
    )
    category = forms.ChoiceField(
        label=gettext_lazy("Group"), choices=[("", "–"), *QuoteLine.Category.choices]
    )
    key = forms.RegexField(
        r"\A[a-z0-9][a-z0-9_-]*\Z",
        label=gettext_lazy("Key"),
        max_length=40,
        required=False,
        error_messages={
            "invalid": gettext_lazy("Small letters, digits, hyphen, underscore.")
        },
    )
    label = forms.CharField(label=gettext_lazy("Item"), max_length=200)
    unit = forms.CharField(label=gettext_lazy("Unit"), max_length=30, required=False)
    quantity = DecimalField(
        label=gettext_lazy("Quantity"),
        min_value=Decimal("0.001"),
        max_value=1_000_000,
        decimal_places=3,
    )
    unit_price = DecimalField(
        label=gettext_lazy("Price of ONE unit"),
        min_value=0,
        max_digits=18,
        decimal_places=6,
        required=False,
    )
    breaks = TiersField(
        label=gettext_lazy("Price tiers"),
        required=False,
        help_text=gettext_lazy("8: 95.00; 16: 90.00"),
    )
    is_not_offered = forms.BooleanField(
        label=gettext_lazy("Not offered"), required=False
    )
    discount = PercentField(label=gettext_lazy("Discount, %"), required=False)
    first_year = forms.IntegerField(
        label=gettext_lazy("From year"), min_value=1, max_value=15, required=False
    )
    last_year = forms.IntegerField(
        label=gettext_lazy("To year"), min_value=1, max_value=15, required=False
    )
    is_optional = forms.BooleanField(label=gettext_lazy("Option"), required=False)
    included_in = forms.CharField(
        label=gettext_lazy("Included in (key)"), max_length=40, required=False
    )
    tax_basis = forms.ChoiceField(
        label=gettext_lazy("Own tax basis"),
        choices=[("", "–"), *Tender.TaxBasis.choices],
        required=False,
    )
    tax_rate = PercentField(label=gettext_lazy("Own tax rate, %"), required=False)

    @override
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._check_price(cleaned)
        first, last = cleaned.get("first_year"), cleaned.get("last_year")
        if (first is None) != (last is None):
            raise ValidationError({"last_year": _("Give both years, or none.")})
        if first is not None and last is not None and last < first:
            raise ValidationError(
                {"last_year": _("The last year lies before the first.")}
            )
        if cleaned.get("category") == QuoteLine.Category.SUPPORT and first is None:
            raise ValidationError({"first_year": _("Support lines need their years.")})
        return cleaned

    def _check_price(self, cleaned: Mapping[str, Any]) -> None:
        if "unit_price" not in cleaned:
            return
        price, not_offered = cleaned["unit_price"], cleaned.get("is_not_offered")
        if cleaned.get("included_in"):
            return
        if price is None and not not_offered:
            raise ValidationError(
                {"unit_price": _("Type the price (0 if included) or tick not offered.")}
            )
        if price is not None and not_offered:
            raise ValidationError(
                {"unit_price": _("A line that is not offered has no price.")}
            )
