"""The cells that the panel discusses: anonymous originals, mean, spread, decision."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from uuid import UUID

from scoring.mcda.aggregation import Mark, RubricCell, rubric_cells
from scoring.mcda.evaluate import evaluate
from scoring.mcda.exact import comparable
from scoring.mcda.matrix import CellState, Consensus as Agreed, Waiver
from scoring.mcda.result import RankingResult
from scoring.models import Candidate, Cell, Consensus, Criterion, Worksheet
from scoring.selectors.panel_labels import panel_labels
from scoring.selectors.rankings.matrices import Matrix, evaluation_input
from scoring.selectors.rankings.results import Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """What one evaluator said; only who scored has a label, and nobody a name."""

    label: str
    state: str
    score: int | None
    comment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelCell:
    """A cell of the whole panel: the originals and what is decided beside them."""

    candidate: Candidate
    criterion: Criterion
    originals: tuple[Original, ...]
    rubric: RubricCell
    decision: Consensus | None

    @property
    def state(self) -> str:
        """Whether it is open, decided, waived, or in agreement from the start."""
        if self.decision is not None:
            return "waived" if self.decision.value is None else "decided"
        return "open" if self.rubric.exceeds_spread else "agreed"

    @property
    def is_to_discuss(self) -> bool:
        """Whether its spread is above the limit, or something was decided on it."""
        return self.rubric.exceeds_spread or self.decision is not None

    @property
    def scores(self) -> int:
        """How many evaluators scored."""
        return self.rubric.scored

    @property
    def points_apart(self) -> Fraction | None:
        """The distance between the highest and the lowest score."""
        return None if self.rubric.spread is None else self.rubric.spread * 4

    @property
    def delta(self) -> Fraction | None:
        """The consensus less the mean."""
        if self.decision is None or self.decision.value is None:
            return None
        return delta_to_mean(self, self.decision.value)


def delta_to_mean(cell: PanelCell, value: Decimal) -> Fraction | None:
    """How far a value lies from the mean of the originals."""
    mean = cell.rubric.mean
    return None if mean is None else Fraction(value) - mean


def panel_cells(matrix: Matrix, hidden: frozenset[int]) -> list[PanelCell]:
    """All rubric cells of the candidates that count, the widest spread first.

    ``hidden`` are the vendors that the reader is recused from. No price is read.
    """
    reader = _Reader.of(matrix)
    cells = rubric_cells(evaluation_input(matrix, {}))
    found = [
        reader.cell(candidate, criterion, cells[str(candidate.pk), criterion.key])
        for criterion in _scored_by_people(matrix)
        for candidate in matrix.candidates
        if candidate.counts and candidate.vendor_id not in hidden
    ]
    return sorted(found, key=_urgency)


def _scored_by_people(matrix: Matrix) -> list[Criterion]:
    return [
        row
        for row in matrix.criteria
        if row.kind == Criterion.Kind.RUBRIC and row.key not in matrix.not_applicable
    ]


def _urgency(cell: PanelCell) -> tuple[bool, Fraction]:
    """What is to be discussed first, then the rest in the order of the requirements."""
    spread = cell.rubric.spread or Fraction(0)
    return not cell.is_to_discuss, -spread if cell.is_to_discuss else Fraction(0)


def hidden_vendors(matrix: Matrix, reader: int) -> frozenset[int]:
    """The vendors that a reader is recused from."""
    return frozenset(vendor for user, vendor in matrix.recusals if user == reader)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    worksheets: tuple[Worksheet, ...]
    said: Mapping[tuple[int, int, str], Cell]
    decisions: Mapping[tuple[int, str], Consensus]

    @classmethod
    def of(cls, matrix: Matrix) -> "_Reader":
        owners = {row.pk: row.evaluator_id for row in matrix.worksheets}
        return cls(
            worksheets=matrix.worksheets,
            said={
                (owners[row.worksheet_id], row.candidate_id, row.criterion_key): row
                for row in matrix.cells
                if row.worksheet_id in owners
            },
            decisions={
                (row.candidate_id, row.criterion_key): row for row in matrix.consensus
            },
        )

    def cell(
        self, candidate: Candidate, criterion: Criterion, rubric: RubricCell
    ) -> PanelCell:
        recused = [
            int(mark.evaluator)
            for mark in rubric.marks
            if mark.state is CellState.RECUSED
        ]
        labels = panel_labels(self.worksheets, candidate, recused)
        originals = [
            self._original(mark, (candidate, criterion), labels)
            for mark in rubric.marks
        ]
        return PanelCell(
            candidate=candidate,
            criterion=criterion,
            originals=tuple(sorted(originals, key=_by_label)),
            rubric=rubric,
            decision=self.decisions.get((candidate.pk, criterion.key)),
        )

    def _original(
        self,
        mark: Mark,
        place: tuple[Candidate, Criterion],
        labels: Mapping[int, str],
    ) -> Original:
        evaluator, (candidate, criterion) = int(mark.evaluator), place
        row = self.said.get((evaluator, candidate.pk, criterion.key))
        is_scored = mark.score is not None and row is not None
        return Original(
            label=labels[evaluator] if is_scored else "",
            state=str(mark.state),
            score=None if mark.score is None else int(mark.score),
            comment=row.comment if row is not None and is_scored else "",
        )


def _by_label(original: Original) -> tuple[bool, int, str]:
    """Those who scored by their labels, then the others by what they said."""
    words = original.label or original.state
    return not original.label, len(original.label), words


def find_cell(cells: list[PanelCell], key: str, uuid: UUID) -> PanelCell | None:
    """A cell by criterion and candidate."""
    return next(
        (c for c in cells if c.criterion.key == key and c.candidate.uuid == uuid), None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a decision would do to the total, the rank and the first place.

    Totals and ranks are None where the candidate can't be ranked.
    """

    value: Decimal | None
    delta: Fraction | None
    total_before: Fraction | None
    total_after: Fraction | None
    rank_before: int | None
    rank_after: int | None
    first_before: tuple[str, ...]
    first_after: tuple[str, ...]
    lead_after: tuple[Fraction, ...]

    @property
    def choice(self) -> str:
        """The choice as a form sends it."""
        return "waive" if self.value is None else format(self.value, "f")

    @property
    def change(self) -> Fraction | None:
        """How many points the total gains or loses."""
        if self.total_before is None or self.total_after is None:
            return None
        return self.total_after - self.total_before

    @property
    def changes_first(self) -> bool:
        """Whether another candidate would be first."""
        return self.first_before != self.first_after

    @property
    def changes_rank(self) -> bool:
        """Whether the candidate itself would stand on another place."""
        return self.rank_before != self.rank_after


