"""A snapshot with its look-ups and formats: what every section is written from."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from scoring.reports.blocks import Cell
from scoring.reports.formats import UNDEFINED, Formats
from scoring.reports.schema import (
    Candidate,
    CostResult,
    Criterion,
    Quote,
    RankingRow,
    Snapshot,
    Text,
)

COUNTING: Final = frozenset({"admitted", "under_review"})


@dataclass(frozen=True, kw_only=True)
class Source:
    """Hold a valid snapshot, its hash and the formats of one language."""

    snapshot: Snapshot
    digest: str
    formats: Formats

    @cached_property
    def candidates(self) -> dict[str, Candidate]:
        """Return the candidates by key, in the order of the snapshot."""
        return {each["key"]: each for each in self.snapshot["candidates"]}

    @cached_property
    def counting(self) -> tuple[Candidate, ...]:
        """Return the candidates that take part in the ranking."""
        return tuple(
            each
            for each in self.snapshot["candidates"]
            if each["admission"]["state"] in COUNTING
        )

    @cached_property
    def quotes(self) -> dict[str, Quote]:
        """Return the quotes by candidate."""
        return {each["candidate"]: each for each in self.snapshot["quotes"]}

    @cached_property
    def rows(self) -> dict[str, RankingRow]:
        """Return the ranking rows by candidate, best first."""
        return {each["candidate"]: each for each in self.snapshot["ranking"]["rows"]}

    @cached_property
    def ranked(self) -> tuple[RankingRow, ...]:
        """Return the rows that have a total and a rank."""
        rows = self.snapshot["ranking"]["rows"]
        return tuple(each for each in rows if each["rank"] is not None)

    @cached_property
    def criteria(self) -> dict[str, Criterion]:
        """Return the criteria by key, in the order of the dimensions."""
        return {
            criterion["key"]: criterion
            for dimension in self.snapshot["criteria"]["dimensions"]
            for criterion in dimension["criteria"]
        }

    @cached_property
    def results(self) -> dict[tuple[str, int], CostResult]:
        """Return the cost results by candidate and horizon."""
        return {
            (each["candidate"], each["horizon_years"]): each
            for each in self.snapshot["cost"]["results"]
        }

    def result(self, candidate: str) -> CostResult | None:
        """Return a candidate's cost over the evaluation's own horizon."""
        horizon = self.snapshot["evaluation"]["horizon_years"]
        return self.results.get((candidate, horizon))

    def npv_per_gpu(self, candidate: str) -> str | None:
        """Return a candidate's present cost per GPU over that horizon."""
        result = self.result(candidate)
        return result["npv_per_gpu"] if result else None

    def rank(self, candidate: str) -> int | None:
        """Return a candidate's rank, none where it has none."""
        row = self.rows.get(candidate)
        return row["rank"] if row else None

    @property
    def currency(self) -> str:
        """Return the currency of the evaluation."""
        return self.snapshot["evaluation"]["currency"]

    def text(self, text: Text | None) -> str:
        """Choose the language of a text."""
        return self.formats.text(text)

    def name(self, candidate: str) -> str:
        """Return a candidate's short name."""
        return self.text(self.candidates[candidate]["name"])

    def product(self, candidate: str) -> str:
        """Return a candidate's vendor and SKU."""
        each = self.candidates[candidate]
        return f"{self.text(each['vendor'])} {each['sku']}"

    def undefined(self, reason: Text | None, styles: str = "n") -> Cell:
        """Return the cell of a figure that does not exist, with its reason."""
        return Cell(text=UNDEFINED, note=self.text(reason), styles=styles)

    def number(
        self, value: str | None, places: int | None, reason: Text | None = None
    ) -> Cell:
        """Return the cell of a number, or of its absence."""
        if value is None:
            return self.undefined(reason)
        return Cell(text=self.formats.number(value, places), styles="n")

    def column_heads(self, candidates: Iterable[Candidate], styles: str) -> list[Cell]:
        """Return the head cells of candidate columns."""
        return [
            Cell(text=self.text(each["name"]), styles=styles, is_heading=True)
            for each in candidates
        ]
