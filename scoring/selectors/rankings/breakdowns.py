"""One candidate's total, taken apart down to its inputs."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from uuid import UUID

from scoring.mcda.aggregation import RubricCell
from scoring.mcda.exact import decimal_string
from scoring.mcda.result import CandidateResult, CriterionResult
from scoring.mcda.weighted_sum import GroupPoints
from scoring.models import Candidate, Consensus, Criterion, Evidence
from scoring.selectors.moderation import (
    PanelCell,
    find_cell,
    hidden_vendors,
    panel_cells,
)
from scoring.selectors.products import product_words
from scoring.selectors.rankings.reasons import candidate_names, sentence
from scoring.selectors.rankings.results import Ranking
from scoring.selectors.rankings.tables import DimensionHead, axes, heads
from scoring.selectors.rankings.workings import Said, steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A criterion of the candidate: the score, share and points, and how they came."""

    criterion: Criterion
    result: CriterionResult
    steps: tuple[str, ...]
    cell: PanelCell | None

    @property
    def weight(self) -> Fraction:
        """The effective weight in points of 100."""
        return self.result.effective_weight * 100

    @property
    def score(self) -> Fraction | None:
        """The score from 1 to 5 that is shown; prices have none."""
        return self.result.shown_score


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A dimension with its lines and the points that they add up to."""

    head: DimensionHead
    points: Fraction | None
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """All that explains a total; without one the reasons say what is missing."""

    candidate: Candidate
    product: str
    result: CandidateResult
    sections: tuple[Section, ...]
    axes: tuple[GroupPoints, ...]
    reasons: tuple[str, ...]

    @property
    def digits(self) -> str:
        """The total with 28 significant digits, as a snapshot stores it."""
        return decimal_string(self.result.total) if self.result.total else "0"


def breakdown(
    ranking: Ranking, uuid: UUID, *, reader: int, shows_marks: bool
) -> Breakdown | None:
    """Take a candidate's total apart; None for one that the reader may not know of.

    ``shows_marks`` says whether the reader may see what single evaluators said.
    """
    hidden = hidden_vendors(ranking.matrix, reader)
    candidate = _candidate(ranking, uuid, hidden)
    if candidate is None:
        return None
    parts = _Parts(
        ranking=ranking,
        candidate=candidate,
        result=ranking.result.candidate(str(candidate.pk)),
        hidden=hidden,
        shows_marks=shows_marks,
    )
    names = candidate_names(ranking.matrix, hidden)
    return Breakdown(
        candidate=candidate,
        product=product_words(candidate),
        result=parts.result,
        sections=tuple(parts.sections()),
        axes=axes(parts.result),
        reasons=tuple(sentence(item, names) for item in parts.result.reasons),
    )


def _candidate(
    ranking: Ranking, uuid: UUID, hidden: frozenset[int]
) -> Candidate | None:
    return next(
        (
            row
            for row in ranking.matrix.candidates
            if row.uuid == uuid and row.counts and row.vendor_id not in hidden
        ),
        None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    ranking: Ranking
    candidate: Candidate
    result: CandidateResult
    hidden: frozenset[int]
    shows_marks: bool

    def sections(self) -> Iterator[Section]:
        lines = list(self._lines())
        points = {group.key: group.points for group in self.result.dimensions}
        for head in heads(self.ranking):
            yield Section(
                head=head,
                points=points.get(head.dimension.key),
                lines=tuple(
                    line
                    for line in lines
                    if line.criterion.dimension_id == head.dimension.pk
                ),
            )

    def _lines(self) -> Iterator[Line]:
        cells = (
            panel_cells(self.ranking.matrix, self.hidden) if self.shows_marks else []
        )
        for criterion in self.ranking.matrix.criteria:
            if criterion.kind == Criterion.Kind.KNOCK_OUT:
                continue
            own = self.result.criterion(criterion.key)
            yield Line(
                criterion=criterion,
                result=own,
                steps=steps(own, self._said(criterion)),
                cell=find_cell(cells, criterion.key, self.candidate.uuid)
                if isinstance(own.working, RubricCell)
                else None,
            )

    def _said(self, criterion: Criterion) -> Said:
        return Said(
            evaluation=self.ranking.evaluation,
            evidence=self._evidence(criterion),
            decision=self._decision(criterion),
            shows_marks=self.shows_marks,
            shows_lowest=self._knows_lowest(),
        )

    def _evidence(self, criterion: Criterion) -> Evidence | None:
        rows = self.candidate.evidence.all()
        return next((r for r in rows if r.criterion_key == criterion.key), None)

    def _decision(self, criterion: Criterion) -> Consensus | None:
        place = self.candidate.pk, criterion.key
        rows = self.ranking.matrix.consensus
        return next(
            (r for r in rows if (r.candidate_id, r.criterion_key) == place), None
        )

    def _knows_lowest(self) -> bool:
        """Whether the lowest price is that of a candidate the reader may know of."""
        field = self.ranking.result.price_field
        lowest = None if field is None else field.lowest
        return any(
            self._price(row) == lowest
            for row in self.ranking.matrix.candidates
            if row.counts and row.vendor_id not in self.hidden
        )

    def _price(self, row: Candidate) -> Decimal | None:
        return self.ranking.prices.get(row.pk)
