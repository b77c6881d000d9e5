"""Which cell formats of a workbook show a fraction as a percentage."""

import re
from typing import Final

from catalog.imports.spreadsheets.markup import Attributes, Handlers, read_markup


def percent_styles(content: bytes) -> frozenset[int]:
    """Return the style numbers whose number format multiplies by 100.

    A percent sign in quotes is decoration: 13" %" holds 13, not 0.13.
    """
    scan = _StyleScan()
    read_markup(content, Handlers(start=scan.start, end=scan.end))
    return frozenset(
        number
        for number, format_id in enumerate(scan.cell_formats)
        if format_id in _BUILT_IN or _is_percent(scan.codes.get(format_id, ""))
    )


_BUILT_IN: Final = frozenset({"9", "10"})
_LITERAL: Final = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.')


def _is_percent(code: str) -> bool:
    return "%" in _LITERAL.sub("", code)


class _StyleScan:
    """Collect the number format codes and the format of each cell style."""

    def __init__(self) -> None:
        self.codes: dict[str, str] = {}
        self.cell_formats: list[str] = []
        self._in_cell_formats = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "numFmt":
            code = attributes.get("formatCode", "")
            self.codes[attributes.get("numFmtId", "")] = code
        elif name == "cellXfs":
            self._in_cell_formats = True
        elif name == "xf" and self._in_cell_formats:
            self.cell_formats.append(attributes.get("numFmtId", "0"))

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self._in_cell_formats = False
