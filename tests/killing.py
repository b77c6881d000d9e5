"""Kills whoever does a job, at moments that a seed chooses."""

import logging
import random
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum

import psutil
from celery import current_app

from procurement.outbox.models import Job
from tests.workers import Worker

logger = logging.getLogger(__name__)
CHILD = "scoring.reports.render_child"

Attempt = tuple[int, int]
"""The key of a job and the number of the attempt."""


class Victim(StrEnum):
    """Who gets SIGKILL: all of a worker, the process that works, or its child."""

    WORKER = "worker"
    PROCESS = "process"
    CHILD = "child"


@dataclass(kw_only=True)
class Killer:
    """Kills once, at the first attempt of each job; the doomed at every attempt."""

    worker: Worker
    victims: Mapping[int, Victim]
    doomed: frozenset[int]
    within_seconds: float
    seed: int
    hit: dict[Attempt, Victim] = field(default_factory=dict)
    orphans: list[psutil.Process] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311  # moments, no secret
        self._moments: dict[Attempt, float] = {}
        logger.warning("seed %d, within %g s", self.seed, self.within_seconds)

    def look(self) -> None:
        """Kill those whose moment has come; call it again and again."""
        now = time.monotonic()
        for attempt in sorted(self._mortal()):
            if attempt not in self._moments:
                wait = self._chance.uniform(0, self.within_seconds)
                self._moments[attempt] = now + wait
                logger.warning("job %d, attempt %d: after %.3f s", *attempt, wait)
            if now >= self._moments[attempt]:
                with suppress(psutil.NoSuchProcess):
                    self._kill(attempt)

    def _mortal(self) -> set[Attempt]:
        """The running attempts that are to die and did not yet."""
        return {
            (pk, attempt)
            for pk, attempt in running() - self.hit.keys()
            if pk in self.doomed or (pk in self.victims and attempt == 1)
        }

    def _kill(self, attempt: Attempt) -> None:
        victim = self.victims[attempt[0]]
        with self._held():
            others = running() - {attempt} - self.hit.keys()
            if victim is Victim.WORKER and others <= self._mortal():
                self._kill_worker({attempt, *others})
            elif process := _process_of(attempt):
                self._kill_process(attempt, process)

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Hold everybody who works; while one is looked for, others would end unhit."""
        main = self.worker.process
        pool = psutil.Process(main.pid).children() if main else []
        for process in pool:
            with suppress(psutil.NoSuchProcess):
                process.suspend()
        try:
            yield
        finally:
            for process in pool:
                with suppress(psutil.NoSuchProcess):
                    process.resume()

    def _kill_process(self, attempt: Attempt, process: psutil.Process) -> None:
        """Kill the process of one attempt, or its child once that draws.

        Also where all of the worker should die, but somebody else would die twice.
        """
        children = process.children(recursive=True)
        if self.victims[attempt[0]] is not Victim.CHILD:
            process.kill()
            self.orphans += children
            self._note({attempt}, Victim.PROCESS)
        elif drawing := [each for each in children if CHILD in each.cmdline()]:
            drawing[0].kill()
            self.orphans += drawing
            self._note({attempt}, Victim.CHILD)

    def _kill_worker(self, attempts: set[Attempt]) -> None:
        main = self.worker.process
        if main is None:
            return
        self.orphans += psutil.Process(main.pid).children(recursive=True)
        self.worker.kill()
        self.worker.start()
        self._note(attempts & running(), Victim.WORKER)

    def _note(self, attempts: set[Attempt], victim: Victim) -> None:
        for attempt in attempts:
            self.hit[attempt] = victim
            logger.warning("job %d, attempt %d: %s killed", *attempt, victim)

    def survivors(self) -> list[int]:
        """The processes that outlived the one they worked for."""
        _gone, alive = psutil.wait_procs(self.orphans, timeout=10)
        return [each.pid for each in alive if each.status() != psutil.STATUS_ZOMBIE]


def running() -> set[Attempt]:
    """The jobs that somebody does, or did until it was killed, with the attempt."""
    alive = Job.objects.filter(state=Job.State.RUNNING)
    return set(alive.values_list("pk", "attempts"))


def _process_of(attempt: Attempt) -> psutil.Process | None:
    """Ask the worker which of its processes does it; it may just have ended."""
    job = str(Job.objects.values_list("uuid", flat=True).get(pk=attempt[0]))
    active = current_app.control.inspect(timeout=2, limit=1).active() or {}
    for task in (each for tasks in active.values() for each in tasks):
        if task["id"] == job and attempt in running():
            with suppress(psutil.NoSuchProcess):
                return psutil.Process(task["worker_pid"])
    return None
