"""A real worker process on the test database and the real broker."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
import redis
from django.conf import settings
from django.db import connection

from procurement.outbox.models import Job
from procurement.outbox.running import sweep

ROOT = Path(__file__).resolve().parents[1]
QUEUES = ("default", "ingest", "reports")
LEASE_SECONDS = 4


class Worker:
    """A Celery worker in its own process group, to be killed and started again."""

    def __init__(self, environment: dict[str, str], *, concurrency: int = 2) -> None:
        self.environment = environment
        self.concurrency = concurrency
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "celery", "-A", "procurement", "worker"),
                *("-Q", ",".join(QUEUES), "-c", str(self.concurrency)),
                *("--loglevel", "WARNING"),
                *("--without-gossip", "--without-mingle", "--without-heartbeat"),
            ],
            cwd=ROOT,
            env=self.environment,
            start_new_session=True,
        )

    def kill(self) -> None:
        """SIGKILL the worker, its pool and every child of them at once."""
        if self.process is None or self.process.poll() is not None:
            return
        with contextlib.suppress(psutil.NoSuchProcess):
            parent = psutil.Process(self.process.pid)
            for child in [*parent.children(recursive=True), parent]:
                with contextlib.suppress(psutil.NoSuchProcess):
                    child.send_signal(signal.SIGKILL)
        self.process.wait(timeout=10)

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.kill()


def wait_for(condition: Callable[[], bool], *, seconds: float = 60) -> None:
    """Wait until something holds; sweep the outbox meanwhile, as beat does."""
    end = time.monotonic() + seconds
    swept = 0.0
    while not condition():
        now = time.monotonic()
        if now > end:
            jobs = list(Job.objects.values("kind", "state", "attempts", "reason"))
            pytest.fail(f"It did not happen within {seconds} s: {jobs}")
        if now > swept + 0.2:
            sweep()
            swept = now
        time.sleep(0.05)


def all_ended() -> bool:
    """Whether no job waits or runs."""
    return not Job.objects.filter(state__in=["waiting", "running"]).exists()


def broker() -> redis.Redis:
    """The broker that the tests and their workers share."""
    return redis.Redis.from_url(settings.REDIS_URL)


def is_quiet() -> bool:
    """Whether every message was taken and answered for."""
    left = broker()
    return not left.hlen("unacked") and not any(map(left.llen, QUEUES))


@pytest.fixture
def worker_environment(transactional_db, tmp_path, settings) -> dict[str, str]:
    """The environment of a worker that shares database, broker and files."""
    settings.JOB_LEASE_SECONDS = LEASE_SECONDS
    database = settings.DATABASES["default"]
    name = connection.settings_dict["NAME"]
    address = f"{database['HOST']}:{database['PORT']}"
    login = f"{database['USER']}:{database['PASSWORD']}"
    return {
        **os.environ,
        "DATABASE_URL": f"postgresql://{login}@{address}/{name}",
        "REDIS_URL": settings.REDIS_URL,
        "MEDIA_ROOT": str(settings.MEDIA_ROOT),
        "VAR_DIR": str(tmp_path),
        "JOB_LEASE_SECONDS": str(LEASE_SECONDS),
        "JOB_RETRY_SECONDS": "1",
        "DJANGO_SETTINGS_MODULE": "procurement.settings",
    }


@pytest.fixture
def idle_worker(worker_environment) -> Iterator[Worker]:
    """A worker to start when the queues are filled; they start empty."""
    broker().flushdb()
    made = Worker(worker_environment)
    yield made
    made.kill()


@pytest.fixture
def worker(idle_worker) -> Worker:
    """A running worker, ended after the test."""
    idle_worker.start()
    return idle_worker
