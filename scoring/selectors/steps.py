"""The step that comes next, and what keeps it from being taken, for its officer."""

from dataclasses import dataclass

from procurement.accounts.models import User
from procurement.permissions import STAGE_NAMES, Action, Stage, can
from scoring.models import Evaluation
from scoring.selectors.guards import next_stage, refusals


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """Where the evaluation can go from here; ``obstacles`` are sentences."""

    stage: Stage | None
    name: str
    obstacles: tuple[str, ...]
    may_cancel: bool
    may_reopen: bool

    @property
    def is_free(self) -> bool:
        """Whether the step can be taken now."""
        return self.stage is not None and not self.obstacles


def next_step(user: User, evaluation: Evaluation) -> NextStep | None:
    """The next step, for who may take it; nothing for everyone else."""
    tender = evaluation.tender
    if not can(user, Action.MOVE_STAGE, tender):
        return None
    to = next_stage(evaluation)
    found = refusals(evaluation, to) if to is not None else ()
    return NextStep(
        stage=to,
        name=str(STAGE_NAMES[to]) if to is not None else "",
        obstacles=tuple(str(refusal) for refusal in found),
        may_cancel=not tender.has_ended,
        may_reopen=tender.stage == Stage.PUBLISHED,
    )
