"""Work the checks out; only the worker imports this, since it brings numpy."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _, gettext_noop

from procurement.errors import RuleBrokenError
from procurement.outbox.running import Claim
from scoring.mcda.evaluate import evaluate
from scoring.mcda.reasons import InvalidInputError
from scoring.mcda.result import plain
from scoring.mcda.robustness.document import RobustnessDocument, robustness_document
from scoring.mcda.simulation.monte_carlo import simulate
from scoring.models import RobustnessCheck
from scoring.selectors.rankings.results import Ranking, ranking_of
from scoring.selectors.robustness.inputs import (
    checked_inputs,
    compared_rules,
    robustness_sha256,
)

if TYPE_CHECKING:
    from scoring.mcda.robustness.document import SimulationPart

EXACT = gettext_noop("Leaving out each bid, evaluator and criterion")
DRAWING = gettext_noop("Drawing weights and scores")
_EXACT_STARTS, _DRAWING_STARTS = 5, 50

type Progress = Callable[[int, str], None]


def check_robustness(claim: Claim) -> None:
    """Store the checks under the hash of the inputs that they were worked out from.

    Where the inputs changed after the request, what is stored is of the newer ones.
    """
    asked = RobustnessCheck.objects.select_related("evaluation__tender").get(
        uuid=UUID(claim.job.arguments["check"])
    )
    if asked.document is not None:
        claim.complete(check=str(asked.uuid))
        return
    try:
        ranking = ranking_of(asked.evaluation)
    except InvalidInputError as error:
        raise RuleBrokenError(
            _("Nothing can be ranked, so nothing can be checked."), "not_rankable"
        ) from error
    document = worked_out(ranking, claim.progress)
    with transaction.atomic():
        store_checks(ranking, document)
        claim.complete(check=str(asked.uuid))


def store_checks(ranking: Ranking, document: RobustnessDocument) -> RobustnessCheck:
    """Keep the document; those of earlier inputs are of no more use."""
    check, _is_new = RobustnessCheck.objects.update_or_create(
        evaluation=ranking.evaluation,
        inputs_sha256=robustness_sha256(ranking),
        defaults={"document": document, "finished_at": Now()},
    )
    RobustnessCheck.objects.filter(
        evaluation=ranking.evaluation, pk__lt=check.pk
    ).delete()
    return check


def worked_out(ranking: Ranking, progress: Progress) -> RobustnessDocument:
    """All exact checks, the second opinions and the draws of one ranking."""
    inputs = checked_inputs(ranking)
    result = evaluate(inputs)
    progress(_EXACT_STARTS, EXACT)
    document = robustness_document(inputs, compared_rules(ranking.evaluation), result)
    progress(_DRAWING_STARTS, DRAWING)
    found = simulate(
        inputs,
        result,
        progress=lambda percent: progress(_DRAWING_STARTS + percent // 2, DRAWING),
    )
    document["simulation"] = cast("SimulationPart", plain(found))
    return document
