"""The runs behind a datum are told as on the page of their run set."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from catalog.benchmarks.demo_logs import DemoSystem, write_demo_submission
from catalog.benchmarks.registry import read_path
from scoring.reports.content import report_content
from tests.factories import make_run_set
from tests.scoring.reports.gathering.test_snapshot import frozen
from tests.scoring.reports.reading import block_words, tables
from tests.story import make_story

pytestmark = pytest.mark.django_db

SYSTEM = DemoSystem(
    submitter="dell",
    identifier="xe9680",
    system_name="Dell XE9680",
    accelerator="NVIDIA H100",
    memory_mib=81559,
)
START = datetime(2026, 11, 24, 8, 0, tzinfo=UTC)


@pytest.fixture
def chapter(tmp_path):
    """Write the evidence of a report that rests on runs of real logs."""
    folder = write_demo_submission(tmp_path, SYSTEM, Decimal("28.9"), started_at=START)
    (found,) = read_path(folder).run_sets
    story = make_story()
    sku = story.candidates["A"].offer.sku
    run_set = make_run_set(sku, result=found.to_record(), runs_required=10)
    story.candidates["A"].evidence.filter(criterion_key="2.1").update(run_set=run_set)

    def written(language="en", **changes):
        run_set.result |= changes
        run_set.save()
        snapshot = frozen(story, state="draft")
        return report_content(snapshot, language).sections[4]

    return written


def test_the_fastest_and_the_slowest_run_are_named_as_dropped(chapter):
    runs = tables(chapter())[2]

    assert runs[1][3:] == ["10 of 10", "28.900", "result_7.txt, result_6.txt", "1"]


def test_a_finding_on_the_whole_set_is_one_on_all_files_in_both_languages(chapter):
    english, chinese = tables(chapter())[3], tables(chapter("zh-hans"))[3]

    assert english[1][1:] == [
        "all files",
        "set/ruleset-date",
        "The folder says rules 5.1, the runs are of 2026-11-24.",
    ]
    assert chinese[1][1:] == [
        "所有文件",
        "set/ruleset-date",
        "文件夹注明规则 5.1，而运行日期为 2026-11-24。",
    ]


def test_the_gravest_findings_are_listed_and_the_others_counted(chapter):
    note = {"file": "a.txt", "line": 1, "rule": "x", "level": "note", "text": "Note"}
    error = note | {"level": "error", "text": "Error"}
    evidence = chapter(findings=[note] * 30 + [error])
    runs, findings = tables(evidence)[2:]

    assert runs[1][6] == "31"
    assert len(findings) == 1 + 20
    assert findings[1][1:] == ["a.txt:1", "x", "Error"]
    assert block_words(evidence.blocks[-1])[:1] == [
        "11 more findings stand on the pages of the run sets."
    ]
