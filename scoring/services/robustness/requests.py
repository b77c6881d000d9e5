"""Ask the worker for the checks of a ranking, once for each set of inputs."""

from django.db import transaction

from procurement.accounts.models import User
from procurement.outbox.enqueuing import enqueue
from procurement.outbox.models import Job
from procurement.permissions import Action, require
from scoring.models import RobustnessCheck
from scoring.selectors.rankings.results import Ranking
from scoring.selectors.robustness.inputs import robustness_sha256


def request_checks(*, by: User, ranking: Ranking) -> RobustnessCheck:
    """Ask for the checks unless they are there or under way; changes no result."""
    evaluation = ranking.evaluation
    require(by, Action.VIEW_RANKING, evaluation.tender)
    with transaction.atomic():
        check, _is_new = RobustnessCheck.objects.select_for_update().get_or_create(
            evaluation=evaluation, inputs_sha256=robustness_sha256(ranking)
        )
        job = check.job
        is_idle = job is None or job.state in {Job.State.FAILED, Job.State.DONE}
        if check.document is None and is_idle:
            check.job = enqueue(
                by=by,
                kind="scoring.check_robustness",
                arguments={"check": str(check.uuid)},
                dedupe_key=f"robustness:{check.uuid}",
            )
            check.save(update_fields=["job"])
    return check
