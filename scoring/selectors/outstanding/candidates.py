"""What candidates lack: data, knock-out decisions, admission, a valid quote."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from django.utils import timezone
from django.utils.translation import gettext as _

from catalog.models import PriceJustification
from procurement.punctuation import listed, strung
from procurement.templatetags.numbers import percent
from scoring.mcda.admission import LowBidTest
from scoring.models import Candidate, Criterion
from scoring.selectors.admissions import known_reason
from scoring.selectors.boards import Board
from scoring.selectors.justifications import open_question
from scoring.selectors.outstanding.items import Item, Severity, officers_of


def evidence_items(board: Board) -> Iterator[Item]:
    """Per candidate that takes part: data and knock-out decisions."""
    for candidate in board.counting:
        yield _evidence(board, candidate)


def evidence_of(board: Board, candidate: Candidate) -> tuple[int, int, list[str]]:
    """How many data and decisions a candidate has, how many it needs, which lack."""
    needed = [
        row.key
        for row in board.criteria
        if row.kind in {Criterion.Kind.CURVE, Criterion.Kind.KNOCK_OUT}
    ]
    held = {row.criterion_key for row in candidate.evidence.all()}
    held |= {row.criterion_key for row in candidate.knock_out_results.all()}
    missing = [key for key in needed if key not in held]
    return len(needed) - len(missing), len(needed), missing


def _evidence(board: Board, candidate: Candidate) -> Item:
    done, whole, missing = evidence_of(board, candidate)
    knock_outs = {
        row.key for row in board.criteria if row.kind == Criterion.Kind.KNOCK_OUT
    }
    blocks = bool(knock_outs & set(missing))
    return Item(
        severity=Severity.BLOCKS if blocks else Severity.OPEN,
        title=_("Evidence of %(name)s") % {"name": candidate.label},
        note=_("open: %(keys)s") % {"keys": listed(missing)} if missing else "",
        who=officers_of(board),
        is_mine=board.is_officer,
        done=done,
        whole=whole,
        is_done=not missing,
        url_name="scoring:evidence-list",
        link=_("Open"),
    )


def untaken_item(board: Board) -> Iterator[Item]:
    """Vendors whose opened offers are not candidates yet; for the officer."""
    if not board.is_officer or board.quoted is None:
        return
    held = {row.vendor_id for row in board.candidates}
    missing = len(board.quoted - held)
    yield Item(
        severity=Severity.BLOCKS,
        title=_("Offers taken in as candidates"),
        who=officers_of(board),
        is_mine=True,
        done=len(board.quoted) - missing,
        whole=len(board.quoted),
        is_done=missing == 0 and bool(board.quoted),
        url_name="scoring:evidence-list",
        link=_("Open"),
    )


def assignment_item(board: Board) -> Item:
    """Rubric criteria that somebody of the panel scores."""
    keys = [row.key for row in board.criteria if row.kind == Criterion.Kind.RUBRIC]
    missing = [key for key in keys if not board.assigned.get(key)]
    return Item(
        severity=Severity.BLOCKS,
        title=_("Criteria assigned to evaluators"),
        note=_("open: %(keys)s") % {"keys": listed(missing)} if missing else "",
        who=officers_of(board),
        is_mine=board.is_officer,
        done=len(keys) - len(missing),
        whole=len(keys),
        is_done=not missing,
        url_name="scoring:assignment-list",
        link=_("Open"),
    )


def review_items(board: Board) -> Iterator[Item]:
    """Candidates under review, and quotes that ask for one."""
    for candidate in board.counting:
        found = list(_findings(board, candidate))
        yield from found
        if candidate.admission == Candidate.Admission.UNDER_REVIEW and not found:
            title = _("Review of %(name)s")
            yield _item(board, candidate, title, known_reason(board, candidate))


def _findings(board: Board, candidate: Candidate) -> Iterator[Item]:
    """What the quote itself gives to do; nothing for who reads no prices."""
    if board.must_justify(candidate):
        yield _justification(board, candidate)
    if board.reads_prices and has_expired(candidate):
        title = _("Validity of the quote ended: %(name)s")
        yield _item(board, candidate, title, _("ask for an extension"))


def _justification(board: Board, candidate: Candidate) -> Item:
    """Whose turn it is: the vendor's while it may answer, else the officers'."""
    asked = open_question(candidate)
    item = _item(
        board,
        candidate,
        _("Justification of the low price: %(name)s"),
        strung(
            [low_bid_words(board.low_bids[candidate.pk]), justification_words(asked)]
        ),
    )
    if asked is None:
        return item
    if asked.is_answered or asked.is_overdue:
        return replace(item, due=asked.due_at)
    who = candidate.vendor.name if candidate.vendor else item.who
    return replace(item, due=asked.due_at, who=who, is_mine=False)


def justification_words(asked: PriceJustification | None) -> str:
    """How far the justification has come."""
    if asked is None:
        return _("not asked for yet")
    if asked.is_answered:
        return _("answered, to be decided")
    if asked.is_overdue:
        return _("no answer came, to be decided")
    return _("asked for, no answer yet")


def _item(board: Board, candidate: Candidate, title: str, note: str) -> Item:
    return Item(
        severity=Severity.BLOCKS,
        title=title % {"name": candidate.label},
        note=note,
        who=officers_of(board),
        is_mine=board.is_officer,
        is_counted=False,
        url_name="scoring:candidate-detail",
        uuid=candidate.uuid,
        link=_("Open"),
    )


def low_bid_words(test: LowBidTest) -> str:
    """How far a bid lies below the others, in the two figures of the rule."""
    said = []
    if test.below_mean_of_others is not None and test.below_mean_of_others > 0:
        words = _("%(share)s below the mean of the other bids")
        said.append(words % {"share": percent(test.below_mean_of_others, 1)})
    if test.below_next is not None and test.below_next > Fraction(0):
        words = _("%(share)s below the next bid")
        said.append(words % {"share": percent(test.below_next, 1)})
    return strung(said)


def has_expired(candidate: Candidate) -> bool:
    """Whether the quote of a candidate is no longer valid today."""
    until = candidate.offer.quote.valid_until if candidate.offer else None
    return until is not None and until < timezone.localdate()
