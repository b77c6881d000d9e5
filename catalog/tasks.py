"""What the worker does for the catalogue: fetch, call one service."""

from celery import shared_task

from catalog.services.attachments import SCAN, scan_attachment as scan_service
from catalog.services.quote_files import drop_forgotten_files
from catalog.services.readings import read_upload as read_upload_service
from catalog.services.uploads import READ_UPLOAD
from catalog.services.vendor_door.visits import SEND_CODE, send_code
from procurement.outbox.running import run_job


@shared_task(name=READ_UPLOAD)
def read_upload(job_uuid: str) -> None:
    """Read a benchmark upload into run sets and telemetry."""
    run_job(job_uuid, read_upload_service)


@shared_task(name=SEND_CODE)
def send_vendor_code(job_uuid: str) -> None:
    """Mail a one-time code to the contact of a vendor's link."""
    run_job(job_uuid, send_code)


@shared_task(name=SCAN)
def scan_attachment(job_uuid: str) -> None:
    """Have an attached file looked at by the virus scanner."""
    run_job(job_uuid, scan_service)


@shared_task(name="catalog.drop_forgotten_files")
def drop_forgotten() -> None:
    """Delete quote files that were uploaded and never confirmed or submitted."""
    drop_forgotten_files()
