"""Who may know why a candidate stands where it stands."""

from typing import Final

from scoring.models import Candidate
from scoring.selectors.boards import Board

PUBLIC_REASONS: Final = frozenset(
    {
        Candidate.Admission.KNOCKED_OUT,
        Candidate.Admission.LATE,
        Candidate.Admission.WITHDRAWN,
    }
)
"""The states whose reason never speaks of a price."""


def tells_reason(candidate: Candidate, *, reads_prices: bool) -> bool:
    """Whether the reason of the admission state is one that the reader may know."""
    return reads_prices or candidate.admission in PUBLIC_REASONS


def known_reason(board: Board, candidate: Candidate) -> str:
    """The reason as the board's reader may know it; empty where it is about prices."""
    if tells_reason(candidate, reads_prices=board.reads_prices):
        return candidate.reason
    return ""
