"""Where evaluations stand, read in bulk for one person: the facts behind the lists.

Every fact is read once for all evaluations, so the number of queries does not depend
on how many there are. What the person may not know is not in the board at all.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Prefetch

from catalog.models import InvitedVendor, Quote, TenderMember
from procurement.accounts.models import User
from procurement.permissions import Action, Role, Stage, can
from scoring.mcda.admission import LowBidTest
from scoring.models import (
    Assignment,
    Candidate,
    CriteriaVersion,
    Criterion,
    Decision,
    Evaluation,
)
from scoring.selectors.costs.quoted_totals import QuotedTotal, low_bids, quoted_totals
from scoring.selectors.justifications import is_justified
from scoring.selectors.worksheets.progress import (
    PanelProgress,
    SheetProgress,
    panel_progress,
)

SCORED = frozenset({Stage.SCORING, Stage.MODERATION, Stage.DECISION})


@dataclass(frozen=True, kw_only=True)
class Board:
    """The facts of one evaluation that one person may know."""

    user: User
    evaluation: Evaluation
    version: CriteriaVersion | None
    criteria: tuple[Criterion, ...]
    candidates: tuple[Candidate, ...]
    assigned: Mapping[str, int]
    """How many evaluators of the panel score each criterion."""
    invited: tuple[str, ...]
    quoted: frozenset[int] | None
    """The vendors whose quotes the person may know of; None where none may be known."""
    sheets: tuple[SheetProgress, ...]
    requests: int
    spreads: tuple[int, int] | None
    """Settled and all cells whose scores lie far apart; None where not to be known."""
    decisions: tuple[Decision, ...]

    @property
    def stage(self) -> Stage:
        """Where the evaluation stands."""
        return Stage(self.evaluation.tender.stage)

    @property
    def roles(self) -> frozenset[Role]:
        """The person's roles here."""
        return self.evaluation.tender.roles_of(self.user)

    @property
    def is_officer(self) -> bool:
        """Whether the person prepares this evaluation."""
        return Role.OFFICER in self.roles

    @property
    def reads_prices(self) -> bool:
        """Whether the quotes are open and their prices released to the person."""
        tender = self.evaluation.tender
        return tender.is_open and bool(can(self.user, Action.VIEW_COST, tender))

    @property
    def counting(self) -> tuple[Candidate, ...]:
        """The candidates that take part."""
        return tuple(row for row in self.candidates if row.counts)

    @cached_property
    def totals(self) -> Mapping[int, QuotedTotal]:
        """The quoted net totals by candidate; empty for who may not read them."""
        if not self.reads_prices:
            return {}
        return quoted_totals(self.evaluation.tender, self.candidates)

    @cached_property
    def low_bids(self) -> Mapping[int, LowBidTest]:
        """The tests of abnormally low bids by candidate."""
        return low_bids(self.candidates, self.totals)

    def must_justify(self, candidate: Candidate) -> bool:
        """Whether the reader may know that the price has still to be justified."""
        test = self.low_bids.get(candidate.pk)
        is_low = test is not None and test.is_abnormally_low
        return is_low and not is_justified(candidate)

    def people(self, role: Role) -> list[User]:
        """Who holds a role here."""
        members: Iterable[TenderMember] = self.evaluation.tender.members.all()
        return [row.user for row in members if row.role == role]


def read_boards(evaluations: Sequence[Evaluation], user: User) -> list[Board]:
    """Read the facts of evaluations of :func:`with_panel`, whoever they belong to."""
    versions = _versions(evaluations)
    criteria = _criteria(versions.values())
    candidates = _candidates(evaluations, user)
    assigned = _assigned(evaluations)
    invited = _invited(evaluations)
    quoted = _quoted(evaluations, user)
    scored = [row for row in evaluations if row.tender.stage in SCORED]
    panels = panel_progress(scored)
    decisions = _decisions(evaluations, user)
    return [
        Board(
            user=user,
            evaluation=row,
            version=versions.get(row.pk),
            criteria=tuple(criteria[versions[row.pk].pk] if row.pk in versions else ()),
            candidates=tuple(candidates[row.pk]),
            assigned=assigned[row.pk],
            invited=tuple(invited[row.tender_id]),
            quoted=quoted.get(row.tender_id),
            decisions=tuple(decisions[row.pk]),
            **_known(row, panels.get(row.pk, PanelProgress()), user),
        )
        for row in evaluations
    ]


