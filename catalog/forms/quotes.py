"""The forms of a typed quote: its terms, an offer, a line."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from catalog.forms.fields import (
    DateField,
    DecimalField,
    PercentField,
    choose_from,
    currency_field,
)
from catalog.imports.quote_sheet import Incoterm
from catalog.models import QuoteLine, ServerSku, Tender, Vendor


def vendors_of(tender: Tender) -> Any:  # noqa: ANN401  # a queryset of vendors
    """The invited vendors; all active ones where nobody was invited."""
    vendors = Vendor.objects.filter(is_active=True)
    invited = vendors.filter(invitations__tender=tender)
    return invited if tender.invitations.exists() else vendors


class QuoteForm(forms.Form):
    """What holds for the whole quote."""

    vendor = forms.ModelChoiceField(
        label=gettext_lazy("Vendor"), queryset=Vendor.objects.none()
    )
    vendor_reference = forms.CharField(
        label=gettext_lazy("Vendor's reference"), max_length=100, required=False
    )
    round = forms.IntegerField(
        label=gettext_lazy("Round"), min_value=1, max_value=99, initial=1
    )
    quoted_on = DateField(label=gettext_lazy("Quote date"), required=False)
    valid_until = DateField(label=gettext_lazy("Valid until"), required=False)
    currency = currency_field(gettext_lazy("Currency of all prices"))
    tax_basis = forms.ChoiceField(
        label=gettext_lazy("Prices are"), choices=Tender.TaxBasis.choices
    )
    tax_rate = PercentField(
        label=gettext_lazy("Tax rate, %"),
        required=False,
        help_text=gettext_lazy("needed for prices with tax; empty means not stated"),
    )
    delivery_weeks = DecimalField(
        label=gettext_lazy("Delivery, weeks"),
        min_value=0,
        max_value=260,
        decimal_places=1,
        required=False,
    )
    incoterm = forms.ChoiceField(
        label=gettext_lazy("Incoterm"),
        choices=[("", "–"), *((term.value, term.value) for term in Incoterm)],
        required=False,
    )
    payment_terms = forms.CharField(
        label=gettext_lazy("Payment terms"), max_length=1000, required=False
    )
    warranty_years = DecimalField(
        label=gettext_lazy("Warranty, years"),
        min_value=0,
        max_value=20,
        decimal_places=1,
        required=False,
        help_text=gettext_lazy("included in the hardware price; 0 for none"),
    )
    service_level_name = forms.CharField(
        label=gettext_lazy("Service level"), max_length=200, required=False
    )
    buy_back_share = PercentField(
        label=gettext_lazy("Buy-back, percent of the price"), required=False
    )
    buy_back_month = forms.IntegerField(
        label=gettext_lazy("Buy-back after months"),
        min_value=1,
        max_value=180,
        required=False,
    )
    buy_back_conditions = forms.CharField(
        label=gettext_lazy("Buy-back conditions"), max_length=1000, required=False
    )
    notes = forms.CharField(
        label=gettext_lazy("Notes"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    replaces_current = forms.BooleanField(
        label=gettext_lazy("This quote replaces the vendor's quote of this round"),
        required=False,
        help_text=gettext_lazy("The replaced one is kept as an older version."),
    )

    def __init__(self, *arguments: Any, tender: Tender, **options: Any) -> None:
        super().__init__(*arguments, **options)
        choose_from(self, "vendor", vendors_of(tender))
        if not tender.is_open:
            del self.fields["replaces_current"]

    @override
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        is_gross = cleaned.get("tax_basis") == Tender.TaxBasis.GROSS
        if is_gross and "tax_rate" in cleaned and cleaned["tax_rate"] is None:
            raise ValidationError(
                {"tax_rate": _("State the tax rate of prices with tax.")}
            )
        share, month = cleaned.get("buy_back_share"), cleaned.get("buy_back_month")
        if (share is None) != (month is None):
            raise ValidationError(
                {"buy_back_month": _("Give both the share and the month, or none.")}
            )
        return cleaned


class OfferForm(forms.Form):
    """One configuration."""

    name = forms.CharField(label=gettext_lazy("Configuration"), max_length=100)
    sku = forms.ModelChoiceField(
        label=gettext_lazy("Server of the catalogue"),
        queryset=ServerSku.objects.none(),
        required=False,
    )
    nodes = forms.IntegerField(
        label=gettext_lazy("Servers"), min_value=1, max_value=100_000
    )
    gpus_per_node = forms.IntegerField(
        label=gettext_lazy("GPUs per server"), min_value=1, max_value=144
    )
    gpu_name = forms.CharField(
        label=gettext_lazy("GPU"), max_length=120, required=False
    )
    rack_units = DecimalField(
        label=gettext_lazy("Height, U"),
        min_value=0,
        max_value=60,
        decimal_places=1,
        required=False,
    )
    is_base = forms.BooleanField(label=gettext_lazy("Base offer"), required=False)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        choose_from(self, "sku", ServerSku.objects.all())


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
        if price is None and not not_offered:
            raise ValidationError(
                {"unit_price": _("Type the price (0 if included) or tick not offered.")}
            )
        if price is not None and not_offered:
            raise ValidationError(
                {"unit_price": _("A line that is not offered has no price.")}
            )
