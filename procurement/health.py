"""Is the process alive, and can it do its work?"""

from http import HTTPStatus

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse


def livez(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  # Django's signature
    """Answer while the process runs."""
    return JsonResponse({"status": "alive"})


def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  # Django's signature
    """Answer 200 when database and broker answer, else 503 naming the part."""
    parts = {"database": _database_answers(), "broker": _broker_answers()}
    status = HTTPStatus.OK if all(parts.values()) else HTTPStatus.SERVICE_UNAVAILABLE
    words = {name: "ready" if fine else "down" for name, fine in parts.items()}
    return JsonResponse(words, status=status)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except DatabaseError:
        return False
    return True


def _broker_answers() -> bool:
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1
    )
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()
