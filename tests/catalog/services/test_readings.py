"""The worker reads an upload once, all or nothing; hostile files end as a sentence."""

import gzip
import io
import tarfile
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.db.models.functions import Now

from catalog.models import BenchmarkUpload, Provenance, RunSet, Telemetry
from catalog.services import readings
from catalog.services.readings import read_upload
from catalog.services.receiving import receive
from catalog.services.uploads import UploadTarget, store_own_upload
from procurement.audit.models import AuditEntry
from procurement.outbox.models import Job
from procurement.outbox.running import LeaseLostError, run_job
from tests.catalog.packing import MINUTES, SCORE, packed, result_folder
from tests.factories import make_sku


@pytest.fixture
def kept(editor, tmp_path):
    """Make an upload that waits for its reading."""

    def upload(content: bytes, **words) -> BenchmarkUpload:
        folder = tmp_path / "arrived"
        folder.mkdir()
        file = receive(
            io.BytesIO(content), folder, name="results.tar.gz", limit=10_000_000
        )
        target = UploadTarget(sku=make_sku(), **words)
        return store_own_upload(by=editor, target=target, file=file)[0]

    return upload


def read(upload) -> Job:
    run_job(str(upload.job.uuid), read_upload)
    upload.job.refresh_from_db()
    return upload.job


