"""One thing that is missing: what, who must act, how far, until when."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django_stubs_ext import StrOrPromise

from procurement.permissions import ROLE_NAMES, Role
from scoring.selectors.boards import Board


class Severity(StrEnum):
    """Whether the next step waits for it."""

    BLOCKS = "blocks"
    OPEN = "open"
    SOON = "soon"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something to be done; ``whole`` is 0 where there is nothing to count."""

    severity: Severity
    title: str
    who: str
    note: str = ""
    is_mine: bool = False
    done: int = 0
    whole: int = 0
    is_done: bool = False
    due: datetime | None = None
    url_name: str = ""
    link: StrOrPromise = ""


def officers_of(board: Board) -> str:
    """Who prepares: the name where there is one officer, else the role."""
    return _people(board, Role.OFFICER)


def approvers_of(board: Board) -> str:
    """Who approves."""
    return _people(board, Role.APPROVER)


def _people(board: Board, role: Role) -> str:
    people = board.people(role)
    if len(people) == 1:
        return people[0].name
    return str(ROLE_NAMES[role])
