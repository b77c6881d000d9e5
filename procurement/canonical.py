"""Canonical JSON and its hash (pure): equal data give equal bytes."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from typing import Final
from uuid import UUID

from procurement.money import Money

_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class NotCanonicalError(ValueError):
    """A value has no canonical form; ``path`` says where it stands."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path


def canonical_json(value: object) -> str:
    """Write a value as the one JSON text that stands for it.

    Keys are sorted by code point, no blanks, UTF-8 characters as they are. Decimals
    are strings without exponent or closing zeros, so 1.50 and 1.5 agree; dates are
    ISO 8601, instants in UTC with ``Z``. Floats, NaN, Infinity, naive instants, sets
    and unknown objects are refused, never guessed.

    >>> canonical_json({"b": Decimal("1.50"), "a": [None, True, 2]})
    '{"a":[null,true,2],"b":"1.5"}'
    >>> canonical_json({"cell": [0.5]})
    Traceback (most recent call last):
    procurement.canonical.NotCanonicalError: $.cell[0]: float is not exact
    """
    return json.dumps(
        canonical_value(value),
        ensure_ascii=False,
        allow_nan=False,
        sort_keys=True,
        separators=(",", ":"),
    )


def digest(value: object) -> str:
    """Return the SHA-256 of the canonical JSON, as 64 hexadecimal digits.

    >>> digest({})
    '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'
    """
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def plain_text(value: Decimal) -> str:
    """Write a decimal without exponent, closing zeros or negative zero.

    >>> plain_text(Decimal("1E+3")), plain_text(Decimal("-0.00"))
    ('1000', '0')
    """
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def canonical_value(value: object, path: str = "$") -> object:
    """Turn a value into plain JSON types, in the forms of ``canonical_json``.

    >>> canonical_value((date(2026, 11, 16), Decimal("0.10")))
    ['2026-11-16', '0.1']
    """
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, Money):
        value = {**value.to_json(), "amount": value.amount}
    if isinstance(value, Mapping):
        return _object(value, path)
    if isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray):
        return [canonical_value(item, f"{path}[{i}]") for i, item in enumerate(value)]
    return _leaf(value, path)


def _object(value: Mapping[object, object], path: str) -> dict[str, object]:
    members: dict[str, object] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise NotCanonicalError(path, f"key {key!r} is not text")
        name = _text(str(key), path)
        members[name] = canonical_value(item, f"{path}.{name}")
    return members


def _leaf(value: object, path: str) -> object:
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, float):
        raise NotCanonicalError(path, "float is not exact")
    return _leaf_text(value, path)


def _leaf_text(value: object, path: str) -> str:
    match value:
        case str():
            return _text(value, path)
        case Decimal() if value.is_finite():
            return plain_text(value)
        case datetime():
            return _instant(value, path)
        case date() | UUID():
            return str(value)
    raise NotCanonicalError(path, f"{value!r} has no canonical form")


def _text(value: str, path: str) -> str:
    if _LONE_SURROGATE.search(value):
        raise NotCanonicalError(path, "text is not valid Unicode")
    return value


def _instant(value: datetime, path: str) -> str:
    if value.tzinfo is None:
        raise NotCanonicalError(path, "instant without time zone")
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
