"""Texts in both languages, decimals and instants as a snapshot holds them."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils import translation
from django_stubs_ext import StrOrPromise

from procurement.canonical import plain_text
from scoring.mcda.exact import decimal_string
from scoring.reports.schema import Text


def typed(text: str, chinese: str = "") -> Text:
    """A text that people typed: as typed where one language is missing."""
    return {"en": text, "zh": chinese or text}


def spoken(say: Callable[[], StrOrPromise]) -> Text:
    """A text of ours, said once in each language."""
    with translation.override("en"):
        english = str(say())
    with translation.override("zh-hans"):
        chinese = str(say())
    return {"en": english, "zh": chinese}


def translated(text: StrOrPromise) -> Text:
    """A lazy text in each language."""
    return spoken(lambda: text)


def number(value: Decimal | Fraction | int) -> str:
    """A decimal without exponent; a fraction with 28 significant digits."""
    if isinstance(value, Fraction):
        return decimal_string(value)
    return plain_text(Decimal(value))


def number_or_none(value: Decimal | Fraction | int | None) -> str | None:
    """A number, or null where it is missing."""
    return None if value is None else number(value)


def instant(at: datetime) -> str:
    """An instant in UTC."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def literal(value: str) -> Any:  # noqa: ANN401  # one of the schema's literals; validation checks it
    """A stored choice where the schema lists the choices."""
    return str(value)
