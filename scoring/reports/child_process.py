"""Run the rendering process, listen to its progress, and say how it ended."""

import json
import logging
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final

from django.conf import settings

from scoring.reports.confinement import Limits
from scoring.reports.failures import FailureReason, ReportFailedError

Progress = Callable[[int, str], None]

LARGEST_REQUEST_BYTES: Final = 8 * 2**20

_ROOT: Final = Path(__file__).resolve().parents[2]
_INHERITED: Final = (
    "PATH",
    "HOME",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "DYLD_FALLBACK_LIBRARY_PATH",
    "XDG_CACHE_HOME",
    "FONTCONFIG_FILE",
    "FONTCONFIG_PATH",
    "MPLCONFIGDIR",
)
_FIXED: Final = {
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}
_OUT_OF_MEMORY: Final = (b"allocate", b"MemoryError", b"bad_alloc", b"out of memory")
_STDERR_TAIL_BYTES: Final = 2_000
_FAREWELL_SECONDS: Final = 10

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The bytes of a PDF and its number of pages."""

    pdf: bytes
    pages: int


def draw_in_child(
    request: Mapping[str, object], *, limits: Limits, progress: Progress
) -> Drawn:
    """Draw a request in a process of its own; nothing of it is left on disk.

    Raises:
        ReportFailedError: a limit was reached or the process ended early.
    """
    order = json.dumps(request).encode()
    if len(order) > LARGEST_REQUEST_BYTES:
        raise ReportFailedError(FailureReason.TOO_LARGE, f"{len(order)} bytes of HTML")
    with TemporaryFile() as source, TemporaryFile() as result, TemporaryFile() as log:
        source.write(order)
        source.seek(0)
        with _child(source, result, log, limits) as child:
            said = _listen(child, progress, limits.wall_seconds)
            code = _ended(child)
        pages = said.get("pages")
        if code != 0 or not isinstance(pages, int):
            raise _failure(code, said, _tail(log))
        result.seek(0)
        return Drawn(pdf=result.read(), pages=pages)


@contextmanager
def _child(
    source: IO[bytes], result: IO[bytes], log: IO[bytes], limits: Limits
) -> Iterator[subprocess.Popen[bytes]]:
    """Start the process; it does not outlive the block."""
    arguments = {
        "parent": os.getpid(),
        "result": result.fileno(),
        "limits": asdict(limits),
    }
    child = subprocess.Popen(  # noqa: S603 # our own module, no outside argument
        [
            sys.executable,
            "-m",
            "scoring.reports.render_child",
            json.dumps(arguments),
        ],
        stdin=source,
        stdout=subprocess.PIPE,
        stderr=log,
        pass_fds=[result.fileno()],
        cwd=_ROOT,
        env=_environment(),
    )
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def _environment() -> dict[str, str]:
    """Pass on what fonts and libraries need, and nothing that is secret."""
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    caches = {"MPLCONFIGDIR": str(settings.VAR_DIR / "matplotlib")}
    return caches | kept | _FIXED


def _listen(
    child: subprocess.Popen[bytes], progress: Progress, seconds: float
) -> dict[str, object]:
    """Pass the progress on until the process closes its end; return its last words."""
    deadline = time.monotonic() + seconds
    last: dict[str, object] = {}
    for line in _lines(child, deadline):
        said = json.loads(line)
        if "progress" in said:
            progress(int(said["progress"]), str(said["stage"]))
        else:
            last = said
    return last


def _ended(child: subprocess.Popen[bytes]) -> int:
    """Wait for a process that has nothing more to say."""
    try:
        return child.wait(_FAREWELL_SECONDS)
    except subprocess.TimeoutExpired:
        raise ReportFailedError(FailureReason.TIME_LIMIT, "does not end") from None


def _lines(child: subprocess.Popen[bytes], deadline: float) -> Iterator[bytes]:
    if child.stdout is None:
        return
    pending = b""
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while True:
            left = deadline - time.monotonic()
            if left <= 0 or not selector.select(left):
                raise ReportFailedError(FailureReason.TIME_LIMIT, "wall clock")
            chunk = os.read(child.stdout.fileno(), 65_536)
            if not chunk:
                return
            *lines, pending = (pending + chunk).split(b"\n")
            yield from lines


def _tail(log: IO[bytes]) -> bytes:
    size = log.seek(0, os.SEEK_END)
    log.seek(max(0, size - _STDERR_TAIL_BYTES))
    return log.read()


def _failure(code: int, said: Mapping[str, object], tail: bytes) -> ReportFailedError:
    logger.warning(
        "report process ended with %s: %s", code, tail.decode(errors="replace")
    )
    reason = said.get("failed")
    if isinstance(reason, str):
        return ReportFailedError(FailureReason(reason))
    if code == -signal.SIGXCPU:
        return ReportFailedError(FailureReason.TIME_LIMIT, "processor time")
    if any(words in tail for words in _OUT_OF_MEMORY):
        return ReportFailedError(FailureReason.MEMORY_LIMIT)
    return ReportFailedError(FailureReason.CRASHED, f"exit code {code}")
