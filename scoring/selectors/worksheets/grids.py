"""What a worksheet looks like to its evaluator: columns, rows, cells, eight states."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.models import (
    Candidate,
    Cell,
    Criterion,
    Dimension,
    Evidence,
    Worksheet,
)
from scoring.selectors.products import product_words
from scoring.selectors.worksheets.owing import needs_comment

EDITABLE: Final = frozenset(Cell.State.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One candidate; of a recused one nothing but its place."""

    number: int
    candidate: Candidate | None

    @property
    def is_recused(self) -> bool:
        """Whether the evaluator is cut off from it."""
        return self.candidate is None

    @property
    def uuid(self) -> UUID | None:
        """What a script sends for it."""
        return self.candidate.uuid if self.candidate else None

    @property
    def label(self) -> str:
        """The candidate's name."""
        return self.candidate.label if self.candidate else ""

    @property
    def product(self) -> str:
        """The GPUs of one server, in words."""
        return product_words(self.candidate) if self.candidate else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """A cell in one of its eight states; ``auto`` is 1 + 4 × share, if there is one."""

    column: Column
    criterion: Criterion
    state: str
    stored: Cell | None = None
    auto: Fraction | None = None

    @property
    def is_own(self) -> bool:
        """Whether it is the evaluator's to answer."""
        return self.state in EDITABLE

    @property
    def score(self) -> int | None:
        """The score, if it is scored."""
        return self.stored.score if self.stored else None

    @property
    def shown(self) -> int | Fraction | None:
        """The number that stands in the cell, if there is one."""
        return self.auto if self.state == "auto" else self.score

    @property
    def why_empty(self) -> str:
        """Why a calculated cell has no number."""
        if self.state != "auto" or self.auto is not None:
            return ""
        if self.criterion.kind == Criterion.Kind.PRICE:
            return _("worked out in the ranking")
        return _("no datum is attached")

    @property
    def returned_because(self) -> str:
        """Why the officer gave the cell back, if it was."""
        return self.stored.returned_because if self.stored else ""

    @property
    def comment(self) -> str:
        """The comment."""
        return self.stored.comment if self.stored else ""

    @property
    def version(self) -> int:
        """The version to send with the next answer; 0 before the first."""
        return self.stored.version if self.stored else 0

    @property
    def awaits_confirmation(self) -> bool:
        """Whether a later version asks something else than what was answered."""
        return bool(self.stored and self.stored.awaits_confirmation)

    @property
    def is_answered(self) -> bool:
        """Whether the evaluator has said something that still stands."""
        return self.state != Cell.State.NOT_SCORED and not self.awaits_confirmation

    @property
    def lacks_comment(self) -> bool:
        """Whether a comment is due before submission."""
        return needs_comment(self.state, self.score) and not self.comment


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A criterion with its cells, in the order of the columns."""

    criterion: Criterion
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A dimension with its whole weight and the rows that the evaluator sees."""

    dimension: Dimension
    weight: Decimal
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A worksheet as its evaluator sees it; ``is_open`` says whether it takes answers.

    ``left_out`` are the candidates that are not scored.
    """

    worksheet: Worksheet | None
    is_open: bool
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    left_out: tuple[Candidate, ...]
    evidence: Mapping[tuple[int, str], Evidence]
    awaits_declaration: bool = False
    """Whether the evaluator has still to declare about a vendor of the columns."""

    @property
    def rows(self) -> Iterator[Row]:
        """All rows in order."""
        return (row for group in self.groups for row in group.rows)

    @property
    def own(self) -> list[GridCell]:
        """The evaluator's own cells, row by row."""
        return [cell for row in self.rows for cell in row.cells if cell.is_own]

    @property
    def answered(self) -> int:
        """How many own cells are answered."""
        return sum(cell.is_answered for cell in self.own)

    @property
    def tallies(self) -> list[tuple[Column, int, int]]:
        """Each column with its answered and own cells."""
        return [(column, *self.answered_in(column)) for column in self.columns]

    @property
    def gaps(self) -> list[GridCell]:
        """The cells that keep the worksheet from being submitted."""
        return [c for c in self.own if not c.is_answered or c.lacks_comment]

    def answered_in(self, column: Column) -> tuple[int, int]:
        """Answered and own cells of one candidate."""
        own = [cell for cell in self.own if cell.column == column]
        return sum(cell.is_answered for cell in own), len(own)

    def cell(self, key: str, uuid: UUID) -> GridCell | None:
        """An own cell by criterion and candidate; None for what one may not know of."""
        return next(
            (c for c in self.own if c.criterion.key == key and c.column.uuid == uuid),
            None,
        )
