"""XML without document type or entity, in UTF-8, or not at all."""

import pytest

from catalog.imports.errors import ImportRefusedError
from catalog.imports.quotes import read_quote
from catalog.imports.spreadsheets import limits
from catalog.imports.spreadsheets.markup import Handlers, read_markup
from tests.catalog.imports.spreadsheets import hostile


def names(content: bytes) -> list[str]:
    found: list[str] = []
    read_markup(content, Handlers(start=lambda name, _: found.append(name)))
    return found


def test_names_come_without_their_namespace():
    assert names(b'<x:a xmlns:x="u"><x:b/><c xmlns="v"/></x:a>') == ["a", "b", "c"]


def test_elements_are_counted():
    content = b"<a>" + b"<b/>" * limits.ELEMENTS + b"</a>"

    with pytest.raises(ImportRefusedError) as refusal:
        names(content)

    assert refusal.value.error.code == "workbook_too_large"


@pytest.mark.parametrize("build", [hostile.entity_bomb, hostile.external_entity])
def test_entities_are_refused_at_the_document_type(build):
    (error,) = read_quote(build()).errors

    assert error.code == "workbook_doctype"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"<a><b></a>", "file_broken"),
        (b"", "file_broken"),
        (b"<a>\xff</a>", "file_broken"),
        (b'<?xml version="1.0" encoding="latin-1"?><a/>', "file_encoding"),
        ("<a/>".encode("utf-16"), "file_encoding"),
        ("<a/>".encode("utf-16-le"), "file_encoding"),
    ],
)
def test_other_markup_is_refused(content, code):
    with pytest.raises(ImportRefusedError) as refusal:
        names(content)

    assert refusal.value.error.code == code