def effect_of(ranking: Ranking, cell: PanelCell, value: Decimal | None) -> Effect:
    """Work the ranking out once more with a consensus, or with the mean when None."""
    key, criterion = str(cell.candidate.pk), cell.criterion.key

    def elsewhere(item: Agreed | Waiver) -> bool:
        return (item.candidate, item.criterion) != (key, criterion)

    agreed = tuple(item for item in ranking.inputs.consensus if elsewhere(item))
    waived = tuple(item for item in ranking.inputs.waivers if elsewhere(item))
    if value is None:
        waived += (Waiver(candidate=key, criterion=criterion),)
    else:
        agreed += (Agreed(candidate=key, criterion=criterion, score=value),)
    after = evaluate(replace(ranking.inputs, consensus=agreed, waivers=waived))
    names = {str(row.pk): row.label for row in ranking.matrix.candidates}
    before = ranking.result
    return Effect(
        value=value,
        delta=None if value is None else delta_to_mean(cell, value),
        total_before=before.candidate(key).total,
        total_after=after.candidate(key).total,
        rank_before=before.candidate(key).rank,
        rank_after=after.candidate(key).rank,
        first_before=tuple(names[item] for item in before.winners),
        first_after=tuple(names[item] for item in after.winners),
        lead_after=_lead(after),
    )


def _lead(result: RankingResult) -> tuple[Fraction, ...]:
    """The totals of the first two."""
    totals = [item.total for item in result.ranked if item.total is not None]
    return tuple(Fraction(comparable(total)) for total in totals[:2])
