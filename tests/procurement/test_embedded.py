import os
import secrets
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from procurement import embedded
from procurement.embedded import processes
from procurement.embedded.__main__ import main
from procurement.embedded.account import Account, server_account
from procurement.embedded.memory import LOOPBACK, recall
from procurement.embedded.place import installed

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
ADDRESSES = ("DATABASE_URL", "REDIS_URL", "DATABASE_URL_FILE", "REDIS_URL_FILE")


@pytest.fixture(autouse=True)
def no_addresses(monkeypatch):
    for name in ADDRESSES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def shared_var():
    """One folder for the module: its cluster is made once, each test restarts it."""
    folder = Path(tempfile.mkdtemp(prefix="embedded-"))
    yield folder
    embedded.erase(folder)
    shutil.rmtree(folder)


@pytest.fixture
def var(shared_var):
    embedded.urls(shared_var, durable=False)
    return shared_var


@pytest.fixture
def own_var(tmp_path):
    """A folder of one test; pytest makes it so that only its owner may enter."""
    yield tmp_path / "var"
    embedded.erase(tmp_path / "var")


def test_both_servers_answer_and_a_second_start_changes_nothing(var):
    database, broker = embedded.urls(var, durable=False)

    assert select_one(database) == 1
    assert ping(broker)
    assert embedded.urls(var, durable=False) == (database, broker)
    assert embedded.status(var) == {"PostgreSQL": True, "Valkey": True}


def test_text_is_unicode_and_sorted_without_the_system_s_locale(var):
    database, _ = embedded.urls(var, durable=False)

    with psycopg.connect(database) as connection:
        row = connection.execute(
            "SELECT datlocprovider, datlocale, upper('é'), current_setting('TimeZone'),"
            " pg_encoding_to_char(encoding)"
            " FROM pg_database WHERE datname = current_database()"
        ).fetchone()

    assert row == ("b", "C.UTF-8", "É", "UTC", "UTF8")


