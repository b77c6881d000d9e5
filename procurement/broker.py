"""The broker's transport: what is no message is dropped and stops no worker.

Whoever reaches the broker can write anything into a queue. Kombu takes each entry for
a message: one that is none ends the worker, or holds a place in it for ever.
"""

import binascii
from base64 import b64decode
from typing import Any, override

import structlog
from kombu.transport import redis

logger = structlog.get_logger(__name__)


class Channel(redis.Channel):
    """A channel that outlives entries which are no JSON."""

    @override
    def _brpop_read(self, **options: Any) -> bool | None:
        try:
            read: bool | None = super()._brpop_read(**options)  # type: ignore[no-untyped-call]  # kombu has no types
        except ValueError:
            logger.warning("message_dropped")
            return True
        return read


class Transport(redis.Transport):
    """The Redis transport that hands on nothing but whole messages of tasks."""

    Channel = Channel

    @override
    def _deliver(self, message: object, queue: str) -> None:
        if is_message(message):
            super()._deliver(message, queue)  # type: ignore[no-untyped-call]  # kombu has no types
        else:
            logger.warning("message_dropped", queue=queue)


def is_message(entry: object) -> bool:
    """Whether an entry of a queue has all that a message needs to be answered for."""
    match entry:
        case {
            "body": str(body),
            "content-type": str(),
            "content-encoding": str(),
            "headers": dict(),
            "properties": {
                "delivery_tag": str(),
                "delivery_info": {"exchange": str(), "routing_key": str()},
                "body_encoding": "base64",
            },
        }:
            return _is_base64(body)
    return False


def _is_base64(body: str) -> bool:
    try:
        return bool(b64decode(body, validate=True))
    except (binascii.Error, ValueError):
        return False
