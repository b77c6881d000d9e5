"""Templates and the library of criteria: shipped as data, or an organisation's own."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from procurement.errors import RuleBrokenError
from scoring.models import CriteriaTemplate, Criterion
from scoring.models.criteria import in_language

DATA: Final = Path(__file__).resolve().parent.parent / "data"
TEMPLATES: Final = DATA / "templates"
LIBRARY: Final = DATA / "criteria_library.json"
DEFAULT: Final = "five_dimensions"
OWN: Final = "own:"
PLACED: Final = ("key", "dimension", "weight", "use")
"""What a criterion has only in its place."""

type Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry:
    """A criterion that can be put into a draft, with where it comes from."""

    id: str
    origin: str
    row: Row

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        return in_language(self.row["name_en"], self.row.get("name_zh", ""))

    @property
    def kind(self) -> str:
        """Its kind, as the badge takes it."""
        return str(self.row["kind"])

    @property
    def perspective(self) -> str:
        """Its perspective in words."""
        return str(Criterion.Perspective(self.row["perspective"]).label)

    @property
    def is_knock_out(self) -> bool:
        """Whether it stands outside the dimensions."""
        return self.kind == Criterion.Kind.KNOCK_OUT

    @property
    def fields(self) -> dict[str, Any]:
        """What a new criterion takes from it."""
        return {name: value for name, value in self.row.items() if name != "id"}


def template(key: str) -> dict[str, Any]:
    """Read a template by its key; what it takes from the library is filled in."""
    if key.startswith(OWN):
        return _own(key)
    loaded = _shipped(key)
    return loaded | {"criteria": [_filled(row) for row in loaded["criteria"]]}


def _own(key: str) -> dict[str, Any]:
    try:
        uuid = UUID(key.removeprefix(OWN))
    except ValueError:
        raise _unknown(key) from None
    row = CriteriaTemplate.objects.filter(uuid=uuid).first()
    if row is None:
        raise _unknown(key)
    content: dict[str, Any] = row.content
    return {"key": key, "name_en": row.name_en, "name_zh": row.name_zh} | content


@cache
def _shipped(key: str) -> dict[str, Any]:
    path = TEMPLATES / f"{key}.json"
    if path.parent != TEMPLATES or not path.is_file():
        raise _unknown(key)
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def _unknown(key: str) -> RuleBrokenError:
    return RuleBrokenError(
        _("There is no template “%(key)s”.") % {"key": key},
        "template_unknown",
        "template",
    )


def _filled(row: Row) -> dict[str, Any]:
    used = row.get("use")
    base = {} if used is None else _base(used)
    return dict(base) | {name: value for name, value in row.items() if name != "use"}


def _base(used: str) -> Row:
    rows = _library_rows()
    return {
        name: value
        for name, value in rows[used].items()
        if name not in PLACED and name != "id"
    }


@cache
def _library_rows() -> dict[str, Row]:
    """Each shipped criterion by its id; those of the default template by their key."""
    rows = json.loads(LIBRARY.read_text(encoding="utf-8"))
    default = _shipped(DEFAULT)["criteria"]
    return {f"{DEFAULT}/{row['key']}": row for row in default} | {
        row["id"]: row for row in rows
    }


def template_choices() -> list[tuple[str, str, str]]:
    """Key, English and Chinese name of each template: the default first, own ones last.

    The names of an organisation's own are as they were typed.
    """
    keys = sorted(path.stem for path in TEMPLATES.glob("*.json"))
    keys.sort(key=lambda key: key != DEFAULT)
    shipped = [_shipped(key) for key in keys]
    own = CriteriaTemplate.objects.all()
    return [
        *((row["key"], row["name_en"], row["name_zh"]) for row in shipped),
        *((row.key, row.name_en, row.name_zh) for row in own),
    ]


def library() -> list[LibraryEntry]:
    """All criteria that can be inserted: the shipped, then those of own templates."""
    return [*_shipped_entries(), *_own_entries()]


def _shipped_entries() -> Iterator[LibraryEntry]:
    for key, row in _library_rows().items():
        yield LibraryEntry(id=key, origin=_("shipped"), row=_placeless(row))


def _own_entries() -> Iterator[LibraryEntry]:
    for held in CriteriaTemplate.objects.all():
        for row in held.content["criteria"]:
            yield LibraryEntry(
                id=f"{held.key}/{row['key']}",
                origin=in_language(held.name_en, held.name_zh),
                row=_placeless(row),
            )


def _placeless(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in PLACED}
