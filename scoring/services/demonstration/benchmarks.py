"""The invented logs of the loan machines: packed, uploaded and read as any other."""

import io
import tarfile
import tempfile
from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

from django.conf import settings
from django.utils.text import slugify

from catalog.benchmarks.demo_logs import DemoSystem, write_demo_submission
from catalog.models import BenchmarkUpload, RunSet
from catalog.services.readings import read_upload
from catalog.services.receiving import receive
from catalog.services.uploads import UploadTarget, store_own_upload
from procurement.outbox.running import run_job
from scoring.services.demonstration.scene import Scene

CRITERION = "2.1"


def run_benchmarks(scene: Scene) -> Mapping[str, RunSet]:
    """Upload the logs of each bidder's machine and read them here and now."""
    return {letter: _run_set(scene, letter) for letter in scene.telling.letters}


def _run_set(scene: Scene, letter: str) -> RunSet:
    upload = _uploaded(scene, letter)
    if upload.job is not None:
        run_job(str(upload.job.uuid), read_upload)
    return upload.run_sets.select_related("upload").get()


def _uploaded(scene: Scene, letter: str) -> BenchmarkUpload:
    name = f"{slugify(scene.telling.story['bidders'][letter]['short'])}.tar.gz"
    server = scene.shelf.servers[letter]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        _write_logs(scene, letter, place)
        file = receive(
            io.BytesIO(_packed(place)),
            place,
            name=name,
            limit=settings.UPLOAD_MAX_BYTES,
        )
        upload, _is_new = store_own_upload(
            by=scene.officer,
            target=UploadTarget(sku=server, is_invented=True),
            file=file,
        )
    return upload


def _write_logs(scene: Scene, letter: str, place: Path) -> None:
    told = scene.telling
    server = scene.shelf.servers[letter]
    planned = told.more["benchmarks"]
    turn = timedelta(hours=planned["hours_between"] * told.letters.index(letter))
    write_demo_submission(
        place,
        DemoSystem(
            submitter=slugify(scene.shelf.vendors[letter].name),
            identifier=f"{slugify(server.name)}_n1",
            system_name=f"{server.manufacturer.name} {server.name}",
            accelerator=server.gpu.name if server.gpu else server.gpu_name,
            memory_mib=_memory_mib(scene, letter),
        ),
        Decimal(told.story["data"][CRITERION][letter]),
        started_at=told.moment(planned["first"]) + turn,
    )


def _memory_mib(scene: Scene, letter: str) -> int:
    gpu = scene.shelf.servers[letter].gpu
    return int(gpu.memory_visible_mib or 0) if gpu else 0


def _packed(place: Path) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", format=tarfile.USTAR_FORMAT) as tar:
        for path in sorted(place.iterdir()):
            tar.add(path, arcname=path.name)
    return packed.getvalue()
