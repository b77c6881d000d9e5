import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

BEGIN = """
import os, socket, resource
from scoring.reports.confinement import Limits, confine
confine(
    Limits(memory_bytes=2**29, cpu_seconds=30, wall_seconds=30.0),
    parent={parent},
)
"""


def run(body, *, parent="os.getppid()"):
    return subprocess.run(  # our own code
        [sys.executable, "-c", BEGIN.format(parent=parent) + body],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_memory_processor_and_files_are_limited():
    done = run(
        "for name in ('AS', 'CPU', 'FSIZE', 'CORE'):\n"
        "    print(*resource.getrlimit(getattr(resource, 'RLIMIT_' + name)))\n"
    )

    assert done.stdout.split("\n")[:4] == [
        f"{2**29} {2**29}",
        "30 35",
        f"{2**26} {2**26}",
        "0 0",
    ]


def test_allocation_above_the_limit_raises():
    done = run("try:\n    bytearray(2**30)\nexcept MemoryError:\n    print('refused')")

    assert done.stdout == "refused\n"


def test_no_socket_can_be_opened_and_no_name_resolved():
    done = run(
        "for attempt in (\n"
        "    lambda: socket.create_connection(('127.0.0.1', 9)),\n"
        "    lambda: socket.getaddrinfo('example.com', 80),\n"
        "    lambda: socket.socket(),\n"
        "):\n"
        "    try:\n"
        "        attempt()\n"
        "    except PermissionError as error:\n"
        "        print(str(error).split(':')[1].strip())\n"
    )

    assert done.stdout == "a report is drawn without a network\n" * 3


def test_process_whose_parent_is_gone_already_ends_at_once():
    done = run("print('alive')", parent=os.getpid() + 1_000_000)

    assert (done.returncode, done.stdout) == (1, "")
