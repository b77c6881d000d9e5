"""Aggregation: from the cells of a panel to one value, with its completeness."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from scoring.mcda.matrix import (
    CellInput,
    CellState,
    Consensus,
    EvaluationInput,
    EvaluatorInput,
    Kind,
    Rules,
    ShareRule,
)

SCALE_LENGTH = 4
SCALE_TOP = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What one assigned evaluator said in a cell."""

    evaluator: str
    weight: Decimal
    state: CellState
    score: Decimal | None = None
    is_required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricCell:
    """A candidate's cell for one rubric criterion: the originals and what follows."""

    marks: tuple[Mark, ...]
    mean: Fraction | None
    spread: Fraction | None
    consensus: Consensus | None
    is_waived: bool
    exceeds_spread: bool
    quorum: int
    rule: ShareRule

    @property
    def value(self) -> Fraction | None:
        """Return the score that counts: the consensus, else the mean, else nothing."""
        if self.consensus is not None:
            return Fraction(self.consensus.score)
        return self.mean

    @property
    def share(self) -> Fraction | None:
        """Return the share the value gives, or None where nothing was scored."""
        return None if self.value is None else rubric_share(self.value, self.rule)

    @property
    def required(self) -> int:
        """Count those who owe a score: all less recused and accepted declines."""
        return sum(mark.is_required for mark in self.marks)

    @property
    def scored(self) -> int:
        """Count the evaluators who gave a score."""
        return sum(mark.state is CellState.SCORED for mark in self.marks)

    @property
    def open(self) -> int:
        """Count the scores still owed."""
        return self.required - self.scored

    @property
    def meets_quorum(self) -> bool:
        """Tell whether enough evaluators scored for the cell to be published."""
        return self.scored >= self.quorum

    @property
    def is_moderation_open(self) -> bool:
        """Tell whether the scores lie too far apart and nobody has settled it."""
        return self.exceeds_spread and self.consensus is None and not self.is_waived


def rubric_share(cell: Fraction, rule: ShareRule = ShareRule.OF_RANGE) -> Fraction:
    """Turn a rubric value from 1 to 5 into a share.

    Idea: the lowest anchor earns nothing under "share of range" and a fifth under
    "share of maximum". Formula: (cell - 1)/4, or cell/5. Source: the product's scoring
    rules, aggregation; the choice is locked and printed.

    >>> rubric_share(Fraction(4)), rubric_share(Fraction(4), ShareRule.OF_MAXIMUM)
    (Fraction(3, 4), Fraction(4, 5))
    """
    if rule is ShareRule.OF_MAXIMUM:
        return cell / SCALE_TOP
    return (cell - 1) / SCALE_LENGTH


def cell_mean(marks: Sequence[Mark]) -> Fraction | None:
    """Average the scores of those who scored, by evaluator weight.

    Idea: what was not scored, declined or recused is left out of both sums and is
    never a number. Formula: Σ v·x / Σ v over the scored marks; None without any.
    Source: the product's scoring rules, aggregation.

    >>> given = Mark(
    ...     evaluator="a", weight=Decimal(1), state=CellState.SCORED, score=Decimal(4)
    ... )
    >>> cell_mean(
    ...     [given, Mark(evaluator="b", weight=Decimal(1), state=CellState.DECLINED)]
    ... )
    Fraction(4, 1)
    """
    scored = [
        (Fraction(mark.weight), Fraction(mark.score))
        for mark in marks
        if mark.score is not None
    ]
    if not scored:
        return None
    total = sum(weight for weight, _score in scored)
    return sum((weight * score for weight, score in scored), Fraction(0)) / total


def cell_spread(marks: Sequence[Mark]) -> Fraction | None:
    """Measure how far the scored originals lie apart, as a part of the scale.

    Formula: (max - min)/4; None without scores. Source: the product's scoring rules,
    aggregation.

    >>> three, five = (
    ...     Mark(
    ...         evaluator=key,
    ...         weight=Decimal(1),
    ...         state=CellState.SCORED,
    ...         score=Decimal(s),
    ...     )
    ...     for key, s in (("a", 3), ("b", 5))
    ... )
    >>> cell_spread([three, five])
    Fraction(1, 2)
    """
    scores = [Fraction(mark.score) for mark in marks if mark.score is not None]
    return (max(scores) - min(scores)) / SCALE_LENGTH if scores else None


