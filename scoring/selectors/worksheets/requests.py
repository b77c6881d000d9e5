"""What evaluators ask the officer for: N/A for a criterion, or to be let off a cell.

Who asks is not told: it would lead from a name to the scores of moderation.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Exists, OuterRef, Q
from django.utils.crypto import constant_time_compare, salted_hmac

from catalog.models import Recusal
from scoring.models import Assignment, Candidate, Cell, Criterion, Evaluation
from scoring.models.worksheets import CellQuerySet
from scoring.selectors.versions import current_version


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """All cells that propose N/A for one criterion: one question, one answer."""

    criterion: Criterion
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline:
    """One cell that its evaluator can't judge."""

    criterion: Criterion
    cell: Cell

    @property
    def token(self) -> str:
        """What an address names it by: neither a key nor the evaluator."""
        return token_of(self.cell)


def token_of(cell: Cell) -> str:
    """A name of a cell that leads back to it on this server only."""
    drawn = salted_hmac("cell-request", str(cell.pk), algorithm="sha256")
    return drawn.hexdigest()


def declined_cell(evaluation: Evaluation, token: str) -> Cell | None:
    """The cell of a token, while its decline waits for an answer."""
    return next(
        (
            row
            for row in requested_cells(evaluation)
            if row.state == Cell.State.DECLINED
            and constant_time_compare(token_of(row), token)
        ),
        None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRequests:
    """The requests that wait for an answer, in the order of the requirements."""

    proposals: tuple[Proposal, ...]
    declines: tuple[Decline, ...]

    @property
    def total(self) -> int:
        """How many answers are asked for."""
        return len(self.proposals) + len(self.declines)


def open_requests(evaluation: Evaluation) -> OpenRequests:
    """Read what waits for the officer; scores are not among it."""
    criteria = {row.key: row for row in current_version(evaluation).criteria.all()}
    cells = [
        row for row in requested_cells(evaluation) if row.criterion_key in criteria
    ]
    cells.sort(key=lambda row: criteria[row.criterion_key].position)
    return OpenRequests(
        proposals=tuple(_proposals(cells, criteria)),
        declines=tuple(
            Decline(criterion=criteria[row.criterion_key], cell=row)
            for row in cells
            if row.state == Cell.State.DECLINED
        ),
    )


def requested_cells(evaluation: Evaluation) -> CellQuerySet:
    """The cells with an open request, of candidates and criteria that still count."""
    left_out = evaluation.not_applicable.values("criterion_key")
    assigned = Assignment.objects.filter(
        evaluation=evaluation,
        evaluator=OuterRef("worksheet__evaluator"),
        criterion_key=OuterRef("criterion_key"),
    )
    recused = Recusal.objects.filter(
        tender=evaluation.tender_id,
        user=OuterRef("worksheet__evaluator"),
        vendor=OuterRef("candidate__vendor"),
    )
    asked = Q(state=Cell.State.NA_PROPOSED) | Q(
        state=Cell.State.DECLINED, decline_accepted_at=None
    )
    return (
        Cell.objects.filter(
            asked,
            Exists(assigned),
            ~Exists(recused),
            awaits_confirmation=False,
            worksheet__evaluation=evaluation,
            candidate__admission__in=Candidate.COUNTING,
        )
        .exclude(criterion_key__in=left_out)
        .select_related("worksheet__evaluator", "candidate")
        .order_by("criterion_key", "candidate__position", "worksheet_id")
    )


def _proposals(
    cells: Iterable[Cell], criteria: dict[str, Criterion]
) -> Iterable[Proposal]:
    proposed = [row for row in cells if row.state == Cell.State.NA_PROPOSED]
    for key, members in groupby(proposed, key=lambda row: row.criterion_key):
        yield Proposal(criterion=criteria[key], cells=tuple(members))
