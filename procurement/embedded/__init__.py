"""Real PostgreSQL and Valkey under var/, for development, when no URL is given.

`urls()` starts what is missing; `stop()` stops it. Nothing here is imported in
production, where DATABASE_URL and REDIS_URL must be set.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from procurement import env
from procurement.embedded import place as places, postgres, valkey
from procurement.embedded.errors import EmbeddedError
from procurement.embedded.memory import lock

__all__ = ["VAR", "EmbeddedError", "erase", "status", "stop", "urls"]

VAR = Path(os.environ.get("VAR_DIR") or Path(__file__).resolve().parents[2] / "var")


def urls(var: Path = VAR, *, durable: bool = True) -> tuple[str, str]:
    """Return the addresses of PostgreSQL and Redis, starting those that no one gave."""
    database, redis = env.secret("DATABASE_URL", ""), env.secret("REDIS_URL", "")
    if database and redis:
        return database, redis
    with _settled(var) as place:
        return (
            database or postgres.start(place, durable=durable),
            redis or valkey.start(place),
        )


def stop(var: Path = VAR) -> None:
    """Stop what runs under var/; stopping twice is fine."""
    with _settled(var) as place:
        postgres.stop(place)
        valkey.stop(place)


def erase(var: Path = VAR) -> None:
    """Stop what runs under var/ and delete its data."""
    with _settled(var) as place:
        postgres.stop(place)
        valkey.stop(place)
        places.erase(place)


def status(var: Path = VAR) -> dict[str, bool]:
    """Tell which of the servers answers."""
    with _settled(var) as place:
        return {
            "PostgreSQL": postgres.answers(place),
            "Valkey": valkey.answers(place),
        }


@contextmanager
def _settled(var: Path) -> Iterator[places.Place]:
    """Hold the lock of one var/ and know its place; turn refusals into sentences."""
    try:
        # The servers' account passes through var/; the secrets in it stay closed.
        var.mkdir(parents=True, exist_ok=True)
        var.chmod(places.OPEN)
        with lock(var, "start"):
            yield places.settle(var.resolve())
    except OSError as error:
        message = f"The servers under {var} can't be used: {error}."
        raise EmbeddedError(message) from error
