"""A vendor's statement as questions and answers."""

from dataclasses import dataclass

from django.utils.text import capfirst

from catalog.models import VendorStatement
from procurement.cleaning import label_of

SERVICE = (
    "cover_hours_per_day",
    "cover_days_per_week",
    "diagnosis_minutes",
    "onsite_hours_tier_1",
    "onsite_hours_tier_2",
    "onsite_hours_tier_3",
    "onsite_hours_remote",
    "replacement_hours",
    "depots",
    "penalties",
)
SOFTWARE = ("frameworks", "platform", "driver", "operating_systems", "notes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One question and what the vendor wrote; None where it stated nothing."""

    label: str
    value: object


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementParts:
    """The answers on service and those on software."""

    service: tuple[Answer, ...]
    software: tuple[Answer, ...]


def statement_rows(statement: VendorStatement) -> StatementParts:
    """Every question in its order, answered or not."""
    return StatementParts(
        service=tuple(_answer(statement, name) for name in SERVICE),
        software=tuple(_answer(statement, name) for name in SOFTWARE),
    )


def _answer(statement: VendorStatement, name: str) -> Answer:
    value = getattr(statement, name)
    label = label_of(VendorStatement, name)
    return Answer(label=capfirst(label), value=None if value == "" else value)
