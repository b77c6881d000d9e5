"""JSON in and out: strict when read, fast when written."""

import json
import math
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, override

import orjson
from django.conf import settings
from django.utils.http import parse_header_parameters
from rest_framework import exceptions, status
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

NESTING_LIMIT = 64
LONGEST_WHOLE = 20
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class OrjsonRenderer(BaseRenderer):
    """Write JSON with orjson; decimals are strings before they come here."""

    media_type = "application/json"
    format = "json"
    charset = None

    @override
    def render(
        self,
        data: Any,  # whatever an endpoint returns
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        if data is None:
            return b""
        return orjson.dumps(data, default=str)


class StrictJsonParser(BaseParser):
    """Read JSON as sent: numbers exactly, and nothing that means two things.

    Refused: text that is not UTF-8, NaN and infinite numbers, whole numbers of more
    than 64 bits, repeated keys, deep nesting, NUL characters and lone surrogates.
    """

    media_type = "application/json"

    @override
    def parse(
        self,
        stream: Any,  # an HTTP body: anything with read()
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            _check_charset(media_type or "")
            return loads(_whole_body(stream).decode("utf-8"))
        except (ValueError, RecursionError) as error:
            message = f"The body is not valid JSON: {error}"
            raise exceptions.ParseError(message) from error


class BodyTooLargeError(exceptions.APIException):
    """Says that the body is larger than any that is taken."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = "The body is too large."
    default_code = "body_too_large"


def _whole_body(stream: Any) -> bytes:  # noqa: ANN401  # anything with read()
    largest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body: bytes = stream.read(largest + 1)
    if len(body) > largest:
        raise BodyTooLargeError
    return body


def _check_charset(media_type: str) -> None:
    _name, words = parse_header_parameters(media_type)
    charset = words.get("charset", "utf-8")
    if charset.lower() not in {"utf-8", "utf8"}:
        message = f"it must be UTF-8, not {charset}."
        raise ValueError(message)


def loads(text: str) -> Any:  # noqa: ANN401  # any JSON
    """Read JSON text, strictly; a ValueError or RecursionError says what is wrong."""
    value = json.loads(
        text,
        parse_constant=_refuse_constant,
        parse_float=_exact,
        parse_int=_whole,
        object_pairs_hook=_unique,
    )
    _check(value)
    return value


def _refuse_constant(name: str) -> object:
    message = f"{name} is not a number."
    raise ValueError(message)


def _exact(text: str) -> Decimal:
    if not math.isfinite(float(text)):
        message = "a number is too large."
        raise ValueError(message)
    return Decimal(text)


def _whole(text: str) -> int:
    if len(text) > LONGEST_WHOLE or not -(2**63) <= int(text) < 2**63:
        message = "a whole number has more than 64 bits."
        raise ValueError(message)
    return int(text)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        message = "a key is repeated."
        raise ValueError(message)
    return members


def _check(value: object, depth: int = 0) -> None:
    """Refuse texts that can't be stored, and nesting that no endpoint asks for."""
    if depth > NESTING_LIMIT:
        message = f"it is nested deeper than {NESTING_LIMIT}."
        raise ValueError(message)
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, list):
        for item in value:
            _check(item, depth + 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_text(key)
            _check(item, depth + 1)


def _check_text(text: str) -> None:
    if UNSTORABLE.search(text):
        message = "a text holds a NUL character or half a surrogate pair."
        raise ValueError(message)
