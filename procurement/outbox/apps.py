"""The outbox app."""

from django.apps import AppConfig

from procurement.celery import app as celery_app

__all__ = ["OutboxConfig", "celery_app"]


class OutboxConfig(AppConfig):
    """Jobs; importing it makes the Celery application the current one."""

    name = "procurement.outbox"
    label = "outbox"
