"""Check that a document is a snapshot of schema 1: its shape, then its figures."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from types import NoneType, UnionType
from typing import (
    Annotated,
    Final,
    Literal,
    Union as TypingUnion,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from scoring.reports.consistency import inconsistencies
from scoring.reports.schema import SCHEMA, Snapshot

LONGEST_TEXT: Final = 20_000
MOST_ITEMS: Final = 20_000
_SHOWN_FAULTS: Final = 20


class SnapshotInvalidError(ValueError):
    """The document is no snapshot; ``faults`` name the paths and what is wrong."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults[:_SHOWN_FAULTS]))


def validate_snapshot(document: object) -> Snapshot:
    """Return the document as a snapshot, or raise with every fault found.

    First the shape: each key there, no other, each value of its type. Then the
    figures: references meet, weights are 100, parts add up to their totals.
    """
    faults = list(faults_of(document, Snapshot, "$"))
    if faults:
        raise SnapshotInvalidError(faults)
    snapshot = cast("Snapshot", document)
    if snapshot["schema"] != SCHEMA:
        raise SnapshotInvalidError([f"$.schema: not {SCHEMA}"])
    faults = list(inconsistencies(snapshot))
    if faults:
        raise SnapshotInvalidError(faults)
    return snapshot


def faults_of(value: object, kind: object, path: str) -> Iterator[str]:
    """Say where a value has another shape than its type."""
    if is_typeddict(kind):
        return _object_faults(value, kind, path)
    origin = get_origin(kind)
    if origin is list:
        return _list_faults(value, get_args(kind)[0], path)
    if origin in {UnionType, TypingUnion}:
        return _optional_faults(value, kind, path)
    return _leaf_faults(value, kind, path)


def _object_faults(value: object, kind: object, path: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path}: not an object"
        return
    members = get_type_hints(kind, include_extras=True)
    yield from (f"{path}.{name}: missing" for name in members if name not in value)
    yield from (f"{path}.{name}: unknown" for name in value if name not in members)
    for name, member in members.items():
        if name in value:
            yield from faults_of(value[name], member, f"{path}.{name}")


def _list_faults(value: object, kind: object, path: str) -> Iterator[str]:
    if not isinstance(value, list):
        yield f"{path}: not a list"
    elif len(value) > MOST_ITEMS:
        yield f"{path}: more than {MOST_ITEMS} items"
    else:
        for index, item in enumerate(value):
            yield from faults_of(item, kind, f"{path}[{index}]")


def _optional_faults(value: object, kind: object, path: str) -> Iterator[str]:
    if value is not None:
        (wanted,) = (each for each in get_args(kind) if each is not NoneType)
        yield from faults_of(value, wanted, path)


def _leaf_faults(value: object, kind: object, path: str) -> Iterator[str]:
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            yield f"{path}: {value!r} is none of {', '.join(map(str, get_args(kind)))}"
    elif kind in {bool, int}:
        if type(value) is not kind:
            yield f"{path}: not {'a whole number' if kind is int else 'true or false'}"
    else:
        yield from _text_faults(value, kind, path)


def _text_faults(value: object, kind: object, path: str) -> Iterator[str]:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        yield f"{path}: not a text of at most {LONGEST_TEXT} characters"
    elif any("\ud800" <= character <= "\udfff" for character in value):
        yield f"{path}: not valid Unicode"
    elif get_origin(kind) is Annotated:
        rule = kind.__metadata__[0]  # type: ignore[attr-defined] # an Annotated form
        if not _RULES[rule](value):
            yield f"{path}: {value!r} is no {rule}"


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _is_instant(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


_DECIMAL: Final = re.compile(r"-?(0|[1-9][0-9]{0,29})(\.[0-9]{1,60})?")

_RULES: Final[dict[str, Callable[[str], bool]]] = {
    "decimal": lambda text: _DECIMAL.fullmatch(text) is not None,
    "day": _is_day,
    "instant": _is_instant,
    "sha256": lambda text: re.fullmatch(r"[0-9a-f]{64}", text) is not None,
    "currency": lambda text: re.fullmatch(r"[A-Z]{3}", text) is not None,
    "key": lambda text: bool(text.strip()),
}
