import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.reports.child_process import LARGEST_REQUEST_BYTES, draw_in_child
from scoring.reports.confinement import Limits
from scoring.reports.failures import FailureReason, ReportFailedError

ROOT = Path(__file__).resolve().parents[3]
AMPLE = Limits(memory_bytes=2 * 2**30, cpu_seconds=120, wall_seconds=240.0)
ENDLESS = "<table><tr><td colspan=1000000>x</table>"

PARENT = """
import sys
from scoring.reports.child_process import draw_in_child
from scoring.reports.confinement import Limits
from tests.scoring.reports.test_child_process import AMPLE, ENDLESS, request

def say(percent, stage):
    print(percent, stage, flush=True)

draw_in_child(request(ENDLESS), limits=AMPLE, progress=say)
"""


def request(body):
    return {
        "html": f"<!doctype html><html lang=en><title>t</title><body>{body}",
        "css": "",
        "figures": [],
        "identifier": "test",
        "needs_cjk": False,
    }


def silently(_percent, _stage):
    return


def failure_of(body, *, progress=silently, **limits):
    with pytest.raises(ReportFailedError) as caught:
        draw_in_child(request(body), limits=replace(AMPLE, **limits), progress=progress)
    return caught.value


def children_of(process):
    listed = Path(f"/proc/{process}/task/{process}/children")
    return {int(each) for each in listed.read_text().split()}


def renderers():
    """The rendering processes that this one started and that still run."""
    found = set()
    for child in children_of(os.getpid()):
        command = Path(f"/proc/{child}/cmdline").read_bytes()
        if b"scoring.reports.render_child" in command:
            found.add(child)
    return found


def is_running(process):
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_pdf_comes_back_with_its_pages_and_leaves_no_process():
    drawn = draw_in_child(
        request("<p style='break-after:page'>one</p>two"),
        limits=AMPLE,
        progress=silently,
    )

    assert drawn.pdf.startswith(b"%PDF-1.7")
    assert drawn.pages == 2
    assert renderers() == set()


def test_layout_without_end_stops_at_the_clock():
    failure = failure_of(ENDLESS, wall_seconds=4.0)

    assert failure.reason is FailureReason.TIME_LIMIT
    assert failure.sentence == "The PDF took longer than allowed."
    assert renderers() == set()


def test_layout_without_end_stops_at_its_processor_time():
    failure = failure_of(ENDLESS, cpu_seconds=4)

    assert (failure.reason, failure.detail) == (
        FailureReason.TIME_LIMIT,
        "processor time",
    )


@pytest.mark.parametrize("megabytes", [96, 256])
def test_too_little_memory_is_a_clean_failure(megabytes):
    failure = failure_of("<p>x</p>" * 60_000, memory_bytes=megabytes * 2**20)

    assert failure.reason is FailureReason.MEMORY_LIMIT
    assert failure.sentence == "The PDF needed more memory than allowed."


def test_elements_nested_too_deeply_are_a_clean_failure():
    assert failure_of("<div>" * 5_000).reason is FailureReason.TOO_COMPLEX


def test_document_too_long_is_a_clean_failure():
    body = "<p style='break-after:page'>x</p>" * 450

    assert failure_of(body).reason is FailureReason.TOO_LARGE


def test_request_too_large_starts_no_process():
    assert (
        failure_of("x" * LARGEST_REQUEST_BYTES, wall_seconds=0).reason
        is FailureReason.TOO_LARGE
    )


def test_process_killed_from_outside_is_a_readable_failure():
    def kill(_percent, _stage):
        for child in renderers():
            os.kill(child, signal.SIGKILL)

    failure = failure_of(ENDLESS, progress=kill)

    assert (failure.reason, failure.detail) == (FailureReason.CRASHED, "exit code -9")


def test_process_ends_when_its_caller_gives_up():
    class GivenUpError(Exception):
        pass

    def give_up(_percent, _stage):
        raise GivenUpError

    with pytest.raises(GivenUpError):
        draw_in_child(request(ENDLESS), limits=AMPLE, progress=give_up)

    assert renderers() == set()


def test_process_dies_with_a_parent_that_is_killed():
    parent = subprocess.Popen(  # our own code
        [sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE
    )
    try:
        assert parent.stdout.readline() == b"30 charts\n"
        (child,) = children_of(parent.pid)
        assert is_running(child)

        os.kill(parent.pid, signal.SIGKILL)
        parent.wait()

        deadline = time.monotonic() + 10
        while is_running(child) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not is_running(child)
    finally:
        parent.kill()
        parent.communicate()


def test_no_secret_of_the_environment_reaches_the_process(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "hunter2")
    seen = []

    def look(_percent, _stage):
        seen.extend(
            Path(f"/proc/{child}/environ").read_bytes() for child in renderers()
        )

    draw_in_child(request("<p>x"), limits=AMPLE, progress=look)

    assert seen
    assert not any(b"hunter2" in environment for environment in seen)
    assert not any(b"DATABASE_URL" in environment for environment in seen)
