"""The Celery application and its schedule."""

import os

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "procurement.settings")

app = Celery("procurement")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "outbox-sweep": {
        "task": "outbox.sweep",
        "schedule": float(settings.JOB_SWEEP_SECONDS),
    },
    "forgotten-files": {
        "task": "catalog.drop_forgotten_files",
        "schedule": 3600.0,
    },
    "kept-answers": {
        "task": "procurement.drop_kept_answers",
        "schedule": 3600.0,
    },
}
app.conf.beat_schedule_filename = str(settings.VAR_DIR / "celerybeat-schedule")
