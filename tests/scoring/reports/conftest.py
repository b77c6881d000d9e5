"""The sample snapshot and its two PDFs, drawn once for the whole session."""

import pytest

from scoring.reports.confinement import Limits
from scoring.reports.pdf import render_pdf
from tests.scoring.reports.story import story_snapshot

PATIENT = Limits(memory_bytes=2 * 2**30, cpu_seconds=300, wall_seconds=600.0)


@pytest.fixture
def snapshot():
    """Version 3 of the story: final, six bids, four of them ranked."""
    return story_snapshot()


@pytest.fixture(scope="session")
def english_pdf():
    """The sample in English, with what its making reported."""
    steps = []

    def note(percent, stage):
        steps.append((percent, stage))

    rendered = render_pdf(story_snapshot(), "en", progress=note, limits=PATIENT)
    return rendered, steps


@pytest.fixture(scope="session")
def chinese_pdf():
    """The sample in Chinese."""
    return render_pdf(story_snapshot(), "zh-hans", limits=PATIENT)
