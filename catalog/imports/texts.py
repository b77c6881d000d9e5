"""Text of a file: one normal form, nothing invisible, nothing a program would run."""

import re
import unicodedata
from typing import Final

from catalog.imports.errors import ImportRefusedError
from catalog.imports.messages import Fault


def clean_line(text: str) -> str:
    r"""Bring a text of one line into its normal form.

    Compatibility forms become plain ones (NFKC), invisible characters go, white space
    becomes single spaces; a character that cannot be printed is refused.

    >>> clean_line("  Dell\u202e  Technologies ")
    'Dell Technologies'
    """
    return " ".join(clean_lines(text).split())


def clean_lines(text: str) -> str:
    r"""Bring a text of several lines into its normal form, keeping the line ends.

    >>> clean_lines("30 days\r\nafter  delivery ")
    '30 days\nafter  delivery'
    """
    visible = text.translate(_INVISIBLE)
    normal = unicodedata.normalize("NFKC", visible).translate(_INVISIBLE)
    lines = _LINE_END.sub("\n", normal)
    if _UNPRINTABLE.search(lines):
        raise ImportRefusedError(Fault.TEXT_CONTROL)
    return "\n".join(line.rstrip() for line in lines.split("\n")).strip()


def folded(text: str) -> str:
    """Fold a label or word for comparison: case, width and space do not count.

    >>> folded(" Unit  Price * "), folded("单价 *")
    ('unit price', '单价')
    """
    plain = unicodedata.normalize("NFKC", text.translate(_INVISIBLE)).casefold()
    return " ".join(plain.replace("*", " ").split())


def guarded(text: str) -> str:
    """Keep a text from being run as a formula by whoever opens the text table.

    >>> guarded("=1+1"), guarded("a=1"), guarded("'=1")
    ("'=1+1", 'a=1', "''=1")
    """
    return f"'{text}" if _RUNNABLE.match(text) else text


def unguarded(text: str) -> str:
    """Take back what ``guarded`` put before a text.

    >>> unguarded("'=1+1"), unguarded("''=1"), unguarded("'tis")
    ('=1+1', "'=1", "'tis")
    """
    return text[1:] if text.startswith("'") and _RUNNABLE.match(text) else text


_BIDI: Final = (
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_ZERO_WIDTH: Final = "\u00ad\u200b\u2060\ufeff"
_INVISIBLE = str.maketrans(dict.fromkeys(_BIDI + _ZERO_WIDTH))
_LINE_END = re.compile("\r\n|[\r\u2028\u2029\u0085\u000b\u000c]")
_UNPRINTABLE = re.compile(
    "[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_RUNNABLE = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
