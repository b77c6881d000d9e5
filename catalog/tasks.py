"""What the worker does for the catalogue: fetch, call one service."""

from celery import shared_task

from catalog.services.readings import read_upload as read_upload_service
from catalog.services.uploads import READ_UPLOAD
from procurement.outbox.running import run_job


@shared_task(name=READ_UPLOAD)
def read_upload(job_uuid: str) -> None:
    """Read a benchmark upload into run sets and telemetry."""
    run_job(job_uuid, read_upload_service)
