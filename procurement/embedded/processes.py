"""Finding one of our servers by its pid file, never mistaking a stranger for it."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

PATIENCE_SECONDS = 30.0
PAUSE_SECONDS = 0.05


def running(pid_file: Path, sign: Path) -> int | None:
    """Return the pid in the file if that process names the sign in its command line."""
    try:
        pid = int(pid_file.read_text(encoding="utf-8").split()[0])
    except (OSError, ValueError, IndexError):
        return None
    return pid if f" {sign} " in _command_line(pid) else None


def stop(pid_file: Path, sign: Path, *signals: signal.Signals) -> None:
    """Send the signals in turn until the server is gone."""
    for each in signals:
        pid = running(pid_file, sign)
        if pid is None:
            break
        with suppress(ProcessLookupError):
            os.kill(pid, each)
        _wait_until_gone(pid_file, sign)


def _wait_until_gone(pid_file: Path, sign: Path) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while running(pid_file, sign) is not None and time.monotonic() < end:
        time.sleep(PAUSE_SECONDS)


def _command_line(pid: int) -> str:
    """Give a process's words between blanks; none for one that is gone or dead."""
    if Path("/proc/self/cmdline").exists():
        with suppress(OSError):
            words = os.fsdecode(Path(f"/proc/{pid}/cmdline").read_bytes())
            return " " + words.replace("\0", " ")
        return ""
    listing = subprocess.run(  # noqa: S603  # a number
        ["/bin/ps", "-ww", "-o", "command=", "-p", str(pid)],
        capture_output=True,
        text=True,
        check=False,
    )
    return f" {listing.stdout.strip()} "
