"""Reads one quote file in a process of its own, to tell its memory and its time."""

import pickle
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from catalog.imports.quotes import QuoteReading, read_quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What a file gave, the peak of the whole process and the time of the reading."""

    reading: QuoteReading
    megabytes: int
    seconds: float


def measured(file: Path) -> Measurement:
    """Read a file in a child process."""
    command = [sys.executable, "-m", __name__, str(file)]
    done = subprocess.run(command, capture_output=True, check=True)
    parts = pickle.loads(done.stdout)  # noqa: S301 -- own bytes
    reading, megabytes, seconds = parts
    return Measurement(reading=reading, megabytes=megabytes, seconds=seconds)


def main() -> None:
    content = Path(sys.argv[1]).read_bytes()
    start = time.process_time()
    reading = read_quote(content)
    seconds = time.process_time() - start
    megabytes = peak()
    sys.stdout.buffer.write(pickle.dumps((reading, megabytes, seconds)))


def peak() -> int:
    """Megabytes of this program alone: getrusage() would count its parent's too."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) // 1024


if __name__ == "__main__":
    main()
