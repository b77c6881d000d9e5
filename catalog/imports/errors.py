"""What is wrong with an imported file, cell by cell."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from catalog.imports.messages import MESSAGES, Fault

MAX_ERRORS: Final = 200
"""Errors listed for one file; a person stops reading long before."""

MAX_SHOWN: Final = 400
"""Characters of a file's own text that a message repeats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellError:
    """One fault of a file: where it is, its code and the parameters of its message.

    ``row`` and ``column`` count from 1, as a spreadsheet shows them; both are ``None``
    where the fault is of the whole file or sheet.

    >>> error = CellError(code=Fault.DATE_TIME, sheet="Quote", row=14, column=3)
    >>> error.cell, error.text
    ('C14', 'Write a day without a time.')
    """

    code: Fault
    params: Mapping[str, str] = field(default_factory=dict)
    sheet: str = ""
    row: int | None = None
    column: int | None = None

    @property
    def column_letters(self) -> str:
        """Name the column as a spreadsheet does: A, …, Z, AA."""
        return "" if self.column is None else column_letters(self.column)

    @property
    def cell(self) -> str:
        """Name the cell as a spreadsheet does, such as C14; empty for a whole sheet."""
        return "" if self.row is None else f"{self.column_letters}{self.row}"

    @property
    def template(self) -> str:
        """Return the English message before its parameters: the key to translate."""
        return MESSAGES[self.code]

    @property
    def text(self) -> str:
        """Return the message in English."""
        return self.template % self.params


class ImportRefusedError(Exception):
    """A fault for which reading stops at once; carries the one error."""

    def __init__(self, code: Fault, **params: object) -> None:
        self.error = CellError(
            code=code, params={name: printable(value) for name, value in params.items()}
        )
        super().__init__(self.error.text)


class ErrorList:
    """Collect faults, the first of them up to a cap."""

    def __init__(self) -> None:
        self._errors: list[CellError] = []

    def __bool__(self) -> bool:
        return bool(self._errors)

    def add(self, error: CellError) -> None:
        """Keep an error while there is room, then say once that there are more."""
        if len(self._errors) < MAX_ERRORS:
            self._errors.append(error)
        elif len(self._errors) == MAX_ERRORS:
            limit = {"limit": str(MAX_ERRORS)}
            self._errors.append(CellError(code=Fault.TOO_MANY_ERRORS, params=limit))

    def in_order(self) -> tuple[CellError, ...]:
        """Return the errors as collected."""
        return tuple(self._errors)


def printable(value: object) -> str:
    r"""Write a value of a file so that a message can repeat it: short, all visible.

    >>> printable("a\u202eb"), len(printable("x" * 1000))
    ('a�b', 400)
    """
    text = str(value)[:MAX_SHOWN]
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def column_letters(column: int) -> str:
    """Turn a column number into its letters.

    >>> column_letters(1), column_letters(26), column_letters(27), column_letters(703)
    ('A', 'Z', 'AA', 'AAA')
    """
    letters = ""
    while column:
        column, place = divmod(column - 1, 26)
        letters = chr(ord("A") + place) + letters
    return letters
