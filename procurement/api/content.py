"""JSON in and out: strict when read, fast when written."""

import json
from collections.abc import Mapping
from typing import Any, override

import orjson
from rest_framework import exceptions
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

NESTING_LIMIT = 64


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
    """Read JSON; refuse NaN, repeated keys, deep nesting and text that is not UTF-8."""

    media_type = "application/json"

    @override
    def parse(
        self,
        stream: Any,  # an HTTP body: anything with read()
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            text = stream.read().decode("utf-8")
            _check_nesting(text)
            return json.loads(
                text, parse_constant=_refuse_constant, object_pairs_hook=_unique
            )
        except (ValueError, RecursionError) as error:
            message = f"The body is not valid JSON: {error}"
            raise exceptions.ParseError(message) from error


def _check_nesting(text: str) -> None:
    depth = 0
    for character in text:
        if character in "[{":
            depth += 1
            if depth > NESTING_LIMIT:
                message = f"it is nested deeper than {NESTING_LIMIT}."
                raise ValueError(message)
        elif character in "]}":
            depth -= 1


def _refuse_constant(name: str) -> object:
    message = f"{name} is not a number."
    raise ValueError(message)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        message = "a key is repeated."
        raise ValueError(message)
    if any("\x00" in str(part) for pair in pairs for part in pair):
        message = "it holds a NUL character."
        raise ValueError(message)
    return members
