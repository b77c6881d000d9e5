"""The rendering process: ``python -m scoring.reports.render_child ARGUMENTS``.

Reads a request as JSON from standard input, writes the PDF to the file descriptor it
was given, and says on standard output, line by line as JSON, how far it is and how it
ended. It knows no Django, no settings, no secrets and no network.
"""

import errno
import json
import os
import sys
from collections.abc import Callable

from scoring.reports.confinement import Limits, confine

Say = Callable[[dict[str, object]], None]


def main(arguments: str) -> int:
    """Confine the process first, then load the libraries and draw."""
    order = json.loads(arguments)
    confine(Limits(**order["limits"]), parent=order["parent"])
    say = _voice()
    try:
        draw(order["result"], say)
    except MemoryError:
        say({"failed": "memory_limit"})
    except RecursionError:
        say({"failed": "too_complex"})
    return 0


def draw(result: int, say: Say) -> None:
    """Draw the request of standard input into a file descriptor."""
    from scoring.reports import drawing  # noqa: PLC0415 # within the limits

    def progress(percent: int, stage: str) -> None:
        say({"progress": percent, "stage": stage})

    request = json.load(sys.stdin.buffer)
    try:
        drawn = drawing.pdf(request, progress)
        with os.fdopen(result, "wb") as file:
            file.write(drawn.pdf)
    except drawing.TooManyPagesError:
        say({"failed": "too_large"})
    except drawing.NoFontError:
        say({"failed": "no_font"})
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        say({"failed": "too_large"})
    else:
        say({"pages": drawn.pages})


def _voice() -> Say:
    """Keep standard output for messages: whatever a library prints goes to the log."""
    channel = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(message: dict[str, object]) -> None:
        channel.write(json.dumps(message) + "\n")
        channel.flush()

    return say


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
