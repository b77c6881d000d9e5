"""Workers take JSON from known queues; beat sweeps the outbox."""

import pytest
from celery import current_app
from kombu.exceptions import ContentDisallowed
from kombu.serialization import dumps, loads

from procurement.celery import app


def test_it_is_the_application_that_tasks_belong_to(settings):
    assert current_app._get_current_object() is app
    assert app.conf.broker_url == settings.CELERY_BROKER_URL


def test_beat_sweeps_as_often_as_the_setting_says_and_clears_every_hour(settings):
    assert app.conf.beat_schedule == {
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
    assert app.conf.beat_schedule_filename == str(
        settings.VAR_DIR / "celerybeat-schedule"
    )


def test_every_task_of_ours_is_known_to_the_worker():
    app.loader.import_default_modules()

    ours = {name for name in app.tasks if not name.startswith("celery.")}
    assert ours == {
        "catalog.drop_forgotten_files",
        "catalog.read_upload",
        "catalog.scan_attachment",
        "catalog.send_vendor_code",
        "outbox.sweep",
        "procurement.drop_kept_answers",
        "scoring.check_robustness",
        "scoring.write_report",
    }


def test_a_lost_worker_gives_its_message_back_and_results_are_not_kept():
    conf = app.conf

    assert (conf.task_acks_late, conf.task_reject_on_worker_lost) == (True, True)
    assert (conf.worker_prefetch_multiplier, conf.task_ignore_result) == (1, True)


def test_a_message_returns_to_the_queue_only_after_the_longest_task(settings):
    waits = app.conf.broker_transport_options["visibility_timeout"]

    assert waits == 4 * settings.CELERY_TASK_TIME_LIMIT
    assert app.conf.task_time_limit == settings.CELERY_TASK_TIME_LIMIT


def test_a_pickled_message_is_not_even_opened():
    opened = []

    class Bomb:
        def __reduce__(self):
            return opened.append, ("boom",)

    content_type, encoding, body = dumps(Bomb(), serializer="pickle")

    with pytest.raises(ContentDisallowed):
        loads(body, content_type, encoding, accept=set(app.conf.accept_content))
    assert opened == []