def tar_of(**members: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def link_to(target: str) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        entry = tarfile.TarInfo("result_0.txt")
        entry.type, entry.linkname = tarfile.SYMTYPE, target
        archive.addfile(entry)
    return out.getvalue()


def leftovers() -> list[str]:
    place = site.VAR_DIR / "unpacked"
    return [path.name for path in place.iterdir()] if place.exists() else []


def test_run_sets_and_samples_are_stored_with_the_end_of_the_job(kept, tmp_path):
    upload = kept(packed(result_folder(tmp_path)), provenance=Provenance.VERIFIED)

    job = read(upload)

    run_set = RunSet.objects.get()
    assert (job.state, job.result["run_sets"], job.result["telemetry"]) == (
        Job.State.DONE,
        1,
        1,
    )
    assert (run_set.benchmark, run_set.ruleset) == ("llama2_70b_lora", "5.1")
    assert float(run_set.score_minutes) == pytest.approx(SCORE, abs=1e-9)
    assert (run_set.is_official, run_set.reason) == (True, "")
    assert (run_set.runs_found, run_set.runs_required) == (10, 10)
    assert (run_set.sku, run_set.provenance) == (upload.sku, Provenance.VERIFIED)
    assert len(run_set.result["runs"]) == 10
    first, second = Telemetry.objects.get().result["gpus"]
    assert (first["utilization_mean_percent"], first["power_mean_w"]) == (99, 670.5)
    assert (second["power_mean_w"], second["missing"]["power.draw"]) == (None, 2)
    assert AuditEntry.objects.get(action="benchmark_read").details["run_sets"] == 1
    assert leftovers() == []


def test_a_second_message_changes_nothing(kept, tmp_path):
    upload = kept(packed(result_folder(tmp_path)))

    read(upload)
    read(upload)

    assert (RunSet.objects.count(), Telemetry.objects.count()) == (1, 1)
    assert AuditEntry.objects.filter(action="benchmark_read").count() == 1


def test_too_few_runs_give_the_plain_mean_that_is_not_official(kept, tmp_path):
    upload = kept(packed(result_folder(tmp_path, MINUTES[:3], samples=False)))

    read(upload)

    run_set = RunSet.objects.get()
    assert float(run_set.score_minutes) == pytest.approx(sum(MINUTES[:3]) / 3, abs=1e-9)
    assert not run_set.is_official
    assert "3 of 10 runs" in run_set.reason


def test_columns_that_were_declared_are_used(kept):
    rows = b"2026/11/24 10:00:00, 0, 55, 61\n2026/11/24 10:00:01, 0, 65, 63\n"
    upload = kept(
        tar_of(**{"samples.csv": rows}),
        columns="timestamp,index,utilization.gpu,temperature.gpu",
    )

    read(upload)

    gpu = Telemetry.objects.get().result["gpus"][0]
    assert (gpu["utilization_mean_percent"], gpu["temperature_max_c"]) == (60, 63)


@pytest.mark.parametrize(
    ("content", "rule", "sentence"),
    [
        (b"PK\x03\x04 no gzip", "archive/not-gzip", "not a gzip file"),
        (gzip.compress(b"no tar"), "archive/damaged", "damaged or cut off"),
        (tar_of(), "archive/empty", "holds no file"),
        (tar_of(**{"../../evil": b"x"}), "archive/name", "not a name"),
        (tar_of(**{"/etc/passwd": b"x"}), "archive/name", "not a name"),
        (link_to("/etc/passwd"), "archive/kind", "links and devices"),
        (gzip.compress(bytes(60_000_000)), "archive/ratio", "times its size"),
        (tar_of(**{"notes.txt": b"hello"}), "file/nothing-read", "Nothing here"),
    ],
    ids=[
        "no gzip",
        "no tar",
        "empty",
        "a path outside",
        "an absolute path",
        "a link",
        "a bomb",
        "nothing of use",
    ],
)
def test_a_hostile_archive_ends_as_a_failed_job_with_a_sentence(
    kept, content, rule, sentence
):
    upload = kept(content)

    job = read(upload)

    assert (job.state, job.attempts) == (Job.State.FAILED, 1)
    assert sentence in job.reason
    assert job.result["rule"] == rule
    assert RunSet.objects.count() == Telemetry.objects.count() == 0
    assert leftovers() == []
    with upload.file.open("rb") as file:
        assert file.read(4) == content[:4]


def test_more_bytes_than_may_be_are_refused_while_unpacking(kept, settings):
    settings.UPLOAD_MAX_UNPACKED_BYTES = 1000
    upload = kept(tar_of(**{"a.txt": bytes(5000)}))

    job = read(upload)

    assert job.result == {"rule": "archive/bytes", "values": {"limit": 1000}}


def test_a_hostile_log_gives_findings_and_no_score(kept, tmp_path):
    folder = result_folder(tmp_path, samples=False)
    (folder / "result_0.txt").write_bytes(
        b"\x1b[31m:::MLLOG {broken\n" + b"\xff" * 5000
    )
    (folder / "result_1.txt").write_bytes(b"")

    read(kept(packed(folder)))

    run_set = RunSet.objects.get()
    assert run_set.score_minutes is None
    assert run_set.result["non_converged"] == ["result_0.txt", "result_1.txt"]


def test_what_another_worker_took_over_is_not_written(kept, tmp_path, monkeypatch):
    upload = kept(packed(result_folder(tmp_path)))
    entries = readings.read_entries

    def slow(*words):
        Job.objects.update(lease_token="11111111-1111-1111-1111-111111111111")
        return entries(*words)

    monkeypatch.setattr(readings, "read_entries", slow)
    with pytest.raises(LeaseLostError):
        read_upload(claim_of(upload))

    assert RunSet.objects.count() == Telemetry.objects.count() == 0
    assert not AuditEntry.objects.filter(action="benchmark_read").exists()


def claim_of(upload):
    taken = []
    run_job(str(upload.job.uuid), taken.append)
    Job.objects.update(lease_until=Now() + timedelta(minutes=1))
    return taken[0]


def test_what_a_killed_attempt_left_behind_is_removed(kept, tmp_path):
    upload = kept(packed(result_folder(tmp_path)))
    place = site.VAR_DIR / "unpacked"
    place.mkdir(parents=True, exist_ok=True)
    left = place / f"{upload.job.uuid}-dead"
    left.mkdir()
    (left / "000000").write_bytes(b"x")
    other = place / "another-job"
    other.mkdir()

    read(upload)

    assert leftovers() == ["another-job"]
    other.rmdir()
