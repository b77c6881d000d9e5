"""What the check of a claim says: holds or not, why, the right value and its source."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from scoring.figures.figure import Figure


class Verdict(StrEnum):
    """Whether a claim holds; without data it is unknown, never right."""

    HOLDS = "holds"
    WRONG = "wrong"
    NEEDS_EVIDENCE = "needs_evidence"
    UNKNOWN = "unknown"


class Reason(StrEnum):
    """Why a claim does not hold; the words stand where it is shown."""

    SPARSE_AS_DENSE = "sparse_as_dense"
    ABOVE_PEAK = "above_peak"
    BELOW_PEAK = "below_published"
    OFF_BY_1000 = "off_by_1000"
    BOTH_DIRECTIONS = "both_directions_as_one"
    OTHER_LINK = "another_link"
    BELOW_GPUS = "below_the_gpus_alone"
    BELOW_SYSTEM = "below_the_system"
    IMPOSSIBLE_TIME = "faster_than_the_peak"
    UNUSUAL_UTILISATION = "unusual_utilisation"
    IMPOSSIBLE_UTILISATION = "impossible_utilisation"
    DOES_NOT_FIT = "states_do_not_fit"
    STATES_STAY = "recompute_does_not_touch_states"
    NO_SUCH_RELEASE = "no_such_release"
    IS_SUPPORTED = "is_supported"
    NOT_SUPPORTED = "not_supported"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Hold the verdict on a claim with the right values, each with its formula.

    ``claimed`` is the claim's number, where it has one. ``right`` are the values
    that would hold, the one in the claim's own sense first.
    """

    verdict: Verdict
    reasons: tuple[Reason, ...] = ()
    claimed: Decimal | None = None
    right: tuple[Figure, ...] = ()
    source: str = ""

    @property
    def is_flagged(self) -> bool:
        """Whether the claim must be shown as doubtful."""
        return self.verdict in {Verdict.WRONG, Verdict.NEEDS_EVIDENCE}


def not_known(source: str = "") -> Finding:
    """Return a finding that says that nobody published what is needed."""
    return Finding(verdict=Verdict.UNKNOWN, source=source)