def cell_quorum(able: int, quorum: int = 2) -> int:
    """Return how many scores a cell needs before it may be published.

    Idea: a cell that only one person may score cannot wait for a second. Formula: the
    quorum, or 1 where one evaluator is assigned who is not recused. Source: the
    product's scoring rules, aggregation.

    >>> cell_quorum(4), cell_quorum(1)
    (2, 1)
    """
    return 1 if able == 1 else quorum


def applicable_criteria(inputs: EvaluationInput) -> frozenset[str]:
    """Return the keys of the criteria that count in this evaluation.

    Idea: N/A is approved for all candidates, so one approved cell takes the criterion
    out everywhere. Formula: all criteria less those not applicable. Source: the
    product's scoring rules, cells.

    >>> from scoring.mcda.matrix import Rules
    >>> applicable_criteria(
    ...     EvaluationInput(
    ...         criteria=(), candidates=(), rules=Rules(), are_prices_released=True
    ...     )
    ... )
    frozenset()
    """
    refused = {cell.criterion for cell in inputs.cells if cell.state is CellState.NA}
    return frozenset(
        criterion.key
        for criterion in inputs.criteria
        if criterion.is_applicable and criterion.key not in refused
    )


def rubric_cells(inputs: EvaluationInput) -> dict[tuple[str, str], RubricCell]:
    """Build the cell of every candidate and rubric criterion.

    Idea: each assigned evaluator has a mark, whether they said something or not, so
    that what is missing is counted. Formulas: `cell_mean`, `cell_spread`,
    `cell_quorum`. Source: the product's scoring rules, aggregation.

    >>> from scoring.mcda.matrix import Rules
    >>> rubric_cells(
    ...     EvaluationInput(
    ...         criteria=(), candidates=(), rules=Rules(), are_prices_released=True
    ...     )
    ... )
    {}
    """
    panel = _Panel.of(inputs)
    return {
        (candidate.key, criterion.key): panel.cell(candidate.key, criterion.key)
        for candidate in inputs.candidates
        for criterion in inputs.criteria
        if criterion.kind is Kind.RUBRIC
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Panel:
    """The panel's inputs, found by place instead of by searching."""

    rules: Rules
    evaluators: tuple[EvaluatorInput, ...]
    cells: Mapping[tuple[str, str], Mapping[str, CellInput]]
    recusals: frozenset[tuple[str, str]]
    consensus: Mapping[tuple[str, str], Consensus]
    waived: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, inputs: EvaluationInput) -> "_Panel":
        cells: dict[tuple[str, str], dict[str, CellInput]] = defaultdict(dict)
        for cell in inputs.cells:
            cells[cell.candidate, cell.criterion][cell.evaluator] = cell
        return cls(
            rules=inputs.rules,
            evaluators=tuple(sorted(inputs.evaluators, key=lambda item: item.key)),
            cells=cells,
            recusals=frozenset(
                (cell.evaluator, cell.candidate)
                for cell in inputs.cells
                if cell.state is CellState.RECUSED
            ),
            consensus={(c.candidate, c.criterion): c for c in inputs.consensus},
            waived=frozenset((w.candidate, w.criterion) for w in inputs.waivers),
        )

    def cell(self, candidate: str, criterion: str) -> RubricCell:
        place = candidate, criterion
        marks = tuple(
            self._mark(evaluator, place)
            for evaluator in self.evaluators
            if evaluator.is_assigned(criterion)
        )
        spread = cell_spread(marks)
        return RubricCell(
            marks=marks,
            mean=cell_mean(marks),
            spread=spread,
            consensus=self.consensus.get(place),
            is_waived=place in self.waived,
            exceeds_spread=(
                spread is not None and spread > Fraction(self.rules.spread_limit)
            ),
            quorum=cell_quorum(
                sum(mark.state is not CellState.RECUSED for mark in marks),
                self.rules.quorum,
            ),
            rule=self.rules.share_rule,
        )

    def _mark(self, evaluator: EvaluatorInput, place: tuple[str, str]) -> Mark:
        cell = self.cells.get(place, {}).get(evaluator.key)
        state = CellState.NOT_SCORED if cell is None else cell.state
        if (evaluator.key, place[0]) in self.recusals:
            state = CellState.RECUSED
        is_scored = state is CellState.SCORED
        return Mark(
            evaluator=evaluator.key,
            weight=evaluator.weight,
            state=state,
            score=cell.score if cell is not None and is_scored else None,
            is_required=_is_required(state, cell),
        )


def _is_required(state: CellState, cell: CellInput | None) -> bool:
    if state is CellState.DECLINED and cell is not None:
        return not cell.is_decline_accepted
    return state is not CellState.RECUSED
