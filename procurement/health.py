"""Is the process alive, and can it do its work?"""

from collections.abc import Callable
from http import HTTPStatus

import redis
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse

type GetResponse = Callable[[HttpRequest], HttpResponse]


class HealthMiddleware:
    """Answer ``/livez`` and ``/readyz`` before sessions, people and host names."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._answers = {"/livez": livez, "/readyz": readyz}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a question about health; pass everything else on."""
        answer = self._answers.get(request.path_info)
        if answer is None:
            return self.get_response(request)
        response = answer()
        response.headers["Cache-Control"] = "no-store"
        return response


def livez() -> HttpResponse:
    """Answer while the process runs."""
    return JsonResponse({"status": "alive"})


def readyz() -> HttpResponse:
    """Answer 200 when database and broker answer, else 503 naming the part."""
    parts = {"database": _database_answers(), "broker": _broker_answers()}
    status = HTTPStatus.OK if all(parts.values()) else HTTPStatus.SERVICE_UNAVAILABLE
    words = {name: "ready" if fine else "down" for name, fine in parts.items()}
    return JsonResponse(words, status=status)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except Error:
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
