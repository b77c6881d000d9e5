"""From a request to the stored PDF, drawn by a real worker that may be killed."""

import hashlib
import io
from itertools import cycle, product
from pathlib import Path

import pytest
from django.conf import settings
from pypdf import PdfReader

from procurement.audit.models import AuditEntry
from procurement.languages import LANGUAGES
from procurement.outbox.enqueuing import send
from procurement.outbox.models import Job
from procurement.permissions import Stage
from scoring.models import Report
from scoring.services.decisions import Proposal, freeze
from scoring.services.reports import request_report
from tests.killing import Killer, Victim
from tests.story import make_story
from tests.workers import all_ended, is_quiet, wait_for

VERSIONS = 6
VICTIMS = [Victim.WORKER, Victim.CHILD, Victim.PROCESS]

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def frozen_versions(count):
    """The story of two candidates, ready to decide, and so many frozen versions."""
    story = make_story(stage=Stage.DECISION, moment="final")
    for letter in set(story.candidates) - {"C", "D"}:
        story.candidates[letter].delete()
    return story, [
        freeze(by=story.officer, evaluation=story.evaluation, proposal=Proposal())
        for _ in range(count)
    ]


def stored() -> list[str]:
    """Every file that the reports left in the storage, hidden ones included."""
    place = Path(settings.MEDIA_ROOT) / "reports"
    return sorted(path.name for path in place.iterdir()) if place.exists() else []


def check_whole(report) -> None:
    """The file is there from its first to its last byte, and is the one recorded."""
    with report.file.open("rb") as file:
        content = file.read()
    assert hashlib.sha256(content).hexdigest() == report.sha256
    assert len(content) == report.size_bytes
    assert content.startswith(b"%PDF-1.7")
    assert content.rstrip().endswith(b"%%EOF")
    assert len(PdfReader(io.BytesIO(content)).pages) == report.pages


def test_ten_pdfs_killed_once_give_one_result_each_and_doomed_ones_fail(idle_worker):
    story, versions = frozen_versions(VERSIONS)
    before = stored()
    jobs = [
        request_report(by=story.officer, decision=version, language=language).job_id
        for version, language in product(versions, LANGUAGES)
    ]
    victims = dict(zip(jobs, cycle(VICTIMS), strict=False))
    without_worker, without_child, *mortal = jobs
    victims[without_worker] = Victim.PROCESS
    killer = Killer(
        worker=idle_worker,
        victims=victims,
        doomed=frozenset({without_worker, without_child}),
        within_seconds=2,
        seed=11,
    )
    idle_worker.start()

    wait_for(lambda: killer.look() or all_ended(), seconds=300)

    assert {pk for pk, _ in killer.hit} == set(jobs)
    assert set(killer.hit.values()) == set(Victim)
    done = Job.objects.filter(state="done", reason="")
    assert dict(done.values_list("pk", "attempts")) == dict.fromkeys(mortal, 2)
    failed = Job.objects.filter(state="failed", attempts=3)
    assert dict(failed.values_list("pk", "reason")) == {
        without_worker: (
            "The worker died at every attempt; it was stopped after the last one."
        ),
        without_child: "The process that draws the PDF ended early.",
    }
    drawn = Report.objects.exclude(finished_at=None)
    assert set(drawn.values_list("job_id", flat=True)) == set(mortal)
    for report in drawn:
        check_whole(report)
    assert set(stored()) - set(before) == {f"{each.uuid}.pdf" for each in drawn}
    assert killer.survivors() == []


def test_a_message_delivered_five_times_at_once_gives_one_result(idle_worker):
    story, [version] = frozen_versions(1)
    before = stored()
    report = request_report(by=story.officer, decision=version, language="zh-hans")
    for _ in range(4):
        assert send(report.job)
    idle_worker.concurrency = 5
    idle_worker.start()

    wait_for(lambda: all_ended() and is_quiet(), seconds=60)

    report.refresh_from_db()
    assert (report.job.state, report.job.attempts) == (Job.State.DONE, 1)
    check_whole(report)
    assert set(stored()) - set(before) == {f"{report.uuid}.pdf"}
    assert AuditEntry.objects.filter(action="report_requested").count() == 1
