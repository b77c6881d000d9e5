"""What the worker does for scoring: fetch, call one service."""

from celery import shared_task

from procurement.outbox.running import run_job
from scoring.services.reports import write_report as write_report_service
from scoring.services.robustness.calculation import (
    check_robustness as check_robustness_service,
)


@shared_task(name="scoring.write_report")
def write_report(job_uuid: str) -> None:
    """Draw the PDF of a frozen version."""
    run_job(job_uuid, write_report_service)


@shared_task(name="scoring.check_robustness")
def check_robustness(job_uuid: str) -> None:
    """Work out how firm a ranking is."""
    run_job(job_uuid, check_robustness_service)
