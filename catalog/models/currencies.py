"""Columns that hold an ISO 4217 code of the closed list."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from procurement.money import CURRENCIES


def check_currency(code: str) -> None:
    """Refuse a code that is not in the closed list."""
    if code not in CURRENCIES:
        raise ValidationError(
            _("%(code)s is no ISO 4217 currency code, such as USD."),
            params={"code": code},
        )


def currency_field(label: Any) -> Any:  # noqa: ANN401  # a field descriptor; the stubs want the concrete class
    """Make a column for a currency code."""
    return models.CharField(
        label, max_length=3, validators=[check_currency], help_text="ISO 4217"
    )
