"""Where programs and data lie: under var/, or where the account can reach them."""

import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from procurement.embedded.account import Account, server_account
from procurement.embedded.errors import EmbeddedError
from procurement.embedded.memory import Memory, recall

ELSEWHERE = Path("/var/lib")
OPEN, CLOSED = 0o711, 0o700


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One pair of servers: its folders, its account, its memory."""

    var: Path
    home: Path
    account: Account
    memory: Memory

    def folder(self, name: str) -> Path:
        """Make a folder that only the account enters, or return it."""
        folder = self.home / name
        folder.mkdir(exist_ok=True)
        self.account.own(folder, CLOSED)
        return folder

    def program(self, wheel: str, path: str) -> Path:
        """Return a wheel's program, copied into the home if it can't be reached."""
        program = installed(wheel) / path
        if self.account.can_run(program):
            return program
        program = self._copied(wheel) / path
        if not self.account.can_run(program):
            message = f"This machine does not run {program.name} of the wheel {wheel}."
            raise EmbeddedError(message)
        return program

    def _copied(self, wheel: str) -> Path:
        """Copy a wheel with its private libraries, whole or not at all."""
        source = installed(wheel)
        target = self.home / "programs" / f"{wheel}-{version(wheel)}"
        if not target.exists():
            fresh = target.with_suffix(".new")
            shutil.rmtree(fresh, ignore_errors=True)
            for part in (source, source.with_name(f"{source.name}.libs")):
                if part.exists():
                    shutil.copytree(part, fresh / part.name, symlinks=True)
            _open_to_all(fresh)
            fresh.parent.chmod(OPEN)
            fresh.replace(target)
        return target / source.name


def installed(wheel: str) -> Path:
    """Find an installed wheel without importing it."""
    with suppress(PackageNotFoundError):
        version(wheel)
        spec = find_spec(wheel.replace("-", "_"))
        if spec is not None and spec.origin is not None:
            return Path(spec.origin).parent
    message = f"The wheel {wheel} is not installed (`make install` brings it)."
    raise EmbeddedError(message)


def settle(var: Path) -> Place:
    """Choose the folders and the account, and remember the choice."""
    account, memory = server_account(), recall(var)
    _forget_the_original(memory, var)
    if memory.home is None or not Path(memory.home).is_dir():
        memory.home = str(_home(var, account))
    memory.save(var)
    return Place(var=var, home=Path(memory.home), account=account, memory=memory)


def erase(place: Place) -> None:
    """Delete programs, data and memory of stopped servers; locks stay."""
    for name in ("postgres", "valkey", "programs"):
        shutil.rmtree(place.home / name, ignore_errors=True)
    if place.home != place.var:
        shutil.rmtree(place.home, ignore_errors=True)
    (place.var / "embedded.json").unlink(missing_ok=True)


def _home(var: Path, account: Account) -> Path:
    if account.can_enter(var):
        return var
    base = ELSEWHERE if ELSEWHERE.is_dir() else Path(tempfile.gettempdir())
    try:
        home = Path(tempfile.mkdtemp(prefix="gpu-procurement-", dir=base))
    except OSError as error:
        message = f"No place for the data of the servers: {error}."
        raise EmbeddedError(message) from error
    home.chmod(OPEN)
    return home


def _forget_the_original(memory: Memory, var: Path) -> None:
    """Keep a copied clone from using the servers of the one it was copied from."""
    if memory.var == str(var):
        return
    if memory.home == memory.var or Path(memory.var).exists():
        memory.home = None
    memory.var = str(var)


def _open_to_all(folder: Path) -> None:
    """Let everybody read a copied wheel, whatever the umask of the installer was."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            executable = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if executable else 0o644)
