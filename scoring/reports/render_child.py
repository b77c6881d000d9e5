"""The rendering process: ``python -m scoring.reports.render_child ARGUMENTS``.

Reads a request as JSON from standard input, writes the PDF to the file descriptor it
was given, and says on standard output, line by line as JSON, how far it is and how it
ended. It knows no Django, no settings, no secrets and no network.
"""

import errno
import json
import os
import sys

from scoring.reports.confinement import Limits, confine


def main(arguments: str) -> int:
    """Confine the process first, then load the libraries and draw."""
    order = json.loads(arguments)
    confine(Limits(**order["limits"]), parent=order["parent"])
    try:
        draw(order["result"])
    except MemoryError:
        return _failed("memory_limit")
    except RecursionError:
        return _failed("too_complex")
    return 0


def draw(result: int) -> None:
    """Draw the request of standard input into a file descriptor."""
    from scoring.reports import drawing  # noqa: PLC0415 # within the limits

    request = json.load(sys.stdin.buffer)
    try:
        drawn = drawing.pdf(request, _progress)
        with os.fdopen(result, "wb") as file:
            file.write(drawn.pdf)
    except drawing.TooManyPagesError:
        _failed("too_large")
    except drawing.NoFontError:
        _failed("no_font")
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        _failed("too_large")
    else:
        _say({"pages": drawn.pages})


def _progress(percent: int, stage: str) -> None:
    _say({"progress": percent, "stage": stage})


def _failed(reason: str) -> int:
    _say({"failed": reason})
    return 1


def _say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
