"""How a vendor's own sheet is read: what each column is, and what stands outside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from catalog.imports.numbers import NumberStyle


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPlan:
    """The matching of a sheet.

    ``columns`` gives the key of a field, or nothing for a column that is not read, by
    the key of the column. ``words`` gives the group by the folded word of the column
    of groups, or of the item where there is none. ``facts`` holds what the sheet does
    not say, as a template would write it, by the key of its field: ``currency``,
    ``offer.nodes``, ``line.unit``.
    """

    sheet: str
    heading_row: int
    columns: Mapping[str, str]
    words: Mapping[str, str]
    number_style: NumberStyle
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_extended(self) -> bool:
        """Tell whether prices come from line totals, divided by the quantity."""
        return "unit_price" not in self.columns.values()

    def to_json(self) -> dict[str, Any]:
        """The plan as plain values to be kept; the columns in their order."""
        return {
            "sheet": self.sheet,
            "heading_row": self.heading_row,
            "columns": [list(pair) for pair in self.columns.items()],
            "words": dict(self.words),
            "number_style": self.number_style.value,
            "facts": dict(self.facts),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "SheetPlan":
        """The plan that was kept."""
        style = NumberStyle(kept["number_style"])
        columns = dict(kept["columns"])
        return cls(**{**kept, "number_style": style, "columns": columns})
