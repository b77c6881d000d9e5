"""Parts in the plain form that spreadsheet programs write, proven by one pattern.

The pattern must cover every byte between the first row and the last, or the first text
and the last; what stands before and behind goes through the XML parser as ever. Where
any of it fails, the answer is ``None``, and the full scan decides on the whole part.
"""

import re
from collections.abc import Callable
from typing import Final

from catalog.imports.errors import ImportRefusedError
from catalog.imports.spreadsheets import limits
from catalog.imports.spreadsheets.markup import Handlers, read_markup


def plain_sheet(content: bytes) -> bytes | None:
    """Return the rows of a sheet if they are beyond doubt.

    Beyond doubt are rows and cells with their own, agreeing places in ASCII, without
    prefix, comment, section of raw text, instruction or text written in the cell.
    """
    start, end = content.find(_DATA), content.find(_DATA_END)
    if start < 0 or not start < end or _is_large(content):
        return None
    start += len(_DATA)
    body = content[start:end]
    if not _ROWS.fullmatch(body):
        return None
    kinds = set(re.findall(rb'<row r="[0-9]++"([^>/]*+)', body))
    if len(kinds) > _KINDS:
        return None
    samples = b"".join(b'<row r="1"%b/>' % kind for kind in kinds)
    return _proven(content, (start, end), samples, {"row", "c"})


def plain_texts(content: bytes) -> bytes | None:
    """Return the shared texts of a workbook if each is one run without a format."""
    start, end = content.find(_TEXT), content.rfind(_TEXT_END) + len(_TEXT_END)
    if start < 0 or not start < end or _is_large(content):
        return None
    body = content[start:end]
    if not _TEXTS.fullmatch(body) or not _is_utf_8(body):
        return None
    return _proven(content, (start, end), b"", {"si", "t"})


_DATA: Final = b"<sheetData>"
_DATA_END: Final = b"</sheetData>"
_TEXT: Final = b"<si>"
_TEXT_END: Final = b"</si>"

_KINDS: Final = 200
"""Sets of row attributes that are tried, each once, by the XML parser."""

_ROWS: Final = re.compile(
    rb"""(?:<row[ ]r="([1-9][0-9]{0,6}+)"[^<>&/]*+(?:/>|>(?:
          <c[ ]r="(?:[A-Z]|A[A-Z]|B[A-L])\1"(?:[ ]s="[0-9]{1,5}+")?+(?:[ ]?/>|
          (?:[ ]t="(?:s|n|b|e|str)")?+>
          (?:<f(?:[ ]aca="[a-z]++")?+(?:[ ]t="shared")?+(?:[ ]ref="[A-Z0-9:]++")?+
             (?:[ ]si="[0-9]++")?+(?:/>|>(?:[\x20-%'-;=?-~]|&(?:amp|lt|gt|quot|apos);)*+
             </f>))?+
          (?:<v>[\x20-%'-;=?-~]++</v>)?+</c>))*+
        </row>))*+""",
    re.VERBOSE,
)
"""Cells up to column BL, the 64th, and text without ``<``, ``>`` or a bare ``&``."""

_TEXTS: Final = re.compile(
    rb"""(?:<si><t(?:[ ]xml:space="preserve")?+(?:/>|>
          (?:[\t\n\x20-%'-;=?-~\x80-\xee\xf0-\xf4]|\xef(?!\xbf[\xbe\xbf])|
             &(?:amp|lt|gt|quot|apos);)*+
        </t>)(?:<phoneticPr[ ]fontId="[0-9]++"(?:[ ]type="[A-Za-z]++")?+/>)?+
        </si>)*+""",
    re.VERBOSE,
)


_OPENING: Final = re.compile(rb"(?:\xef\xbb\xbf)?+<\?xml [^<>?]*+\?>")


def _is_large(content: bytes) -> bool:
    """Tell whether there may be too many elements; an end of one counts as one too."""
    return content.count(b"<") > limits.ELEMENTS


def _is_utf_8(body: bytes) -> bool:
    try:
        return bool(body.decode())
    except UnicodeDecodeError:
        return False


def _proven(
    content: bytes, place: tuple[int, int], samples: bytes, names: set[str]
) -> bytes | None:
    """Send what surrounds the body through the XML parser; it must hold no cell."""
    head, body, tail = content[: place[0]], content[slice(*place)], content[place[1] :]
    if b"<!" in head + tail or not _is_plain_head(head) or b"<?" in tail:
        return None
    found: list[str] = []
    try:
        read_markup(head + samples + tail, Handlers(start=_collecting(names, found)))
    except ImportRefusedError:
        return None
    return body if len(found) == samples.count(b"<row") else None


def _is_plain_head(head: bytes) -> bool:
    """Tell whether no instruction but the one that opens the document stands here."""
    opening = _OPENING.match(head)
    return head.count(b"<?") == (1 if opening else 0)


def _collecting(names: set[str], found: list[str]) -> Callable[..., None]:
    def start(name: str, _attributes: object) -> None:
        if name in names:
            found.append(name)

    return start
