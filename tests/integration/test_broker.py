"""What a stranger puts into the broker is not executed and stops no worker."""

import base64
import json
import os
import pickle
import uuid

import pytest

from catalog.models import BenchmarkUpload
from catalog.services.receiving import receive
from catalog.services.uploads import UploadTarget, store_own_upload
from procurement.outbox.models import Job
from procurement.permissions import Role
from tests.catalog.packing import packed, result_folder
from tests.factories import make_sku, make_user
from tests.workers import QUEUES, all_ended, broker, is_quiet, wait_for

TASK = "catalog.read_upload"


class Touch:
    """Makes a file wherever it is unpickled."""

    def __init__(self, path) -> None:
        self.path = path

    def __reduce__(self):
        return os.system, (f"touch {self.path}",)


def message(body: bytes, *, content_type="application/json", task=TASK, **headers):
    """A message as the broker keeps it; the headers name the task."""
    key = str(uuid.uuid4())
    named = {"lang": "py", "task": task, "id": key, "root_id": key} | headers
    delivery = {"exchange": "default", "routing_key": "default"}
    return json.dumps(
        {
            "body": base64.b64encode(body).decode(),
            "content-encoding": "binary",
            "content-type": content_type,
            "headers": named,
            "properties": {
                "correlation_id": key,
                "delivery_mode": 2,
                "delivery_tag": key,
                "delivery_info": delivery,
                "priority": 0,
                "body_encoding": "base64",
            },
        }
    )


def arguments(*values: object, **embedded: object) -> bytes:
    """The body of a task with these arguments."""
    return json.dumps([list(values), {}, embedded]).encode()


def hostile_messages(path):
    """What must do nothing; where one is executed, the file at the path appears."""
    evil = pickle.dumps([[Touch(path)], {}, {}])
    yaml = f'!!python/object/apply:os.system ["touch {path}"]'.encode()
    task = {"task": "os.system", "args": [f"touch {path}"], "kwargs": {}}
    yield message(evil, content_type="application/x-python-serialize")
    yield message(evil, content_type="application/json")
    yield message(yaml, content_type="application/x-yaml")
    yield message(arguments(f"touch {path}"), task="os.system")
    yield message(arguments(f"touch {path}"), task="subprocess.run")
    yield message(arguments(str(uuid.uuid4())))
    yield message(arguments("'; DROP TABLE outbox_job; --"))
    yield message(arguments(str(uuid.uuid4()), callbacks=[task], chain=[task]))
    yield message(arguments("1" * 1_000_000))
    yield message(arguments(*range(1_000)))
    yield message(arguments({"uuid": {"$gt": ""}}))
    yield message(b"{" * 10_000)
    yield message(b"")
    yield message(arguments(), lang="c", task=None)
    yield json.dumps({"body": "", "headers": {}, "properties": {}})
    yield json.dumps([1, 2])
    yield b"no JSON at all"
    yield evil


def keep_upload(place):
    """Keep a small upload; returns the key of its job."""
    folder = result_folder(place)
    (place / "arrived").mkdir()
    source = place / "source.tar.gz"
    source.write_bytes(packed(folder))
    with source.open("rb") as stream:
        file = receive(stream, place / "arrived", name="r.tar.gz", limit=10_000_000)
    by = make_user("Edith", Role.CATALOGUE_EDITOR)
    target = UploadTarget(sku=make_sku())
    return store_own_upload(by=by, target=target, file=file)[0].job_id


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_hostile_messages_run_nothing_and_the_worker_goes_on(idle_worker, tmp_path):
    canary = tmp_path / "canary"
    for queue in QUEUES:
        for hostile in hostile_messages(canary):
            broker().lpush(queue, hostile)
    job = keep_upload(tmp_path)
    idle_worker.start()

    wait_for(lambda: all_ended() and is_quiet(), seconds=60)

    assert Job.objects.get(pk=job).state == Job.State.DONE
    assert Job.objects.count() == BenchmarkUpload.objects.count() == 1
    assert BenchmarkUpload.objects.get().run_sets.count() == 1
    assert not canary.exists()
    assert idle_worker.process.poll() is None
