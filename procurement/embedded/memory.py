"""What the servers remember under var/: password, ports, folder; and the locks."""

import fcntl
import json
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

LOOPBACK = "127.0.0.1"


@dataclass(slots=True, kw_only=True)
class Memory:
    """The remembered facts, kept in a file that only its owner reads."""

    var: str
    password: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    ports: dict[str, int] = field(default_factory=dict)
    home: str | None = None

    def save(self, var: Path) -> None:
        """Write the file whole or not at all."""
        path = var / "embedded.json"
        fresh = path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)
        fresh.write_text(json.dumps(asdict(self), indent=2), encoding="utf-8")
        fresh.replace(path)


def recall(var: Path) -> Memory:
    """Read what is remembered, or begin anew with a random password."""
    with suppress(FileNotFoundError, ValueError, TypeError):
        text = (var / "embedded.json").read_text(encoding="utf-8")
        return Memory(**json.loads(text))
    return Memory(var=str(var))


def free_port(wished: int | None = None) -> int:
    """Return the wished loopback port when it is free, else one that is."""
    for port in (wished or 0, 0):
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((LOOPBACK, port))
            return int(probe.getsockname()[1])
    message = "No loopback port is free."
    raise OSError(message)


@contextmanager
def lock(var: Path, name: str, how: int = fcntl.LOCK_EX) -> Iterator[None]:
    """Hold a lock file under var/; the system drops it when the holder dies."""
    with (var / f"{name}.lock").open("w", encoding="utf-8") as handle:
        fcntl.flock(handle, how)
        yield