def bare_board(evaluation: Evaluation, user: User) -> Board:
    """The board of an ended evaluation in a list: nothing is awaited any more."""
    return Board(
        user=user,
        evaluation=evaluation,
        version=None,
        criteria=(),
        candidates=(),
        assigned={},
        invited=(),
        quoted=None,
        sheets=(),
        requests=0,
        spreads=None,
        decisions=(),
    )


def with_panel(evaluations: Any) -> Any:  # noqa: ANN401  # a queryset in, the same queryset out
    """Read tender, its maker, panel and rates together with the evaluations."""
    members = TenderMember.objects.select_related("user").order_by("role", "id")
    return evaluations.select_related("tender__created_by").prefetch_related(
        Prefetch("tender__members", queryset=members), "tender__rates", "tender__rounds"
    )


def _versions(evaluations: Sequence[Evaluation]) -> dict[int, CriteriaVersion]:
    """The newest locked version, or the draft while none is locked."""
    found: dict[int, CriteriaVersion] = {}
    rows = CriteriaVersion.objects.filter(evaluation__in=evaluations)
    for row in rows.order_by("evaluation_id", "number"):
        held = found.get(row.evaluation_id)
        if held is None or row.is_locked or not held.is_locked:
            found[row.evaluation_id] = row
    return found


def _criteria(versions: Iterable[CriteriaVersion]) -> dict[int, list[Criterion]]:
    found: dict[int, list[Criterion]] = defaultdict(list)
    rows = Criterion.objects.filter(version__in=list(versions))
    for row in rows.select_related("dimension").order_by("position"):
        found[row.version_id].append(row)
    return found


def _candidates(
    evaluations: Sequence[Evaluation], user: User
) -> dict[int, list[Candidate]]:
    found: dict[int, list[Candidate]] = defaultdict(list)
    rows = (
        Candidate.objects.visible_to(user)
        .filter(evaluation__in=evaluations)
        .select_related(
            "vendor", "offer__quote__vendor", "offer__sku__gpu", "cloud_offer"
        )
        .prefetch_related(
            "evidence__run_set",
            "knock_out_results",
            "offer__lines",
            "offer__justifications",
        )
    )
    for row in rows.order_by("position"):
        found[row.evaluation_id].append(row)
    return found


def _assigned(evaluations: Sequence[Evaluation]) -> dict[int, dict[str, int]]:
    members = {
        (row.pk, member.user_id)
        for row in evaluations
        for member in row.tender.members.all()
        if member.role == Role.EVALUATOR
    }
    found: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    rows = Assignment.objects.filter(evaluation__in=evaluations)
    for evaluation, evaluator, key in rows.values_list(
        "evaluation_id", "evaluator_id", "criterion_key"
    ):
        if (evaluation, evaluator) in members:
            found[evaluation][key] += 1
    return found


def _invited(evaluations: Sequence[Evaluation]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    tenders = [row.tender_id for row in evaluations]
    rows = InvitedVendor.objects.filter(tender__in=tenders)
    for tender, name in rows.values_list("tender_id", "vendor__name"):
        found[tender].append(name)
    return found


def _quoted(evaluations: Sequence[Evaluation], user: User) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = {
        row.tender_id: set()
        for row in evaluations
        if row.tender.is_open and can(user, Action.VIEW_QUOTES, row.tender)
    }
    rows = Quote.objects.known_to(user).filter(tender__in=list(found))
    for tender, vendor in rows.current().values_list("tender_id", "vendor_id"):
        found[tender].add(vendor)
    return {tender: frozenset(vendors) for tender, vendors in found.items()}


def _known(evaluation: Evaluation, panel: PanelProgress, user: User) -> dict[str, Any]:
    """What of a panel the person may know: an evaluator only the own worksheet."""
    tender = evaluation.tender
    sheets = panel.sheets
    prepares = bool(can(user, Action.VIEW_PROGRESS, tender))
    if not prepares:
        sheets = tuple(sheet for sheet in sheets if sheet.evaluator == user)
    sees_spreads = tender.stage == Stage.MODERATION and can(
        user, Action.VIEW_MODERATION, tender
    )
    return {
        "sheets": sheets,
        "requests": panel.requests if prepares else 0,
        "spreads": (panel.settled, panel.spreads) if sees_spreads else None,
    }


def _decisions(
    evaluations: Sequence[Evaluation], user: User
) -> dict[int, list[Decision]]:
    found: dict[int, list[Decision]] = defaultdict(list)
    rows = Decision.objects.visible_to(user).filter(evaluation__in=evaluations)
    for row in rows.defer("snapshot").order_by("-number"):
        found[row.evaluation_id].append(row)
    return found
