"""The list of evaluations: where each stands, how far, and who must act."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from catalog.selectors.stages import STEPS
from procurement.accounts.models import User
from procurement.permissions import STAGE_NAMES, Action, Stage, can
from procurement.punctuation import strung
from scoring.models import Candidate, Decision, Evaluation
from scoring.selectors.boards import Board, bare_board, read_boards, with_panel
from scoring.selectors.outstanding.candidates import has_expired
from scoring.selectors.outstanding.items import Item, Severity
from scoring.selectors.outstanding.stages import open_items, stage_items

SCORES_DUE: Final = frozenset({Stage.SCORING, Stage.MODERATION})


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a reader looks for; all of it comes from the address."""

    text: str = ""
    stage: str = ""
    is_mine: bool = False
    is_blocked: bool = False

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "Filters":
        """Read the filters; a stage that does not exist filters nothing."""
        stage = query.get("stage", "")
        return cls(
            text=query.get("q", "").replace("\x00", "").strip()[:200],
            stage=stage if stage in set(Stage) else "",
            is_mine=query.get("mine") == "1",
            is_blocked=query.get("blocked") == "1",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A short mark of a row: badge kind, icon, words."""

    kind: str
    picture: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One evaluation in the list."""

    evaluation: Evaluation
    stage_name: str
    step: int
    deadline: datetime | None
    days_left: int | None
    done: int
    whole: int
    waiting: Item | None
    others: int
    is_mine: bool
    is_blocked: bool
    budget: Decimal | None
    bids: int | None
    notices: tuple[Notice, ...]

    @property
    def days_late(self) -> int:
        """Days since the deadline."""
        return -(self.days_left or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The rows that match, and how many there are without each filter."""

    rows: tuple[Row, ...]
    total: int
    mine: int
    blocked: int


def listed_evaluations(user: User, filters: Filters) -> Listing:
    """The evaluations that a person may know of; the number of queries is constant."""
    visible = Evaluation.objects.visible_to(user)
    total = visible.count()
    if filters.stage:
        visible = visible.filter(tender__stage=filters.stage)
    if filters.text:
        visible = visible.filter(
            Q(tender__title__icontains=filters.text)
            | Q(tender__reference__icontains=filters.text)
        )
    found = list(with_panel(visible).order_by("-tender__created_at", "-pk"))
    running = [row for row in found if not row.tender.has_ended]
    ended = [bare_board(row, user) for row in found if row.tender.has_ended]
    boards = [*read_boards(running, user), *ended]
    rows = sorted(map(_row, boards), key=_urgency)
    shown = [
        row
        for row in rows
        if (row.is_mine or not filters.is_mine)
        and (row.is_blocked or not filters.is_blocked)
    ]
    return Listing(
        rows=tuple(shown),
        total=total,
        mine=sum(row.is_mine for row in rows),
        blocked=sum(row.is_blocked for row in rows),
    )


def _urgency(row: Row) -> tuple[bool, bool, datetime]:
    """Running ones first, by deadline; ended ones last."""
    far = datetime.max.replace(tzinfo=timezone.get_default_timezone())
    has_ended = row.evaluation.tender.has_ended
    return has_ended, row.deadline is None, row.deadline or far


def _row(board: Board) -> Row:
    tender = board.evaluation.tender
    every, missing = stage_items(board), open_items(board)
    acting = [item for item in missing if item.severity is not Severity.SOON]
    mine = [item for item in acting if item.is_mine]
    deadline = _deadline(board)
    return Row(
        evaluation=board.evaluation,
        stage_name=str(STAGE_NAMES[board.stage]),
        step=STEPS.index(board.stage) + 1 if board.stage in STEPS else 0,
        deadline=deadline,
        days_left=_days_left(deadline),
        done=sum(item.done for item in every if item.is_counted),
        whole=sum(item.whole for item in every if item.is_counted),
        waiting=_first(mine or acting),
        others=max(0, len({item.who for item in acting}) - 1),
        is_mine=bool(mine),
        is_blocked=any(item.severity is Severity.BLOCKS for item in acting),
        budget=tender.budget if _knows_money(board) else None,
        bids=_bids(board),
        notices=tuple(_notices(board)),
    )


def _first(items: Sequence[Item]) -> Item | None:
    """What is waited for; several things of one person are one line."""
    if not items:
        return None
    first = items[0]
    same = [item for item in items if item.who == first.who]
    if len(same) == 1:
        return first
    words = ngettext("and %(count)s more", "and %(count)s more", len(same) - 1)
    more = words % {"count": len(same) - 1}
    return replace(first, note=strung([first.title, more]))


def _bids(board: Board) -> int | None:
    if board.quoted is None:
        return None
    return max(len(board.candidates), len(board.quoted))


def _knows_money(board: Board) -> bool:
    return bool(can(board.user, Action.VIEW_COST, board.evaluation.tender))


def _deadline(board: Board) -> datetime | None:
    tender = board.evaluation.tender
    if tender.has_ended:
        return None
    if board.stage in SCORES_DUE:
        return tender.scores_deadline
    if board.stage in {Stage.SETUP, Stage.QUOTES}:
        return tender.quote_deadline
    return None


def _days_left(deadline: datetime | None) -> int | None:
    if deadline is None:
        return None
    return (timezone.localdate(deadline) - timezone.localdate()).days


def _notices(board: Board) -> list[Notice]:
    tender = board.evaluation.tender
    if tender.stage == Stage.CANCELLED:
        return [Notice(kind="", picture="x", label=_("Cancelled"))]
    notices = []
    if not tender.is_open and board.stage is not Stage.SETUP:
        notices.append(Notice(kind="info", picture="lock", label=_("Quotes sealed")))
    if any(row.is_abnormally_low for row in board.low_bids.values()):
        notices.append(Notice(kind="bad", picture="down", label=_("Abnormally low")))
    notices += _counted(board)
    if board.decisions and board.decisions[0].state == Decision.State.APPROVED:
        notices.append(Notice(kind="ok", picture="check", label=_("Approved")))
    if board.stage is Stage.PUBLISHED:
        notices.append(Notice(kind="ok", picture="check", label=_("Published")))
    return notices


def _counted(board: Board) -> list[Notice]:
    states = Candidate.Admission
    review = sum(row.admission == states.UNDER_REVIEW for row in board.candidates)
    late = sum(row.came_late for row in board.candidates)
    expired = 0
    if board.reads_prices and not board.evaluation.tender.has_ended:
        expired = sum(has_expired(row) for row in board.counting)
    found = (
        (review, _("%(count)s under review")),
        (expired, _("%(count)s expired")),
        (late, _("%(count)s late")),
    )
    return [
        Notice(kind="warn", picture="clock", label=words % {"count": count})
        for count, words in found
        if count
    ]
