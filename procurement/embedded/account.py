"""As whom the servers run: the caller, or for root an account without rights."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from procurement.embedded.errors import EmbeddedError

UNPRIVILEGED = "nobody"
SECONDS = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A user and group to run as; None means the caller's own."""

    uid: int | None = None
    gid: int | None = None

    def run(self, command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
        """Run a program to its end with a bare environment, away from the clone."""
        environment = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
        try:
            return subprocess.run(  # noqa: S603  # our own programs and folders
                [str(word) for word in command],
                user=self.uid,
                group=self.gid,
                extra_groups=None if self.uid is None else [],
                env=environment,
                cwd="/",
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=SECONDS,
                check=False,
            )
        except (OSError, subprocess.SubprocessError) as error:
            message = f"{command[0]} could not run: {error}."
            raise EmbeddedError(message) from error

    def can_run(self, program: Path) -> bool:
        """Tell whether this account reaches a program and the system executes it."""
        try:
            return self.run([program, "--version"]).returncode == 0
        except EmbeddedError:
            return False

    def can_enter(self, folder: Path) -> bool:
        """Tell whether this account reaches a folder through all of its parents."""
        probe = self.run(["/bin/sh", "-c", 'cd -- "$1"', "sh", folder])
        return probe.returncode == 0

    def own(self, path: Path, mode: int) -> None:
        """Give a file or folder to this account, closed to everybody else."""
        path.chmod(mode)
        if self.uid is not None and self.gid is not None:
            shutil.chown(path, self.uid, self.gid)


def server_account() -> Account:
    """Choose the account: the caller's, or for root one without rights."""
    if os.geteuid() != 0:
        return Account()
    try:
        entry = pwd.getpwnam(UNPRIVILEGED)
    except KeyError:
        message = f"Root can't run PostgreSQL and there is no user {UNPRIVILEGED!r}."
        raise EmbeddedError(message) from None
    return Account(uid=entry.pw_uid, gid=entry.pw_gid)
