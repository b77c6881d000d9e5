"""Settings of the tests: fast hasher, files in memory's neighbour, loud templates."""

import os
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from procurement.settings import *  # noqa: F403  # the settings under test
from procurement.settings import DATABASES, REDIS_URL as SITE_REDIS_URL, TEMPLATES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MEDIA_ROOT = Path(tempfile.mkdtemp(prefix="gpu-procurement-media-"))
MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
VENDOR_REFUSAL_SECONDS = 0
CELERY_TASK_ALWAYS_EAGER = False
DATABASES["default"]["CONN_MAX_AGE"] = 0
TEMPLATES[0]["OPTIONS"].setdefault("string_if_invalid", "")
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

# Each process of a parallel run has queues of its own, beside those of the site.
_site = urlsplit(SITE_REDIS_URL)
_process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_number = (int(_site.path.strip("/") or 0) + 1 + _process) % 16
REDIS_URL = _site._replace(path=f"/{_number}").geturl()
CELERY_BROKER_URL = REDIS_URL
