"""Two things at once: run them in threads, or while a row is held."""

import time
from collections.abc import Callable
from threading import Barrier, Thread

from django.db import connection

from procurement.errors import RuleBrokenError


def together(*calls: Callable[[], object]) -> list[object]:
    """Start all at one moment; give what each returned, or its refusal's code."""
    start = Barrier(len(calls))
    outcomes: list[object] = [None] * len(calls)

    def run(place: int) -> None:
        try:
            start.wait(timeout=10)
            outcomes[place] = calls[place]()
        except RuleBrokenError as error:
            outcomes[place] = error.code
        finally:
            connection.close()

    threads = [Thread(target=run, args=[place]) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return outcomes


class Waiting:
    """A call in a thread of its own that must wait for a lock before it can end."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.outcome: object = None
        self._call = call
        self._thread = Thread(target=self._run)

    def _run(self) -> None:
        try:
            self.outcome = self._call()
        except RuleBrokenError as error:
            self.outcome = error.code
        finally:
            connection.close()

    def start(self) -> None:
        """Start it and return once it waits for a lock."""
        self._thread.start()
        end = time.monotonic() + 10
        while time.monotonic() < end:
            if _somebody_waits_for_us():
                return
            time.sleep(0.01)
        message = "nobody came to wait for the lock"
        raise AssertionError(message)

    def finish(self) -> object:
        """What became of it, once the lock is free."""
        self._thread.join(timeout=30)
        return self.outcome


def _somebody_waits_for_us() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from pg_locks where not granted"
            " and pg_backend_pid() = any(pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])
