"""What every editing of the catalogue does: permission, clean texts, addresses."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import models
from django.utils.text import slugify
from django.utils.translation import gettext as _

from catalog.imports.errors import ImportRefusedError
from catalog.imports.texts import clean_line, clean_lines
from procurement.accounts.models import User
from procurement.cleaning import check_row, label_of
from procurement.errors import RuleBrokenError
from procurement.permissions import ORGANISATION, Action, require

RESERVED: frozenset[str] = frozenset({"matrix", "new"})


def require_editor(by: User) -> None:
    """Pass for those who keep the catalogue."""
    require(by, Action.EDIT_CATALOGUE, ORGANISATION)


def write_row(
    row: models.Model, values: Mapping[str, Any], editable: Collection[str]
) -> dict[str, Any]:
    """Set the columns, check and save the row; returns what changed, before and after.

    Texts come into their normal form; a column that is not editable is refused.
    """
    unknown = set(values) - set(editable)
    if unknown:
        message = f"{sorted(unknown)} can't be edited in {type(row).__name__}."
        raise ValueError(message)
    before, after = {}, {}
    for name, value in values.items():
        cleaned, held = _cleaned(row, name, value), getattr(row, name, None)
        if cleaned != held:
            before[name], after[name] = _plain(held), _plain(cleaned)
            setattr(row, name, cleaned)
    check_row(row)
    row.save()
    return {"before": before, "after": after} if after else {}


def _cleaned(row: models.Model, name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    column = row._meta.get_field(name)  # noqa: SLF001  # Django's documented Model._meta
    clean = clean_lines if isinstance(column, models.TextField) else clean_line
    try:
        return clean(value)
    except ImportRefusedError as error:
        raise RuleBrokenError(
            _("%(label)s: control characters can't be kept.")
            % {"label": label_of(type(row), name)},
            "text_control",
            name,
        ) from error


def _plain(value: object) -> object:
    return str(value) if isinstance(value, models.Model) else value


def free_slug(
    model: type[models.Model],
    text: str,
    fallback: str,
    *,
    besides: Iterable[str] = (),
) -> str:
    """A slug of the text that no row holds yet; numbered where it is taken.

    ``besides`` are slugs that must not be given out either.
    """
    wanted = slugify(text)[:70] or fallback
    rows = model._default_manager.filter(slug__startswith=wanted)  # noqa: SLF001  # Django's documented Model._default_manager
    taken = set(rows.values_list("slug", flat=True)) | RESERVED | set(besides)
    slug, number = wanted, 2
    while slug in taken:
        slug, number = f"{wanted}-{number}", number + 1
    return slug
