"""Bound how often something may be tried: reserve before, give back after success."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

RESERVE = """
insert into accounts_throttle as counter (key, "window", count)
values (%(key)s, floor(extract(epoch from clock_timestamp()) / %(seconds)s), 1)
on conflict (key, "window") do update set count = counter.count + 1
returning "window", count
"""
GIVE_BACK = """
update accounts_throttle set count = count - 1
where key = %s and "window" = %s and count > 0
"""
FORGET = """
delete from accounts_throttle where id in (
    select id from accounts_throttle where "window" < %s - 1
    limit 200 for update skip locked
)
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many tries of what ``words`` name in one window."""

    words: tuple[str, ...]
    allowed: int

    @property
    def key(self) -> str:
        """What is stored: a digest, so that the table holds no address or e-mail."""
        return hashlib.sha256("\n".join(self.words).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Reservation:
    """A try that was counted, and in which window."""

    key: str
    window: int


def reserve(limits: Sequence[Limit], seconds: int) -> list[Reservation] | None:
    """Count one try against each limit; None at the first that is used up.

    Counting is one statement each, so parallel tries can't pass together.
    """
    reservations = []
    for limit in limits:
        window, count = _count(limit.key, seconds)
        if count > limit.allowed:
            return None
        reservations.append(Reservation(limit.key, window))
    return reservations


def give_back(reservations: Sequence[Reservation]) -> None:
    """Take tries that succeeded out of the count."""
    with connection.cursor() as cursor:
        for reservation in reservations:
            cursor.execute(GIVE_BACK, [reservation.key, reservation.window])


def _count(key: str, seconds: int) -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(RESERVE, {"key": key, "seconds": seconds})
        window, count = cursor.fetchone()
        if count == 1:
            cursor.execute(FORGET, [window])
    return int(window), int(count)
