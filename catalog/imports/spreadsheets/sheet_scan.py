"""One pass over a sheet's XML: bounds held, and what the cell reader cannot tell."""

import re
from dataclasses import dataclass, field
from typing import Final

from catalog.imports.errors import ImportRefusedError
from catalog.imports.messages import Fault
from catalog.imports.spreadsheets import limits
from catalog.imports.spreadsheets.markup import Attributes, Handlers, read_markup
from catalog.imports.spreadsheets.plain_parts import plain_texts

type Position = tuple[int, int]
"""Row and column, both from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellFacts:
    """What the format and the formula of a filled cell say about its value.

    ``has_value`` is told by the full scan only.
    """

    is_percent: bool
    is_formula: bool
    is_error: bool
    has_value: bool = field(default=False, compare=False)


def text_lengths(content: bytes) -> list[int]:
    """Return the length of each shared text of a workbook."""
    if (plain := plain_texts(content)) is not None:
        lengths = [len(text) for text in _PLAIN_TEXT.findall(_as_one_sign(plain))]
        if max(lengths) <= limits.CELL_TEXT:
            return lengths
    scan = _TextScan()
    read_markup(content, Handlers(start=scan.start, end=scan.end, text=scan.text))
    return scan.lengths


def cell_facts(
    content: bytes, lengths: list[int], percents: frozenset[int]
) -> dict[Position, CellFacts]:
    """Return the facts of each filled cell, refusing a sheet beyond the limits.

    Cells are counted as they come, so a small file that unfolds into millions of
    cells, or repeats one long text in each, is refused before anything is built. So is
    a cell that readers take for different numbers: with two values, or one in pieces.
    """
    scan = _CellScan(lengths, percents)
    handlers = Handlers(
        start=scan.start,
        end=scan.end,
        text=scan.text,
        raw_text=scan.raw_text,
        is_text_whole=False,
    )
    read_markup(content, handlers)
    return scan.facts


def position_of(reference: str) -> Position:
    """Return the place of a cell such as C14."""
    found = _REFERENCE.fullmatch(reference)
    if found is None:
        raise ImportRefusedError(Fault.FILE_BROKEN, reason=reference[:20])
    return int(found.group(2)), _column(found.group(1))


_PLAIN_TEXT: Final = re.compile(r"<t[^>/]*+(?:/>|>([^<]*+))")
_ENTITY: Final = re.compile(r"&[a-z]+;")


def _as_one_sign(plain: bytes) -> str:
    return _ENTITY.sub("&", plain.decode())


_TEXT_KINDS: Final = frozenset({"str", "inlineStr"})
_REFERENCE: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


class _TextScan:
    """Measure the shared texts one by one."""

    def __init__(self) -> None:
        self.lengths: list[int] = []
        self._in_text = False

    def start(self, name: str, _attributes: Attributes) -> None:
        if name == "si":
            self.lengths.append(0)
        self._in_text = name == "t" and bool(self.lengths)

    def end(self, _name: str) -> None:
        self._in_text = False

    def text(self, text: str) -> None:
        if self._in_text:
            self.lengths[-1] += len(text)
            if self.lengths[-1] > limits.CELL_TEXT:
                raise ImportRefusedError(Fault.TOO_MUCH_TEXT)


class _CellScan:
    """Follow rows and cells as the cell reader does, and count."""

    def __init__(self, lengths: list[int], percents: frozenset[int]) -> None:
        self.facts: dict[Position, CellFacts] = {}
        self._lengths = lengths
        self._percents = percents
        self._position = (0, 0)
        self._cell: Attributes = {}
        self._content: list[str] = []
        self._inside = ""
        self._is_formula = False
        self._values = 0
        self._text_total = 0

    def start(self, name: str, attributes: Attributes) -> None:
        self._inside = name
        if name == "row":
            row = _number(attributes.get("r", str(self._position[0] + 1)))
            self._position = (row, 0)
        elif name == "c":
            self._position = self._placed(attributes.get("r"))
            self._cell = attributes
            self._content = []
            self._is_formula = False
            self._values = 0
        elif name == "f":
            self._is_formula = True
        elif name in {"v", "is"}:
            self._values += 1

    def text(self, text: str) -> None:
        if self._inside in {"v", "t"}:
            self._content.append(text)

    def raw_text(self) -> None:
        if self._inside == "v":
            raise ImportRefusedError(Fault.FILE_BROKEN, reason="a value in pieces")

    def end(self, name: str) -> None:
        self._inside = ""
        if name == "c" and (self._content or self._is_formula):
            self._keep("".join(self._content))

    def _placed(self, reference: str | None) -> Position:
        row, column = self._position
        if reference is None:
            return row, column + 1
        return position_of(reference)

    def _keep(self, content: str) -> None:
        kind = self._cell.get("t", "n")
        self._check_place()
        self._check_value(kind)
        length = self._length(kind, content)
        self._text_total += length
        if self._text_total > limits.TEXT:
            raise ImportRefusedError(Fault.TOO_MUCH_TEXT)
        self.facts[self._position] = CellFacts(
            is_percent=_number(self._cell.get("s", "0")) in self._percents,
            is_formula=self._is_formula,
            is_error=kind == "e",
            has_value=bool(length) and kind != "e",
        )

    def _check_value(self, kind: str) -> None:
        if self._values > 1:
            raise ImportRefusedError(Fault.FILE_BROKEN, reason="two values in one cell")
        if kind not in _TEXT_KINDS and len(self._content) > 1:
            raise ImportRefusedError(Fault.FILE_BROKEN, reason="a value in pieces")

    def _check_place(self) -> None:
        row, column = self._position
        if not 1 <= row <= limits.ROWS:
            raise ImportRefusedError(Fault.TOO_MANY_ROWS, limit=limits.ROWS)
        if not 1 <= column <= limits.COLUMNS:
            raise ImportRefusedError(Fault.TOO_MANY_COLUMNS, limit=limits.COLUMNS)
        if len(self.facts) >= limits.CELLS:
            raise ImportRefusedError(Fault.TOO_MANY_CELLS, limit=limits.CELLS)
        if self._position in self.facts:
            raise ImportRefusedError(Fault.FILE_BROKEN, reason="two cells in one place")

    def _length(self, kind: str, content: str) -> int:
        if kind != "s":
            return len(content)
        index = _number(content)
        return self._lengths[index] if index < len(self._lengths) else 0


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ImportRefusedError(Fault.FILE_BROKEN, reason=text[:20])
    return int(text)
