"""The bids of a report stand in the groups and rows of the comparison's page."""

from datetime import UTC, datetime

import pytest

from catalog.models import QuoteLine
from scoring.models import Candidate
from scoring.reports.content import report_content
from tests.scoring.reports.gathering.test_snapshot import frozen
from tests.scoring.reports.reading import row, tables
from tests.story import make_story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story():
    return make_story()


def comparison(story):
    (table,) = tables(report_content(frozen(story, state="draft"), "en").sections[1])
    return table


def test_subtotals_are_those_of_the_page(story):
    table = comparison(story)

    assert row(table, "Services") == [
        "76,000",
        "70,000",
        "54,000",
        "78,000",
        "73,000",
        "76,000",
    ]
    assert not [line for line in table if line[0] in {"Training", "Freight", "Spares"}]


def test_lines_without_a_key_stand_beside_lines_of_the_same_name(story):
    QuoteLine.objects.filter(key__in=("cpu", "ram")).update(key="")
    offer = story.candidates["C"].offer
    offer.lines.filter(label="CPU, 2 sockets").update(position=99)
    offer.lines.filter(label__startswith="System memory").update(position=2)

    table = comparison(story)

    cpus = row(table, "CPU, 2 sockets")
    assert cpus[:3] == ["227,200", "222,400", "188,800"]
    assert row(table, "System memory")[:3] == ["185,600", "175,200", "155,200"]


def test_a_day_is_that_of_the_evaluation_s_time_zone(story):
    story.tender.time_zone = "Europe/Amsterdam"
    story.tender.save()
    late = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
    Candidate.objects.update(admission_changed_at=late)

    days = {
        each["admission"]["decided_on"]
        for each in frozen(story, state="draft")["candidates"]
    }

    assert days == {"2026-12-01"}
