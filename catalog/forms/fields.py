"""Form fields of the trade: currencies, percentages, times in the evaluation's zone."""

from decimal import Decimal
from typing import Any, cast, override
from zoneinfo import available_timezones

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from procurement.canonical import plain_text
from procurement.money import CURRENCIES

USUAL = ("USD", "EUR", "CNY", "JPY", "GBP", "CHF", "KRW", "TWD", "SGD", "HKD")


def currency_choices() -> list[tuple[str, str]]:
    """The usual currencies first, then all others."""
    others = sorted(set(CURRENCIES) - set(USUAL))
    return [("", "–"), *((code, code) for code in (*USUAL, *others))]


def currency_field(label: Any) -> forms.ChoiceField:  # noqa: ANN401  # a text or a lazy one
    """A choice of an ISO 4217 code."""
    return forms.ChoiceField(label=label, choices=currency_choices)


def zone_choices() -> list[tuple[str, str]]:
    """Every time zone of a place, and UTC."""
    names = sorted(name for name in available_timezones() if "/" in name)
    return [(name, name) for name in ("UTC", *names)]


class NumberInput(forms.TextInput):
    """A text box for a number: no spin buttons, no scroll surprises."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(
            {"inputmode": "decimal", "autocomplete": "off"} | (attrs or {})
        )


class PercentField(forms.DecimalField):
    """Per cent as people type it, a fraction inside: 13 is 0.13."""

    widget = NumberInput

    def __init__(self, **options: Any) -> None:
        options = {"min_value": 0, "max_value": 100, "decimal_places": 4} | options
        super().__init__(**options)

    @override
    def clean(self, value: Any) -> Decimal | None:
        percent = super().clean(value)
        return None if percent is None else percent.scaleb(-2)

    @override
    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, Decimal):
            return plain_text(value.scaleb(2))
        return value


class DecimalField(forms.DecimalField):
    """An exact number without the closing zeros of its column."""

    widget = NumberInput

    @override
    def prepare_value(self, value: Any) -> Any:
        return plain_text(value) if isinstance(value, Decimal) else value


class DateField(forms.DateField):
    """A day, picked or typed in ISO form."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(widget=widget, **options)


class LocalTimeField(forms.DateTimeField):
    """A time of day without a zone; its form says in which zone it is meant."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(
            attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
        )
        help_text = _("in the time zone of the evaluation")
        super().__init__(widget=widget, help_text=help_text, **options)

    @override
    def clean(self, value: Any) -> Any:
        moment = super().clean(value)
        return None if moment is None else timezone.make_naive(moment)


def choose_from(form: forms.BaseForm, name: str, rows: QuerySet[Any]) -> None:
    """Give a choice of rows its rows."""
    field = cast("forms.ModelChoiceField[Any]", form.fields[name])
    field.queryset = rows
