"""Candidates against data criteria and knock-outs: what is attached, what lacks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.db.models import Q

from catalog.models import CloudOffer, RunSet
from scoring.mcda.admission import LowBidTest
from scoring.mcda.curves import curve_reading
from scoring.models import Candidate, Criterion, Evidence, KnockOutResult
from scoring.selectors.boards import Board
from scoring.selectors.costs.quoted_totals import QuotedTotal
from scoring.selectors.evidence.curves import curve_of
from scoring.selectors.evidence.knock_outs import (
    Suggestion,
    load_assumptions,
    suggestion,
)
from scoring.selectors.evidence.metrics import FoundDatum, catalogue_datum
from scoring.selectors.justifications import is_justified, open_question
from scoring.selectors.outstanding.candidates import has_expired
from scoring.selectors.overviews import CandidateRow, candidate_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What one candidate has for one criterion."""

    criterion: Criterion
    candidate: Candidate
    datum: Evidence | None = None
    score: Decimal | None = None
    found: FoundDatum | None = None
    """What catalogue and quote say now, where that is not what is attached."""
    result: KnockOutResult | None = None
    suggestion: Suggestion | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One criterion over all candidates."""

    criterion: Criterion
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The whole evidence: candidates in columns, criteria in rows."""

    candidates: tuple[CandidateRow, ...]
    knock_outs: tuple[Row, ...]
    data: tuple[Row, ...]

    @property
    def width(self) -> int:
        """Columns of the table, the criterion's own included."""
        return len(self.candidates) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceCheck:
    """The quoted net total of a candidate against the others."""

    candidate: Candidate
    total: QuotedTotal
    test: LowBidTest | None
    has_expired: bool

    @property
    def below_mean(self) -> Fraction | None:
        """How far below the mean of the others; None where that can't be said."""
        return self.test.below_mean_of_others if self.test else None

    @property
    def below_next(self) -> Fraction | None:
        """How far below the next bid; None where there is none above it."""
        return self.test.below_next if self.test else None

    @property
    def is_below_mean(self) -> bool:
        """Whether the distance to the mean reaches the rule's limit."""
        return self.test is not None and self.test.is_below_mean

    @property
    def is_below_next(self) -> bool:
        """Whether the distance to the next bid reaches the rule's limit."""
        return self.test is not None and self.test.is_below_next

    @property
    def asks_for_review(self) -> bool:
        """Whether a finding waits for the officer to put it under review."""
        is_low = self.is_below_mean or self.is_below_next
        is_admitted = self.candidate.admission == Candidate.Admission.ADMITTED
        is_due = is_low and not is_justified(self.candidate)
        return is_admitted and (is_due or self.has_expired)

    @property
    def can_be_asked(self) -> bool:
        """Whether the vendor's justification is to be asked for now."""
        is_low = self.is_below_mean or self.is_below_next
        is_done = is_justified(self.candidate) or open_question(self.candidate)
        return is_low and not is_done


def evidence_table(board: Board) -> Table:
    """What is attached for each visible candidate, with what the catalogue knows."""
    loads = load_assumptions(board.evaluation) if board.is_officer else {}
    kinds = Criterion.Kind
    return Table(
        candidates=tuple(candidate_rows(board)),
        knock_outs=tuple(
            _row(board, row, loads)
            for row in board.criteria
            if row.kind == kinds.KNOCK_OUT
        ),
        data=tuple(
            _row(board, row, loads) for row in board.criteria if row.kind == kinds.CURVE
        ),
    )


def evidence_cell(board: Board, candidate: Candidate, criterion: Criterion) -> Cell:
    """What one candidate has for one criterion."""
    loads = load_assumptions(board.evaluation) if board.is_officer else {}
    return _cell(board, candidate, criterion, loads)


def _row(
    board: Board, criterion: Criterion, loads: Mapping[int | None, Decimal]
) -> Row:
    cells = (_cell(board, row, criterion, loads) for row in board.candidates)
    return Row(criterion=criterion, cells=tuple(cells))


def _cell(
    board: Board,
    candidate: Candidate,
    criterion: Criterion,
    loads: Mapping[int | None, Decimal],
) -> Cell:
    if criterion.kind == Criterion.Kind.KNOCK_OUT:
        suggested = None
        if board.is_officer:
            suggested = suggestion(board.evaluation, criterion, candidate, loads)
        results = candidate.knock_out_results.all()
        return Cell(
            criterion=criterion,
            candidate=candidate,
            result=_of(results, criterion.key),
            suggestion=suggested,
        )
    datum = _of(candidate.evidence.all(), criterion.key)
    return Cell(
        criterion=criterion,
        candidate=candidate,
        datum=datum,
        score=_score(criterion, datum),
        found=_differing(criterion, candidate, datum),
    )


def _of[Kept: (Evidence, KnockOutResult)](
    rows: Iterable[Kept], key: str
) -> Kept | None:
    return next((row for row in rows if row.criterion_key == key), None)


def _score(criterion: Criterion, datum: Evidence | None) -> Decimal | None:
    curve = curve_of(criterion)
    if curve is None or datum is None:
        return None
    score = curve_reading(datum.value, curve).shown_score
    return Decimal(score.numerator) / Decimal(score.denominator)


def _differing(
    criterion: Criterion, candidate: Candidate, datum: Evidence | None
) -> FoundDatum | None:
    """What the sources say now, unless exactly that is attached."""
    found = catalogue_datum(criterion.metric, candidate)
    if found is None or (datum is not None and datum.value == found.value):
        return None
    return found


def price_checks(board: Board) -> list[PriceCheck]:
    """The candidates that count against each other; empty for who reads no prices."""
    return [
        PriceCheck(
            candidate=row,
            total=board.totals[row.pk],
            test=board.low_bids.get(row.pk),
            has_expired=has_expired(row),
        )
        for row in board.counting
        if row.pk in board.totals
    ]


def usable_run_sets(candidate: Candidate) -> list[RunSet]:
    """Run sets with a score, made on the candidate's server for this evaluation."""
    sku = candidate.offer.sku if candidate.offer else None
    if sku is None:
        return []
    rows = RunSet.objects.filter(
        Q(upload__tender=None) | Q(upload__tender=candidate.evaluation.tender_id),
        sku=sku,
        score_minutes__isnull=False,
    )
    return list(rows.select_related("upload").order_by("-upload__received_at", "pk"))


def cloud_offers_to_take(board: Board) -> list[CloudOffer]:
    """The cloud offers of the catalogue that are no candidates yet."""
    taken = [row.cloud_offer_id for row in board.candidates if row.cloud_offer_id]
    return list(CloudOffer.objects.exclude(pk__in=taken))
