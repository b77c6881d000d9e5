"""The Celery application and its schedule."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "procurement.settings")

app = Celery("procurement")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "outbox-sweep": {
        "task": "outbox.sweep",
        "schedule": float(os.environ.get("JOB_SWEEP_SECONDS", "10")),
    }
}
app.conf.beat_schedule_filename = os.path.join(  # noqa: PTH118  # Celery wants a str
    os.environ.get("VAR_DIR", "var"), "celerybeat-schedule"
)
