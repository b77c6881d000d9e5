"""The overview of one evaluation: tiles, candidates and weights for one person."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext, pgettext

from procurement.permissions import Stage
from procurement.punctuation import labelled, strung
from procurement.templatetags.numbers import money_whole
from scoring.models import Candidate
from scoring.selectors.admissions import known_reason
from scoring.selectors.boards import Board
from scoring.selectors.costs.quoted_totals import QuotedTotal
from scoring.selectors.outstanding.candidates import evidence_of, has_expired


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One figure with what it means."""

    label: str
    value: str | int
    of: str | int = ""
    sub: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRow:
    """One candidate as the person may see it."""

    candidate: Candidate
    product: str
    reason: str
    total: QuotedTotal | None
    evidence: tuple[int, int] | None
    panel: tuple[int, int] | None
    is_low: bool
    has_expired: bool
    is_late: bool


def tiles(board: Board) -> list[Tile]:
    """Three to six figures, each with its meaning."""
    return [*_panel_tiles(board), _admitted(board), *_prices(board), *_deadline(board)]


def _panel_tiles(board: Board) -> Iterator[Tile]:
    if not board.sheets:
        return
    answered = sum(sheet.answered for sheet in board.sheets)
    required = sum(sheet.required for sheet in board.sheets)
    sub = _("of the cells that are not recused")
    if not board.is_officer:
        yield Tile(label=_("Your cells answered"), value=answered, of=required, sub=sub)
        return
    yield Tile(label=_("Cells answered"), value=answered, of=required, sub=sub)
    submitted = sum(sheet.is_submitted for sheet in board.sheets)
    still_open = len(board.sheets) - submitted
    words = ngettext(
        "%(count)s evaluator still open", "%(count)s evaluators still open", still_open
    )
    yield Tile(
        label=_("Worksheets submitted"),
        value=submitted,
        of=len(board.sheets),
        sub=words % {"count": still_open} if still_open else _("all submitted"),
    )


def _admitted(board: Board) -> Tile:
    states = Candidate.Admission
    counts = {
        state: sum(row.admission == state for row in board.candidates)
        for state in states
    }
    others = [
        f"{counts[state]} {state.label}"
        for state in states
        if state != states.ADMITTED and counts[state]
    ]
    if not board.candidates:
        return Tile(
            label=_("Bids admitted"), value=0, sub=_("no offer is taken in yet")
        )
    return Tile(
        label=_("Bids admitted"),
        value=counts[states.ADMITTED],
        of=len(board.candidates),
        sub=strung(others) or _("all that were taken in"),
    )


def _prices(board: Board) -> Iterator[Tile]:
    if not board.reads_prices:
        return
    tender = board.evaluation.tender
    nets = {
        row: total.net
        for row in board.counting
        if (total := board.totals.get(row.pk)) and total.net is not None
    }
    if nets:
        lowest = min(nets, key=lambda row: nets[row].amount)
        yield Tile(
            label=_("Lowest bid, net"),
            value=money_whole(nets[lowest]),
            sub=lowest.label
            if lowest.admission == Candidate.Admission.ADMITTED
            else labelled(lowest.label, lowest.get_admission_display()),
        )
    if tender.budget is not None:
        yield Tile(
            label=_("Budget ceiling"),
            value=money_whole(tender.budget, tender.currency),
            sub=_below_budget(board, [net.amount for net in nets.values()]),
        )


def _below_budget(board: Board, amounts: list[Decimal]) -> str:
    """Bids are net; a budget with tax can't be held against them."""
    tender = board.evaluation.tender
    if tender.budget is None or tender.tax_basis != tender.TaxBasis.NET:
        return str(tender.get_tax_basis_display())
    below = sum(amount <= tender.budget for amount in amounts)
    words = _("%(below)s of %(all)s counted bids within it")
    return words % {"below": below, "all": len(amounts)} if amounts else ""


def _deadline(board: Board) -> Iterator[Tile]:
    tender = board.evaluation.tender
    at = {
        Stage.SETUP: tender.quote_deadline,
        Stage.QUOTES: tender.quote_deadline,
        Stage.SCORING: tender.scores_deadline,
    }.get(board.stage)
    if at is None:
        return
    local = timezone.localtime(at, tender.zone)
    day = date_format(local, "DATETIME_FORMAT")
    yield Tile(
        label=_("Time to deadline"),
        value=_left(at),
        sub=f"{day} {local.tzname()}",
    )


def _left(at: datetime) -> str:
    left = at - timezone.now()
    if left.total_seconds() < 0:
        return pgettext("deadline", "passed")
    if left.days:
        words = ngettext("%(count)s day", "%(count)s days", left.days)
        return words % {"count": left.days}
    hours = left.seconds // 3600
    words = ngettext("%(count)s hour", "%(count)s hours", hours)
    return words % {"count": hours}


def candidate_rows(board: Board) -> list[CandidateRow]:
    """The candidates in the order of submission."""
    return [_candidate_row(board, row) for row in board.candidates]


def _candidate_row(board: Board, candidate: Candidate) -> CandidateRow:
    test = board.low_bids.get(candidate.pk)
    done, whole, _missing = evidence_of(board, candidate)
    offer = candidate.offer
    return CandidateRow(
        candidate=candidate,
        product=product_words(candidate),
        reason=known_reason(board, candidate),
        total=board.totals.get(candidate.pk),
        evidence=(done, whole) if candidate.counts else None,
        panel=_panel_cells(board, candidate),
        is_low=test is not None and test.is_abnormally_low,
        has_expired=board.reads_prices and has_expired(candidate),
        is_late=offer is not None and offer.quote.lateness == "late",
    )


def product_words(candidate: Candidate) -> str:
    """The GPUs of one server, and its height where known."""
    offer = candidate.offer
    if offer is None:
        cloud = candidate.cloud_offer
        if cloud is None:
            return ""
        return f"{_plain(cloud.gpu_count)}× {cloud.gpu_name}"
    gpu = offer.sku.gpu.name if offer.sku and offer.sku.gpu else offer.gpu_name
    height = offer.rack_units or (offer.sku.rack_units if offer.sku else None)
    parts = [f"{offer.gpus_per_node}× {gpu}" if gpu else f"{offer.gpus_per_node} GPU"]
    if height is not None:
        parts.append(f"{_plain(height)}U")
    return strung(parts)


def _plain(value: Decimal | None) -> str:
    return "" if value is None else f"{value.normalize():f}"


def _panel_cells(board: Board, candidate: Candidate) -> tuple[int, int] | None:
    """Answered and required cells; of an evaluator only the own ones."""
    cells = [
        sheet.by_candidate[candidate.pk]
        for sheet in board.sheets
        if candidate.pk in sheet.by_candidate
    ]
    if not cells:
        return None
    return sum(done for done, _all in cells), sum(whole for _done, whole in cells)