def test_only_the_owner_reads_the_password_and_the_data(var):
    home = Path(recall(var).home)

    assert stat.S_IMODE((var / "embedded.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "postgres").stat().st_mode) == 0o700
    assert stat.S_IMODE((home / "valkey").stat().st_mode) == 0o700


def test_a_wrong_password_is_refused(var):
    memory = recall(var)

    with pytest.raises(psycopg.OperationalError, match="password authentication"):
        psycopg.connect(
            host=LOOPBACK,
            port=memory.ports["postgres"],
            user="procurement",
            password="wrong",
            dbname="procurement",
        )
    with (
        redis.Redis(
            port=memory.ports["valkey"],
            password="wrong",
            retry=Retry(NoBackoff(), 0),
        ) as client,
        pytest.raises(redis.AuthenticationError),
    ):
        client.ping()


def test_committed_rows_survive_a_kill_of_both_servers(var):
    embedded.stop(var)
    addresses = embedded.urls(var)
    name = f"kept_{secrets.token_hex(4)}"
    with psycopg.connect(addresses[0]) as connection:
        connection.execute(f"CREATE TABLE {name} AS SELECT 42 AS value")

    for pid_file, sign in servers(var):
        os.kill(processes.running(pid_file, sign), signal.SIGKILL)

    assert embedded.urls(var) == addresses
    with psycopg.connect(addresses[0]) as connection:
        assert connection.execute(f"SELECT value FROM {name}").fetchall() == [(42,)]
    assert ping(addresses[1])


def test_taken_ports_are_left_to_their_owners(var):
    embedded.stop(var)
    before = dict(recall(var).ports)

    with listening(before["postgres"]), listening(before["valkey"]):
        database, broker = embedded.urls(var, durable=False)

        assert select_one(database) == 1
        assert ping(broker)
    after = recall(var).ports
    assert not set(before.values()) & set(after.values())


def test_a_pid_file_that_names_a_stranger_stops_nothing(var):
    embedded.stop(var)
    for pid_file, sign in servers(var):
        pid_file.write_text(f"{os.getpid()}\n{sign}\n", encoding="utf-8")
        server_account().own(pid_file, 0o600)

    embedded.stop(var)
    database, broker = embedded.urls(var, durable=False)

    assert select_one(database) == 1
    assert ping(broker)


def test_two_starts_at_once_give_one_pair_of_servers(var):
    embedded.stop(var)

    starts = [subprocess.Popen(command(var, "start")) for _ in range(2)]

    assert [start.wait() for start in starts] == [0, 0]
    for _, sign in servers(var):
        assert len(processes_naming(sign)) == 1


def test_a_copied_clone_does_not_use_the_servers_of_the_original(var, own_var):
    embedded.stop(var)
    subprocess.run(["cp", "-a", var, own_var], check=True)

    original = embedded.urls(var, durable=False)
    copy = embedded.urls(own_var, durable=False)

    assert not set(original) & set(copy)
    assert select_one(original[0]) == select_one(copy[0]) == 1
    assert ping(original[1])
    assert ping(copy[1])


def test_a_folder_that_only_its_owner_enters_will_do(own_var):
    own_var.parent.chmod(0o700)

    database, broker = embedded.urls(own_var, durable=False)

    assert select_one(database) == 1
    assert ping(broker)
    is_elsewhere = Path(recall(own_var).home) != own_var
    assert is_elsewhere == (os.geteuid() == 0)


def test_blanks_and_other_letters_in_the_path_do_no_harm(tmp_path):
    var = tmp_path / "mein Ordner, 采购"

    try:
        database, broker = embedded.urls(var, durable=False)
        assert select_one(database) == 1
        assert ping(broker)
    finally:
        embedded.erase(var)


def test_erasing_leaves_no_data_and_no_process(own_var):
    embedded.urls(own_var, durable=False)
    home, known = Path(recall(own_var).home), servers(own_var)

    embedded.erase(own_var)

    assert not (home / "postgres").exists()
    assert not (own_var / "embedded.json").exists()
    assert [processes_naming(sign) for _, sign in known] == [[], []]


def test_nothing_starts_when_both_addresses_are_given(monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "postgresql://db.example/x")
    monkeypatch.setenv("REDIS_URL", "redis://redis.example/0")

    given = embedded.urls(tmp_path / "var")

    assert given == ("postgresql://db.example/x", "redis://redis.example/0")
    assert not (tmp_path / "var").exists()


def test_a_missing_wheel_is_said_with_the_way_out():
    with pytest.raises(embedded.EmbeddedError) as refusal:
        installed("no-such-wheel")

    assert "no-such-wheel is not installed" in str(refusal.value)
    assert "set DATABASE_URL (postgresql://" in str(refusal.value)
    assert "REDIS_URL (redis://" in str(refusal.value)


def test_a_program_that_does_not_run_is_said_with_the_way_out(tmp_path):
    program = tmp_path / "postgres"
    program.write_bytes(b"\x7fELF of another machine")
    program.chmod(0o755)

    with pytest.raises(embedded.EmbeddedError, match=r"could not run.*DATABASE_URL"):
        Account().run([program])
    assert not Account().can_run(program)


def test_data_of_an_unreadable_cluster_is_said_with_the_way_out(own_var):
    embedded.urls(own_var, durable=False)
    embedded.stop(own_var)
    (Path(recall(own_var).home) / "postgres/data/global/pg_control").unlink()

    with pytest.raises(embedded.EmbeddedError, match=r"pg_control.*DATABASE_URL"):
        embedded.urls(own_var, durable=False)


def test_a_var_that_is_no_folder_is_said_with_the_way_out(tmp_path):
    (tmp_path / "var").touch()

    with pytest.raises(embedded.EmbeddedError, match=r"can't be used.*DATABASE_URL"):
        embedded.urls(tmp_path / "var")


def test_the_command_line_starts_tells_and_stops(own_var, capfd):
    assert main(["--var", str(own_var), "status"]) == 3
    assert main(["--var", str(own_var), "start"]) == 0
    assert main(["--var", str(own_var), "env"]) == 0
    assert main(["--var", str(own_var), "stop"]) == 0
    assert main(["--var", str(own_var), "erase"]) == 0

    lines = capfd.readouterr().out.splitlines()
    assert lines[:4] == [
        "PostgreSQL is not running.",
        "Valkey is not running.",
        "PostgreSQL answers.",
        "Valkey answers.",
    ]
    assert lines[4].startswith("export DATABASE_URL=postgresql://procurement:")
    assert lines[5].startswith("export REDIS_URL=redis://:")


def test_the_command_line_says_a_refusal_as_a_sentence(tmp_path, capfd):
    (tmp_path / "var").touch()

    assert main(["--var", str(tmp_path / "var"), "start"]) == 1

    assert "can't be used" in capfd.readouterr().err


def test_a_command_runs_with_addresses_and_a_throwaway_folder_goes(own_var, capfd):
    script = 'echo "$DATABASE_URL $REDIS_URL $VAR_DIR"; exit 7'

    code = main(["--var", str(own_var), "run", "--throwaway", "--", "sh", "-c", script])

    assert code == 7
    database, broker, folder = capfd.readouterr().out.split()
    assert database.startswith("postgresql://procurement:")
    assert broker.startswith("redis://:")
    assert folder == str(own_var.resolve())
    assert not own_var.exists()


def test_a_throwaway_run_is_refused_beside_another(own_var, capfd):
    beside = command(own_var, "run", "--throwaway", "--", "true")

    code = main(["--var", str(own_var), "run", "--", *beside])

    assert code == 1
    assert "wait until it has ended" in capfd.readouterr().err


def test_the_last_run_out_stops_the_servers(own_var, capfd):
    inner = command(own_var, "run", "--", "true")
    status = command(own_var, "status")
    script = '"$@" && exec ' + " ".join(status)

    code = main(["--var", str(own_var), "run", "--", "sh", "-c", script, "sh", *inner])

    assert code == 0
    assert "PostgreSQL answers." in capfd.readouterr().out
    assert embedded.status(own_var) == {"PostgreSQL": False, "Valkey": False}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_command_and_then_the_servers(var, number):
    script = "echo up; exec sleep 60"
    with subprocess.Popen(
        command(var, "run", "--", "sh", "-c", script), stdout=subprocess.PIPE
    ) as run:
        assert run.stdout.readline() == b"up\n"

        os.kill(run.pid, number)

        assert run.wait() == 128 + number
    assert [processes.running(*server) for server in servers(var)] == [None, None]


def command(var, *words):
    return [sys.executable, "-m", "procurement.embedded", "--var", str(var), *words]


def servers(var):
    home = Path(recall(var).home)
    return [
        (home / "postgres/data/postmaster.pid", home / "postgres/data"),
        (home / "valkey/pid", home / "valkey/valkey.conf"),
    ]


def processes_naming(sign):
    """List the servers, not their children, whose command line names the sign."""
    pids = [int(entry.name) for entry in Path("/proc").glob("[0-9]*")]
    return [pid for pid in pids if f" {sign} " in processes._command_line(pid)]


def select_one(database):
    with psycopg.connect(database) as connection:
        return connection.execute("SELECT 1").fetchone()[0]


def ping(broker):
    with redis.Redis.from_url(broker) as client:
        return client.ping()


def listening(port):
    stranger = socket.socket()
    stranger.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    stranger.bind((LOOPBACK, port))
    stranger.listen()
    return stranger
