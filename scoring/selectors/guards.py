"""The steps from stage to stage, and what still keeps each from being taken."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from django.db.models.functions import Now
from django.utils.translation import gettext as _

from catalog.models import Tender
from catalog.selectors.openings import running_round
from procurement.errors import RuleBrokenError
from procurement.permissions import STAGE_NAMES, Role, Stage, WrongStageError
from procurement.punctuation import listed
from scoring.mcda.reasons import InvalidInputError
from scoring.models import Candidate, Cell, Criterion, Evaluation
from scoring.selectors.costs.quoted_totals import low_bids, quoted_totals
from scoring.selectors.criteria_faults import criteria_refusals
from scoring.selectors.justifications import is_justified
from scoring.selectors.offers import outdated
from scoring.selectors.rankings.results import ranking_of
from scoring.selectors.versions import current_version, draft_revision

type Refusals = Iterator[RuleBrokenError]
type Guard = Callable[[Evaluation], Refusals]


def next_stage(evaluation: Evaluation) -> Stage | None:
    """The stage that a step leads to from here; publication is a step of its own."""
    here = Stage(evaluation.tender.stage)
    return next((to for start, to in GUARDS if start == here), None)


def refusals(evaluation: Evaluation, to: Stage) -> Refusals:
    """Say all that still keeps the evaluation from a stage.

    Raises:
        WrongStageError: there is no such step from where it stands.
    """
    here = Stage(evaluation.tender.stage)
    guard = GUARDS.get((here, to))
    if guard is None:
        names = {"stage": STAGE_NAMES[here], "to": STAGE_NAMES[to]}
        raise WrongStageError(
            _("From %(stage)s there is no step to %(to)s.") % names, "wrong_stage"
        )
    return guard(evaluation)


def _ready_for_quotes(evaluation: Evaluation) -> Refusals:
    yield from criteria_refusals(current_version(evaluation).criteria.all())
    if not _is_before_deadline(evaluation):
        yield RuleBrokenError(
            _("The deadline for quotes has passed; set a later one first."),
            "deadline_passed",
        )


def _is_before_deadline(evaluation: Evaluation) -> bool:
    tender = evaluation.tender
    due = Tender.objects.filter(pk=tender.pk, quote_deadline__lte=Now())
    return tender.is_invented or not due.exists()


def _quotes_closed(evaluation: Evaluation) -> Refusals:
    due = Tender.objects.filter(pk=evaluation.tender_id, quote_deadline__lte=Now())
    if not due.exists():
        yield WrongStageError(
            _("The deadline for quotes has not passed yet."), "deadline_open"
        )
    # Whether a sealed quote has come in is nobody's to know before the opening.
    if evaluation.tender.is_open and not evaluation.tender.quotes.exists():
        yield RuleBrokenError(_("No quote has come in."), "quotes_missing")
    yield from criteria_refusals(current_version(evaluation).criteria.all())


def _evidence_complete(evaluation: Evaluation) -> Refusals:
    counting = _counting(evaluation)
    if not counting:
        yield RuleBrokenError(
            _("No candidate takes part; take the offers in first."),
            "candidates_missing",
        )
    yield from _rounds_over(evaluation, counting)
    yield from open_knock_outs(evaluation, counting)
    yield from _missing_rates(evaluation, counting)
    yield from _unassigned(evaluation)


def _rounds_over(evaluation: Evaluation, counting: list[Candidate]) -> Refusals:
    """The price closes with the rounds: none runs, and the last offers are taken."""
    tender = evaluation.tender
    if running := running_round(tender):
        yield RuleBrokenError(
            _("Round %(round)s is not over and open yet.") % {"round": running.number},
            "round_running",
        )
        return
    if moved := outdated(counting, tender):
        yield RuleBrokenError(
            _("Move %(names)s to the offers of the latest round first.")
            % {"names": listed(row.label for row in moved)},
            "offers_outdated",
        )


def _counting(evaluation: Evaluation) -> list[Candidate]:
    rows = evaluation.candidates.counting().select_related("offer__quote__vendor")
    return list(rows.prefetch_related("knock_out_results"))


def open_knock_outs(
    evaluation: Evaluation, candidates: Iterable[Candidate]
) -> Refusals:
    """Name, by candidate, the knock-out criteria that nobody has decided."""
    criteria = current_version(evaluation).criteria
    keys = set(
        criteria.filter(kind=Criterion.Kind.KNOCK_OUT).values_list("key", flat=True)
    )
    for candidate in candidates:
        decided = {row.criterion_key for row in candidate.knock_out_results.all()}
        missing = sorted(keys - decided)
        if missing:
            yield RuleBrokenError(
                _("%(name)s: decide the knock-out criteria %(keys)s first.")
                % {"name": candidate.label, "keys": listed(missing)},
                "knock_outs_open",
            )


def _missing_rates(evaluation: Evaluation, candidates: Iterable[Candidate]) -> Refusals:
    """Rates can't be added later, and without them a price can't be compared."""
    tender = evaluation.tender
    frozen = {tender.currency, *tender.rates.values_list("currency", flat=True)}
    for candidate in candidates:
        quote = candidate.offer.quote if candidate.offer else None
        if quote is None:
            continue
        if quote.currency not in frozen:
            yield RuleBrokenError(
                _("%(name)s: freeze the rate of %(currency)s first.")
                % {"name": candidate.label, "currency": quote.currency},
                "rates_missing",
            )
        if quote.tax_basis != tender.tax_basis and quote.tax_rate is None:
            yield RuleBrokenError(
                _("%(name)s: the quote states no tax rate; record it first.")
                % {"name": candidate.label},
                "tax_rate_missing",
            )


def _unassigned(evaluation: Evaluation) -> Refusals:
    rubric = current_version(evaluation).criteria.filter(kind=Criterion.Kind.RUBRIC)
    members = evaluation.tender.members.filter(role=Role.EVALUATOR).values("user")
    assigned = set(
        evaluation.assignments.filter(evaluator__in=members).values_list(
            "criterion_key", flat=True
        )
    )
    missing = [row.key for row in rubric if row.key not in assigned]
    if missing:
        yield RuleBrokenError(
            _("Nobody scores the criteria %(keys)s.") % {"keys": listed(missing)},
            "assignments_missing",
        )


def _scoring_over(evaluation: Evaluation) -> Refusals:
    is_late = Tender.objects.filter(
        pk=evaluation.tender_id, scores_deadline__lt=Now()
    ).exists()
    members = evaluation.tender.members.filter(role=Role.EVALUATOR).values("user")
    still_open = evaluation.worksheets.filter(
        submitted_at=None, evaluator__in=members
    ).count()
    if still_open and not is_late:
        yield RuleBrokenError(
            _("Worksheets are still open, and the deadline for scores has not passed."),
            "worksheets_open",
        )
    yield from _open_proposals(evaluation)
    yield from _unassigned(evaluation)
    yield from _open_draft(evaluation)
    yield from open_knock_outs(evaluation, _counting(evaluation))
    if not evaluation.tender.members.filter(role=Role.APPROVER).exists():
        yield RuleBrokenError(
            _("Name an approver: the panel no longer changes once moderation opens."),
            "approver_missing",
        )


def _open_draft(evaluation: Evaluation) -> Refusals:
    draft = draft_revision(evaluation)
    if draft is not None:
        yield RuleBrokenError(
            _("Adopt or discard the draft of version %(number)s first.")
            % {"number": draft.number},
            "revision_open",
        )


def _open_proposals(evaluation: Evaluation) -> Refusals:
    answered = evaluation.not_applicable.values("criterion_key")
    proposed = Cell.objects.filter(
        worksheet__evaluation=evaluation,
        state=Cell.State.NA_PROPOSED,
        awaits_confirmation=False,
    ).exclude(criterion_key__in=answered)
    keys = sorted(set(proposed.values_list("criterion_key", flat=True)))
    if keys:
        yield RuleBrokenError(
            _("Answer the proposals of N/A first: %(keys)s.") % {"keys": listed(keys)},
            "proposals_open",
        )


def _decision_ready(evaluation: Evaluation) -> Refusals:
    if not evaluation.tender.are_prices_open:
        yield RuleBrokenError(
            _("The prices are sealed; two officers open them first."), "prices_sealed"
        )
        return
    try:
        result = ranking_of(evaluation).result
    except InvalidInputError as error:
        yield RuleBrokenError(
            _("The result can't be worked out: %(reasons)s.") % {"reasons": error},
            "result_invalid",
        )
        return
    if not result.ranked:
        yield RuleBrokenError(
            _("No candidate can be ranked; the ranking page lists the reasons."),
            "nobody_ranked",
        )
    if result.publication_blocks:
        yield RuleBrokenError(
            _("The result is still provisional; the ranking page lists the reasons."),
            "result_provisional",
        )
    yield from _unjustified(evaluation)


def _unjustified(evaluation: Evaluation) -> Refusals:
    """No abnormally low bid wins before its vendor was heard."""
    rows = list(
        evaluation.candidates.select_related("offer__quote__vendor", "offer__sku__gpu")
        .prefetch_related("offer__lines", "offer__justifications")
        .order_by("position")
    )
    tests = low_bids(rows, quoted_totals(evaluation.tender, rows))
    for row in rows:
        test = tests.get(row.pk)
        if test and test.is_abnormally_low and not is_justified(row):
            yield RuleBrokenError(
                _("%(name)s is abnormally low: decide on its justification first.")
                % {"name": row.label},
                "justification_open",
            )


GUARDS: Final[Mapping[tuple[Stage, Stage], Guard]] = {
    (Stage.SETUP, Stage.QUOTES): _ready_for_quotes,
    (Stage.QUOTES, Stage.EVIDENCE): _quotes_closed,
    (Stage.EVIDENCE, Stage.SCORING): _evidence_complete,
    (Stage.SCORING, Stage.MODERATION): _scoring_over,
    (Stage.MODERATION, Stage.DECISION): _decision_ready,
}
