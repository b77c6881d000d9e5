"""The forms of a typed quote: its terms, an offer, a line."""

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
from catalog.models import Incoterm, ServerSku, Tender, Vendor


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
    delivery_on = DateField(label=gettext_lazy("Delivery date"), required=False)
    incoterm = forms.ChoiceField(
        label=gettext_lazy("Incoterm"),
        choices=[("", "–"), *Incoterm.choices],
        required=False,
    )
    incoterm_place = forms.CharField(
        label=gettext_lazy("Incoterm, named place"), max_length=120, required=False
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
    warranty_includes = forms.CharField(
        label=gettext_lazy("Warranty includes"), max_length=1000, required=False
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
        newest = tender.newest_round
        self.fields["round"].initial = newest.number if newest else 1
        if not tender.receives_openly:
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
    discount_label = forms.CharField(
        label=gettext_lazy("Discount on the total"), max_length=120, required=False
    )
    discount_share = PercentField(
        label=gettext_lazy("Discount on the total, %"), required=False
    )
    discount_amount = DecimalField(
        label=gettext_lazy("or its amount"),
        min_value=Decimal("0.000001"),
        max_digits=18,
        decimal_places=6,
        required=False,
    )

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        choose_from(self, "sku", ServerSku.objects.all())

    @override
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("discount_share") == 0:
            cleaned["discount_share"] = None
        if cleaned.get("discount_share") and cleaned.get("discount_amount"):
            raise ValidationError(
                {"discount_amount": _("Give the share or the amount, not both.")}
            )
        return cleaned
