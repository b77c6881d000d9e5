"""Bounds of an uploaded spreadsheet: far above a real quote, far below harm."""

from typing import Final

MEGABYTE: Final = 1_000_000

FILE_BYTES: Final = 4 * MEGABYTE
"""An upload; a quote of 1,000 lines takes about 60 kB."""

PARTS: Final = 400
"""Files inside a workbook."""

PART_BYTES: Final = 16 * MEGABYTE
"""One file inside a workbook, unpacked."""

UNPACKED_BYTES: Final = 24 * MEGABYTE
"""All files inside a workbook, unpacked."""

UNPACKED_RATIO: Final = 120
"""Unpacked to packed size of a part above one megabyte."""

ELEMENTS: Final = 200_000
"""XML elements of one part: empty rows and cells count too."""

CELLS: Final = 20_000
"""Filled cells of one sheet."""

ROWS: Final = 5_000
"""The last row that may hold a value."""

COLUMNS: Final = 64
"""The last column that may hold a value."""

TEXT: Final = 4 * MEGABYTE
"""Characters of all filled cells of a sheet, repeated texts counted each time."""

CELL_TEXT: Final = 32_767
"""Characters of one cell: what a spreadsheet program holds."""

SHEETS: Final = 8
"""Sheets of a workbook that is no template of ours; those behind are not read."""

ALL_CELLS: Final = 3 * CELLS
"""Filled cells of all its sheets."""
