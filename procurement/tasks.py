"""What the worker does for the shared kit: call one service."""

from celery import shared_task

from procurement.api.idempotency import drop_kept_answers


@shared_task(name="procurement.drop_kept_answers")
def drop_answers() -> None:
    """Delete the answers to keyed requests whose time is over."""
    drop_kept_answers()
