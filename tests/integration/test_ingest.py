"""From the agent's own file to stored results, by a real worker that may be killed."""

import json
import os
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest

from catalog.models import BenchmarkUpload, RunSet, Telemetry
from catalog.services.receiving import receive
from catalog.services.uploads import UploadTarget, store_own_upload
from procurement.outbox.models import Job
from procurement.permissions import Role
from tests.catalog.benchmarks.shared_samples import TELEMETRY, TRAINING, needs_samples
from tests.catalog.packing import MINUTES, agent_of, packed, result_folder
from tests.factories import make_sku, make_user
from tests.killing import Killer, Victim
from tests.workers import all_ended, wait_for

AGENT = Path(__file__).resolve().parents[2] / "agent" / "gpu_agent.py"
MIRIS = TELEMETRY / "AndyZzzZzzZzz-miris"
INSIGNIA = TELEMETRY / "w1z4rd-1-Insignia"
SAMPLES = 120_000
VICTIMS = [Victim.WORKER, *[Victim.PROCESS] * 5]


def send(live_server, secret, *arguments) -> dict:
    """Run the agent as a person does; returns what it printed."""
    command = [sys.executable, str(AGENT), "upload", "--server", live_server.url]
    done = subprocess.run(
        [*command, "--sku", "under-test", *map(str, arguments)],
        env=os.environ | {"GPU_AGENT_TOKEN": secret},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def expected(folder) -> dict:
    return json.loads((folder / "expected.json").read_text(encoding="utf-8"))


@needs_samples
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_every_published_set_and_sample_file_gives_its_known_figures(
    live_server, worker
):
    editor = make_user("Edith", Role.CATALOGUE_EDITOR)
    _, secret = agent_of(editor, make_sku(slug="under-test"))
    folders = sorted(path.parent for path in TRAINING.rglob("expected.json"))
    columns = ",".join(expected(INSIGNIA)["columns_from_the_calling_source"])

    sent = {folder: send(live_server, secret, folder)["id"] for folder in folders}
    again = send(live_server, secret, folders[0])["id"]
    miris = send(live_server, secret, MIRIS / "gpu_log.csv")["id"]
    insignia = send(
        live_server, secret, "--columns", columns, INSIGNIA / "nvidia_smi.csv"
    )["id"]
    wait_for(all_ended, seconds=90)

    assert len(folders) == 19
    assert again == sent[folders[0]]
    assert BenchmarkUpload.objects.count() == 21
    for folder, uuid in sent.items():
        found = RunSet.objects.get(upload__uuid=uuid)
        score = expected(folder)["official_score_minutes"]
        assert float(found.score_minutes) == pytest.approx(score, abs=1e-6), folder.name
    check_samples(miris, expected(MIRIS))
    check_samples(insignia, expected(INSIGNIA))


def check_samples(uuid, known) -> None:
    samples = Telemetry.objects.get(upload__uuid=uuid)
    gpu = samples.result["gpus"][0]
    use, heat = known["utilization_gpu_pct"], known["temperature_c"]
    assert samples.rows == known["rows"]
    assert gpu["utilization_mean_percent"] == pytest.approx(use["mean"], abs=1e-6)
    assert gpu["utilization_max_percent"] == use["max"]
    assert gpu["temperature_min_c"] == heat["min"]
    assert gpu["temperature_max_c"] == heat["max"]
    assert gpu["memory_used_max_mib"] == known["memory_used_mib"]["max"]
    if "power_w" in known:
        mean = known["power_w"]["mean"]
        assert gpu["power_mean_w"] == pytest.approx(mean, abs=1e-6)
    else:
        assert gpu["power_mean_w"] is None


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_ten_readings_killed_once_give_one_result_each_and_a_doomed_one_fails(
    worker, tmp_path
):
    jobs = [keep_long_upload(tmp_path / str(number)) for number in range(11)]
    doomed, *mortal = jobs
    killer = Killer(
        worker=worker,
        victims=dict(zip(jobs, cycle(VICTIMS), strict=False)),
        doomed=frozenset({doomed}),
        within_seconds=0.2,
        seed=7,
    )

    wait_for(lambda: killer.look() or all_ended(), seconds=150)

    assert {pk for pk, _ in killer.hit} == set(jobs)
    assert set(killer.hit.values()) == {Victim.WORKER, Victim.PROCESS}
    spent = Job.objects.get(pk=doomed)
    assert (spent.state, spent.attempts) == (Job.State.FAILED, 3)
    assert "died at every attempt" in spent.reason
    done = Job.objects.filter(state="done")
    assert dict(done.values_list("pk", "attempts")) == dict.fromkeys(mortal, 2)
    for upload in BenchmarkUpload.objects.all():
        results = 0 if upload.job_id == doomed else 1
        assert upload.run_sets.count() == upload.telemetry.count() == results
    assert left_behind(tmp_path, set(mortal)) == []


def keep_long_upload(place: Path) -> int:
    """Keep an upload that takes the worker a while; returns the key of its job."""
    folder = result_folder(place, [one + len(place.name) for one in MINUTES])
    row = "2026/11/24 10:00:00.000, 0, NVIDIA H200, 98 %, 66, 640.50 W\n"
    with (folder / "nvidia_smi.csv").open("a") as file:
        file.write(row * SAMPLES)
    (folder / "note.txt").write_text(place.name)
    (place / "arrived").mkdir()
    source = place / "source.tar.gz"
    source.write_bytes(packed(folder))
    with source.open("rb") as stream:
        file = receive(stream, place / "arrived", name="r.tar.gz", limit=10_000_000)
    target = UploadTarget(sku=make_sku())
    by = make_user("Edith", Role.CATALOGUE_EDITOR)
    return store_own_upload(by=by, target=target, file=file)[0].job_id


def left_behind(var: Path, jobs: set[int]) -> list[str]:
    """What attempts of the jobs left unpacked on the disk."""
    own = [
        str(uuid)
        for uuid in Job.objects.filter(pk__in=jobs).values_list("uuid", flat=True)
    ]
    place = var / "unpacked"
    return [path.name for path in place.iterdir() if path.name[:36] in own]
