"""What the worker does for scoring: fetch, call one service."""

from celery import shared_task

from procurement.outbox.running import run_job
from scoring.services.reports import write_report as write_report_service


@shared_task(name="scoring.write_report")
def write_report(job_uuid: str) -> None:
    """Draw the PDF of a frozen version."""
    run_job(job_uuid, write_report_service)
