"""The terms that a vendor's own sheet does not say, as an officer types them."""

from collections.abc import Mapping
from typing import Any, Final, override

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from catalog.forms.quotes import QuoteForm
from catalog.imports.columns import HEADER_FIELDS, LINE_COLUMNS, OFFER_COLUMNS
from catalog.imports.labels import Field, Language
from catalog.imports.template_values import shown_text
from catalog.models import Tender

HEADER_NAMES: Final = {
    "reference": "vendor_reference",
    "round_number": "round",
    "lead_weeks": "delivery_weeks",
    "service_level": "service_level_name",
}
"""The form's names of the template's fields, where they differ."""


class SheetTermsForm(QuoteForm):
    """The terms of the quote, its one offer, and what its lines leave out."""

    offer_name = forms.CharField(label=gettext_lazy("Offer"), max_length=100)
    sku = forms.CharField(
        label=gettext_lazy("Server part number"),
        max_length=100,
        help_text=gettext_lazy("as the vendor writes it"),
    )
    nodes = forms.IntegerField(
        label=gettext_lazy("Servers"), min_value=1, max_value=100_000
    )
    gpus_per_node = forms.IntegerField(
        label=gettext_lazy("GPUs per server"), min_value=1, max_value=144
    )
    gpu = forms.CharField(label=gettext_lazy("GPU"), max_length=120, required=False)
    unit = forms.CharField(
        label=gettext_lazy("Unit of lines without one"), max_length=30
    )
    first_year = forms.IntegerField(
        label=gettext_lazy("Support lines without years: first year"),
        min_value=1,
        max_value=15,
        required=False,
    )
    last_year = forms.IntegerField(
        label=gettext_lazy("Support lines without years: last year"),
        min_value=1,
        max_value=15,
        required=False,
    )

    def __init__(self, *arguments: Any, tender: Tender, **options: Any) -> None:
        super().__init__(*arguments, tender=tender, **options)
        for name in ("vendor", "replaces_current", "notes"):
            self.fields.pop(name, None)
        for name in ("vendor_reference", "quoted_on", "valid_until"):
            self.fields[name].required = True
        self.fields["tax_basis"].choices = [  # type: ignore[attr-defined]  # a choice field
            ("", "–"),
            *Tender.TaxBasis.choices,
        ]
        self.fields["nodes"].initial = tender.nodes
        self.fields["offer_name"].initial = _("Base")
        self.fields["unit"].initial = _("piece")

    @override
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("delivery_weeks") is None and not cleaned.get("delivery_on"):
            self.add_error(
                "delivery_weeks",
                _("Write the lead time in weeks or the delivery date."),
            )
        return cleaned

    @property
    def facts(self) -> dict[str, str]:
        """What was typed, as a template would write it; of a valid form."""
        cleaned = self.cleaned_data
        facts = {
            field.key: _written(
                field, cleaned.get(HEADER_NAMES.get(field.key, field.key))
            )
            for field in HEADER_FIELDS
            if field.key not in {"vendor", "number_style", "tender"}
        }
        offer = {**cleaned, "name": cleaned["offer_name"]}
        for prefix, fields, names in (
            ("offer.", OFFER_COLUMNS, ("name", "sku", "nodes", "gpus_per_node", "gpu")),
            ("line.", LINE_COLUMNS, ("unit", "first_year", "last_year")),
        ):
            facts |= {
                prefix + field.key: _written(field, offer[field.key])
                for field in fields
                if field.key in names
            }
        return {key: text for key, text in facts.items() if text}


def typed_terms(facts: Mapping[str, str]) -> dict[str, str]:
    """What was typed before, as the form shows it."""
    names = HEADER_NAMES | {"offer.name": "offer_name"}
    typed = {}
    for key, text in facts.items():
        bare = key.removeprefix("offer.").removeprefix("line.")
        typed[names.get(key, bare)] = text.removesuffix("%")
    return typed


def _written(field: Field, value: object) -> str:
    return "" if value in (None, "") else shown_text(field, value, Language.ENGLISH)
