"""One thing that is missing: what, who must act, how far, until when."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

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
    """Something to be done; ``whole`` is 0 where there is nothing to count.

    ``is_counted`` tells whether it is part of the completeness of the stage. ``uuid``
    is the second word of the address where it is about one thing of the evaluation.
    """

    severity: Severity
    title: str
    who: str
    note: str = ""
    is_mine: bool = False
    done: int = 0
    whole: int = 0
    is_done: bool = False
    is_counted: bool = True
    due: datetime | None = None
    url_name: str = ""
    uuid: UUID | None = None
    link: StrOrPromise = ""


def officers_of(board: Board) -> str:
    """Who prepares."""
    return _people(board, Role.OFFICER)


def approvers_of(board: Board) -> str:
    """Who approves."""
    return _people(board, Role.APPROVER)


def _people(board: Board, role: Role) -> str:
    """The reader where it is one of them, else the first of them, else the role."""
    people = board.people(role)
    if board.user in people:
        return board.user.name
    if people:
        return people[0].name
    return str(ROLE_NAMES[role])
