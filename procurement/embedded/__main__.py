"""The command line: start, stop, status, env, erase, and run -- COMMAND."""

import argparse
import fcntl
import shlex
import shutil
import sys
from contextlib import suppress
from pathlib import Path

from procurement import embedded
from procurement.embedded.memory import lock
from procurement.embedded.supervision import Supervisor


def main(words: list[str] | None = None) -> int:
    """Do what the words ask and return the exit code."""
    asked = _parser().parse_args(words)
    try:
        return int(asked.do(asked))
    except embedded.EmbeddedError as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m procurement.embedded")
    parser.add_argument("--var", type=Path, default=embedded.VAR)
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    for name, do, about in (
        ("start", _start, "start both servers and leave them running"),
        ("stop", _stop, "stop them"),
        ("status", _status, "tell which of them answers"),
        ("env", _env, "start them and print what a shell should export"),
        ("erase", _erase, "stop them and delete their data"),
        ("run", _run, "run a command with both servers, and stop them after it"),
    ):
        action = actions.add_parser(name, help=about)
        action.set_defaults(do=do)
    action.add_argument(
        "--throwaway", action="store_true", help="alone, and delete the data afterwards"
    )
    action.add_argument("command", nargs=argparse.REMAINDER)
    return parser


def _start(asked: argparse.Namespace) -> int:
    embedded.urls(asked.var)
    return _status(asked)


def _stop(asked: argparse.Namespace) -> int:
    embedded.stop(asked.var)
    return 0


def _erase(asked: argparse.Namespace) -> int:
    embedded.erase(asked.var)
    return 0


def _status(asked: argparse.Namespace) -> int:
    answers = embedded.status(asked.var)
    for name, is_up in answers.items():
        sys.stdout.write(f"{name} {'answers' if is_up else 'is not running'}.\n")
    return 0 if all(answers.values()) else 3


def _env(asked: argparse.Namespace) -> int:
    database, redis = embedded.urls(asked.var)
    sys.stdout.write(f"export DATABASE_URL={shlex.quote(database)}\n")
    sys.stdout.write(f"export REDIS_URL={shlex.quote(redis)}\n")
    return 0


def _run(asked: argparse.Namespace) -> int:
    """Share the servers with other runs; the last one out stops them."""
    var = asked.var
    var.mkdir(parents=True, exist_ok=True)
    how = fcntl.LOCK_EX if asked.throwaway else fcntl.LOCK_SH
    with Supervisor() as supervisor:
        try:
            with lock(var, "run", how | fcntl.LOCK_NB):
                given = _environment(var, durable=not asked.throwaway)
                return supervisor.run(_words(asked.command), given)
        except BlockingIOError:
            sys.stderr.write(f"Another run uses {var}; wait until it has ended.\n")
            return 1
        finally:
            _leave(var, throwaway=asked.throwaway)


def _words(command: list[str]) -> list[str]:
    """Drop the dashes that part our words from the command's."""
    return command[1:] if command[:1] == ["--"] else command


def _environment(var: Path, *, durable: bool) -> dict[str, str]:
    database, redis = embedded.urls(var, durable=durable)
    return {"DATABASE_URL": database, "REDIS_URL": redis, "VAR_DIR": str(var.resolve())}


def _leave(var: Path, *, throwaway: bool) -> None:
    """Stop the servers unless another run still uses them."""
    with suppress(BlockingIOError), lock(var, "run", fcntl.LOCK_EX | fcntl.LOCK_NB):
        if throwaway:
            embedded.erase(var)
            shutil.rmtree(var)
        else:
            embedded.stop(var)


if __name__ == "__main__":
    sys.exit(main())
