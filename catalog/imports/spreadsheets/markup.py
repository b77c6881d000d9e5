"""XML of a workbook read as a stream: no document type, elements counted."""

import codecs
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from xml.parsers import expat

from catalog.imports.errors import ImportRefusedError
from catalog.imports.messages import Fault
from catalog.imports.spreadsheets import limits

type Attributes = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Handlers:
    """What to call at the start of an element, at its end and for text.

    Element and attribute names come without their namespace; an attribute that has none
    goes before one of a foreign namespace. Text comes as a whole, or in the pieces
    between which the file has something else than letters.
    """

    start: Callable[[str, Attributes], None]
    end: Callable[[str], None] = lambda _: None
    text: Callable[[str], None] = lambda _: None
    raw_text: Callable[[], None] = lambda: None
    """Before text in a CDATA section."""
    is_text_whole: bool = True


def read_markup(content: bytes, handlers: Handlers) -> None:
    """Send the elements of a document to the handlers."""
    if b"\0" in content[:4] or content.startswith(_UTF_16):
        raise ImportRefusedError(Fault.FILE_ENCODING)
    parser = expat.ParserCreate(namespace_separator=_SPACE)
    parser.buffer_text = handlers.is_text_whole
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > limits.ELEMENTS:
            raise ImportRefusedError(Fault.WORKBOOK_TOO_LARGE)
        named = {_local(k): v for k, v in attributes.items()}
        own = {k: v for k, v in attributes.items() if k in named}
        handlers.start(_local(name), named | own)

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: handlers.end(_local(name))
    parser.CharacterDataHandler = handlers.text
    parser.StartCdataSectionHandler = handlers.raw_text
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.XmlDeclHandler = _check_encoding
    try:
        parser.Parse(content, True)  # noqa: FBT003 (the signature of the library)
    except expat.ExpatError as error:
        raise ImportRefusedError(Fault.FILE_BROKEN, reason=error) from error


_SPACE: Final = "\n"
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def _local(name: str) -> str:
    return name.rpartition(_SPACE)[2]


def _refuse_doctype(*_: object) -> None:
    raise ImportRefusedError(Fault.WORKBOOK_DOCTYPE)


def _check_encoding(_version: str, encoding: str | None, _standalone: int) -> None:
    if encoding and encoding.lower() not in {"utf-8", "utf8"}:
        raise ImportRefusedError(Fault.FILE_ENCODING)
