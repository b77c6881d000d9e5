"""What beat runs for the outbox."""

from celery import shared_task

from procurement.outbox.running import sweep


@shared_task(name="outbox.sweep")
def sweep_jobs() -> None:
    """Send lost jobs again and fail the ones that used up their attempts."""
    sweep()
