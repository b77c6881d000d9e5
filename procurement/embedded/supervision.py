"""Running a command in a session of its own and passing on the signals that end it."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import FrameType
from typing import Self

PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Supervisor:
    """Takes over the ending signals from before the command starts until it is left."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._before: dict[signal.Signals, object] = {}

    def __enter__(self) -> Self:
        """Take over the signals."""
        for each in PASSED_ON:
            self._before[each] = signal.signal(each, self._pass_on)
        return self

    def __exit__(self, *_: object) -> None:
        """Give the signals back."""
        for each, handler in self._before.items():
            signal.signal(each, handler)  # type: ignore[arg-type]  # as it was given

    def run(self, command: Sequence[str], environment: Mapping[str, str]) -> int:
        """Run the command to its end and return its code as a shell would."""
        with subprocess.Popen(  # noqa: S603  # the caller's own command
            command, env=os.environ | dict(environment), start_new_session=True
        ) as child:
            self._child = child
            code = child.wait()
        return code if code >= 0 else 128 - code

    def _pass_on(self, number: int, _frame: FrameType | None) -> None:
        if self._child is None:
            raise SystemExit(128 + number)
        with suppress(ProcessLookupError):
            os.killpg(self._child.pid, number)
