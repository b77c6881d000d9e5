"""Check a row by its model's rules and refuse in words a person can read."""

from collections.abc import Iterable

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models

from procurement.errors import RuleBrokenError


def check_row(row: models.Model, *, exclude: Iterable[str] = ()) -> None:
    """Run ``full_clean``; raise its first error as a broken rule with its field."""
    try:
        row.full_clean(exclude=list(exclude))
    except ValidationError as error:
        raise as_broken_rule(error, row) from error


def check_fields(row: models.Model, *, exclude: Iterable[str] = ()) -> None:
    """Check the columns only, without a query: for rows written in bulk."""
    try:
        row.clean_fields(exclude=list(exclude))
    except ValidationError as error:
        raise as_broken_rule(error, row) from error


def as_broken_rule(error: ValidationError, row: models.Model) -> RuleBrokenError:
    """Turn the first error of a row into a broken rule that names its field."""
    field, messages = next(iter(error.message_dict.items()))
    if field == NON_FIELD_ERRORS:
        return RuleBrokenError(messages[0], "invalid")
    label = label_of(type(row), field)
    return RuleBrokenError(f"{label}: {messages[0]}", "invalid", field)


def label_of(model: type[models.Model], field: str) -> str:
    """The name of a column as its form shows it."""
    column = model._meta.get_field(field)  # noqa: SLF001  # Django's documented Model._meta
    return str(getattr(column, "verbose_name", field))
