"""Price tiers in one box: “8: 95.00; 16: 90.00”."""

import re
from typing import Any, Final, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from catalog.forms.fields import DecimalField
from catalog.pricing.tiers import PriceBreak
from procurement.canonical import plain_text

_SEPARATOR: Final = re.compile(r"[;\n；]")


class TiersField(forms.CharField):
    """Quantities with the unit price that holds from there on."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=200, **options)
        self._quantity = DecimalField(
            min_value=0, max_value=1_000_000, decimal_places=3
        )
        self._price = DecimalField(min_value=0, max_digits=18, decimal_places=6)

    @override
    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        parts = [part.strip() for part in _SEPARATOR.split(text) if part.strip()]
        return tuple(self._break(part) for part in parts)

    @override
    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str) or value is None:
            return value
        return "; ".join(
            f"{plain_text(row.from_quantity)}: {plain_text(row.unit_price)}"
            for row in value
        )

    def _break(self, part: str) -> PriceBreak:
        start, colon, price = part.replace("：", ":").partition(":")
        if not colon:
            raise ValidationError(
                _("Write each tier as quantity: price, such as 8: 95.00.")
            )
        return PriceBreak(
            from_quantity=self._quantity.clean(start.strip()),
            unit_price=self._price.clean(price.strip()),
        )
