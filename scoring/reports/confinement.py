"""The walls around a rendering process: memory, time, no network, no orphan."""

import ctypes
import os
import resource
import signal
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
_POLL_SECONDS: Final = 0.5
_GRACE_SECONDS: Final = 5
_LARGEST_FILE_BYTES: Final = 64 * 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one rendering may use before it is ended."""

    memory_bytes: int
    cpu_seconds: int
    wall_seconds: float


def confine(limits: Limits, *, parent: int) -> None:
    """Bind this process to its parent's life, to its limits and to this machine.

    The kernel kills it when the parent ends (Linux); elsewhere a thread looks twice a
    second. Sockets raise ``PermissionError`` from now on.
    """
    _die_with(parent)
    _limit(resource.RLIMIT_AS, limits.memory_bytes)
    _limit(resource.RLIMIT_CPU, limits.cpu_seconds, grace=_GRACE_SECONDS)
    _limit(resource.RLIMIT_FSIZE, _LARGEST_FILE_BYTES)
    _limit(resource.RLIMIT_CORE, 0)
    sys.addaudithook(_refuse_sockets)


def _die_with(parent: int) -> None:
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_POLL_SECONDS)
    os.kill(os.getpid(), signal.SIGKILL)


def _limit(kind: int, value: int, *, grace: int = 0) -> None:
    """Lower a limit; with grace the signal of the soft one comes before the kill."""
    _soft, hard = resource.getrlimit(kind)
    ceiling = sys.maxsize if hard == resource.RLIM_INFINITY else hard
    with suppress(ValueError, OSError):
        resource.setrlimit(kind, (min(value, ceiling), min(value + grace, ceiling)))


def _refuse_sockets(event: str, _arguments: tuple[object, ...]) -> None:
    if event.startswith("socket."):
        message = f"{event}: a report is drawn without a network"
        raise PermissionError(message)
