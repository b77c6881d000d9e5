"""An upload is kept once, whole, under a random name, with a job to read it."""

import io
from datetime import timedelta
from functools import partial

import pytest
from django.core.files.storage import default_storage
from django.db.models.functions import Now

from catalog.models import BenchmarkUpload, Provenance
from catalog.services.receiving import receive
from catalog.services.uploads import (
    UploadTarget,
    store_agent_upload,
    store_own_upload,
)
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.outbox.models import Job
from procurement.outbox.running import sweep
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from tests.catalog.packing import agent_of
from tests.concurrency import together
from tests.factories import make_sku, make_tender


def stored_files() -> set[str]:
    if not default_storage.exists("uploads"):
        return set()
    return set(default_storage.listdir("uploads")[1])


@pytest.fixture
def arrived(tmp_path):
    """Make a file that arrived with some content."""

    def file(content=b"content", name="results.tar.gz"):
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        return receive(io.BytesIO(content), folder, name=name, limit=1000)

    return file


def test_a_new_upload_is_kept_with_its_job_and_audit(officer, tender, arrived):
    sku = make_sku(slug="xe9680")
    agent, _ = agent_of(officer, sku, tender=tender)
    grant = agent.token.grants.get()

    upload, is_new = store_agent_upload(by=agent, grant=grant, file=arrived())

    assert is_new
    assert (upload.sku, upload.tender, upload.token) == (sku, tender, agent.token)
    with upload.file.open("rb") as kept:
        assert kept.read() == b"content"
    assert "results" not in upload.file.name
    assert (upload.job.queue, upload.job.arguments) == (
        "ingest",
        {"upload": str(upload.uuid)},
    )
    entry = AuditEntry.objects.get(action="benchmark_uploaded")
    assert entry.chain.name == str(tender.uuid)
    assert (entry.actor_uuid, entry.details["sha256"]) == (agent.uuid, upload.sha256)


def test_the_same_content_is_one_upload_for_one_server(editor, arrived):
    first, second = make_sku(), make_sku()
    agent, _ = agent_of(editor, first, second)
    grants = {grant.sku_id: grant for grant in agent.token.grants.all()}
    files = stored_files()

    kept = [
        store_agent_upload(by=agent, grant=grants[sku.pk], file=arrived(name=name))
        for sku, name in ((first, "a.tar.gz"), (first, "b.tar.gz"), (second, "a"))
    ]

    assert [is_new for _, is_new in kept] == [True, False, True]
    assert kept[0][0] == kept[1][0] != kept[2][0]
    assert Job.objects.count() == 2
    assert len(stored_files() - files) == 2


def test_the_same_content_for_two_evaluations_stays_apart(officer, arrived):
    sku, one, other = (
        make_sku(),
        make_tender(officer=officer),
        make_tender(officer=officer),
    )
    agents = [agent_of(officer, sku, tender=tender)[0] for tender in (one, other)]

    uploads = [
        store_agent_upload(by=agent, grant=agent.token.grants.get(), file=arrived())[0]
        for agent in agents
    ]

    assert [upload.tender for upload in uploads] == [one, other]


@pytest.mark.django_db(transaction=True)
def test_of_two_that_arrive_at_once_one_is_kept(editor, arrived):
    sku = make_sku()
    agent, _ = agent_of(editor, sku)
    files, before = [arrived() for _ in range(4)], stored_files()

    grants = [agent.token.grants.select_related("sku", "tender").get() for _ in files]
    results = together(
        *(
            partial(store_agent_upload, by=agent, grant=grant, file=file)
            for grant, file in zip(grants, files, strict=True)
        )
    )

    assert sorted(is_new for _, is_new in results) == [False, False, False, True]
    assert {upload.pk for upload, _ in results} == {BenchmarkUpload.objects.get().pk}
    assert Job.objects.count() == 1
    assert len(stored_files() - before) == 1


def test_an_upload_whose_reading_died_is_read_again_when_it_is_sent_again(
    editor, arrived
):
    agent, _ = agent_of(editor, make_sku())
    grant = agent.token.grants.get()
    upload, _ = store_agent_upload(by=agent, grant=grant, file=arrived())
    Job.objects.filter(pk=upload.job_id).update(
        state=Job.State.RUNNING, attempts=3, lease_until=Now() - timedelta(seconds=1)
    )
    sweep()

    again, is_new = store_agent_upload(by=agent, grant=grant, file=arrived())

    assert (again.pk, is_new) == (upload.pk, False)
    assert again.job_id != upload.job_id
    assert again.job.state == Job.State.WAITING


def test_a_refused_file_stays_refused(editor, arrived):
    agent, _ = agent_of(editor, make_sku())
    grant = agent.token.grants.get()
    upload, _ = store_agent_upload(by=agent, grant=grant, file=arrived())
    Job.objects.filter(pk=upload.job_id).update(
        state=Job.State.FAILED, result={"rule": "archive/empty", "values": {}}
    )

    again, _ = store_agent_upload(by=agent, grant=grant, file=arrived())

    assert again.job_id == upload.job_id


def test_nothing_is_kept_when_the_evaluation_has_ended(officer, tender, arrived):
    agent, _ = agent_of(officer, make_sku(), tender=tender)
    tender.stage = Stage.PUBLISHED
    tender.save()
    before = stored_files()

    with pytest.raises(WrongStageError):
        store_agent_upload(by=agent, grant=agent.token.grants.get(), file=arrived())

    assert BenchmarkUpload.objects.count() == 0
    assert stored_files() == before


def test_an_empty_upload_is_refused(editor, arrived):
    agent, _ = agent_of(editor, make_sku())

    with pytest.raises(RuleBrokenError, match="empty"):
        store_agent_upload(by=agent, grant=agent.token.grants.get(), file=arrived(b""))

    assert BenchmarkUpload.objects.count() == 0


def test_an_agent_uploads_by_its_own_grants_only(editor, arrived):
    agent, _ = agent_of(editor, make_sku())
    other, _ = agent_of(editor, make_sku())

    with pytest.raises(PermissionRefusedError):
        store_agent_upload(by=agent, grant=other.token.grants.get(), file=arrived())

    assert BenchmarkUpload.objects.count() == 0


def test_a_row_that_fails_takes_its_file_back(editor, arrived):
    agent, _ = agent_of(editor, make_sku())
    before = stored_files()

    with pytest.raises(RuleBrokenError):
        store_agent_upload(
            by=agent,
            grant=agent.token.grants.get(),
            file=arrived(),
            columns="x" * 2001,
        )

    assert BenchmarkUpload.objects.count() == Job.objects.count() == 0
    assert stored_files() == before


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("officer", True),
        ("editor", True),
        ("approver", False),
        ("finance", False),
        ("outsider", False),
    ],
)
def test_who_sends_results_in_the_browser(request, arrived, role, may):
    person = request.getfixturevalue(role)
    target = UploadTarget(sku=make_sku(), provenance=Provenance.CLAIM)

    if not may:
        with pytest.raises(PermissionRefusedError):
            store_own_upload(by=person, target=target, file=arrived())
        assert BenchmarkUpload.objects.count() == 0
        return
    upload, _ = store_own_upload(by=person, target=target, file=arrived())
    assert (upload.uploaded_by, upload.token) == (person, None)
    assert upload.provenance == Provenance.CLAIM


def test_nobody_sends_results_into_a_foreign_evaluation(officer, arrived):
    foreign = make_tender()
    target = UploadTarget(sku=make_sku(), tender=foreign)

    with pytest.raises(PermissionRefusedError):
        store_own_upload(by=officer, target=target, file=arrived())

    assert BenchmarkUpload.objects.count() == 0
