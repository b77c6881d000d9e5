"""What each finding says: its level and its sentence, by rule.

A sentence is a msgid: pages translate it and fill the named values, the command
line fills it as it stands.
"""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How much a finding weighs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Message:
    """A level and a sentence with named places for values."""

    level: Level
    text: str


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation, unchanged: this package knows no framework."""
    return text


def _error(text: str) -> Message:
    return Message(Level.ERROR, text)


def _warning(text: str) -> Message:
    return Message(Level.WARNING, text)


def _note(text: str) -> Message:
    return Message(Level.NOTE, text)


FILE_MESSAGES = {
    "file/unreadable": _error(
        gettext_noop("The file cannot be read: %(problem)s."),
    ),
    "file/empty": _error(gettext_noop("The file is empty.")),
    "file/nothing-read": _error(
        gettext_noop("Nothing here is a format that is read: no result."),
    ),
    "file/json": _error(
        gettext_noop("The file is not the JSON that is expected here: %(problem)s."),
    ),
    "file/too-many": _warning(
        gettext_noop("More than %(limit)s files: the rest was not looked at."),
    ),
    "finding/more": _note(
        gettext_noop("%(count)s more findings of rule %(of)s are not listed."),
    ),
}

# A run that failed is a warning: whether its set may stand is told by the set.
LOG_MESSAGES = {
    "log/no-lines": _warning(
        gettext_noop("No MLPerf log line in this file: the run never started."),
    ),
    "log/corrupt-json": _warning(
        gettext_noop(
            "This log line does not decode, so the run does not comply.",
        ),
    ),
    "log/line-too-long": _warning(
        gettext_noop("This log line is longer than %(limit)s bytes and is not read."),
    ),
    "log/too-many-lines": _warning(
        gettext_noop("More than %(limit)s log lines: reading stopped here."),
    ),
    "log/values-differ": _warning(
        gettext_noop("“%(key)s” is logged with different values; the first counts."),
    ),
    "log/repeated": _warning(
        gettext_noop("“%(key)s” is logged again; the first counts."),
    ),
    "log/not-a-number": _warning(
        gettext_noop("“%(key)s” is not a finite number here and is left out."),
    ),
}

RUN_MESSAGES = {
    "run/no-start": _warning(gettext_noop("The log has no run_start.")),
    "run/no-stop": _warning(
        gettext_noop("The log has no run_stop: the run was cut off."),
    ),
    "run/time": _warning(
        gettext_noop("The time of run_start or run_stop is not a possible time."),
    ),
    "run/backwards": _warning(
        gettext_noop("run_stop is not later than run_start."),
    ),
    "run/no-status": _warning(gettext_noop("run_stop says no status.")),
    "run/aborted": _warning(
        gettext_noop("The run ended with status “%(status)s”."),
    ),
    "run/no-eval": _warning(gettext_noop("The log holds no quality measurement.")),
    "run/target-missed": _warning(
        gettext_noop("The quality target was not met; the last value is %(value)s."),
    ),
    "run/init-too-long": _warning(
        gettext_noop(
            "Initialisation took %(minutes)s min, more than the %(limit)s min allowed.",
        ),
    ),
    "run/duplicate": _warning(
        gettext_noop("The same run as %(other)s; it is counted once."),
    ),
    "run/future": _warning(
        gettext_noop("The run lies in the future: the clock was wrong."),
    ),
    "run/seed": _warning(gettext_noop("Seed %(seed)s repeats that of %(other)s.")),
    "run/target-unknown": _note(
        gettext_noop("No quality target is known here; the run's own status counts."),
    ),
}

SET_MESSAGES = {
    "set/too-many-failed": _error(
        gettext_noop(
            "%(failed)s runs did not converge; the rules allow %(allowed)s: no score.",
        ),
    ),
    "set/files-missing": _error(
        gettext_noop(
            "%(found)s of %(required)s runs: the plain mean, not an official score.",
        ),
    ),
    "set/nothing-left": _error(
        gettext_noop("No run is left after dropping: no score."),
    ),
    "set/files-extra": _warning(
        gettext_noop("%(found)s runs where %(required)s are required; all count."),
    ),
    "set/benchmark-unknown": _error(
        gettext_noop("“%(benchmark)s” is not a benchmark known here: no score."),
    ),
    "set/no-benchmark": _error(
        gettext_noop("No log says which benchmark ran: no score."),
    ),
    "set/benchmark-left-ruleset": _error(
        gettext_noop(
            "%(benchmark)s is not a benchmark of the rules %(ruleset)s: not official.",
        ),
    ),
    "set/benchmark-assumed": _warning(
        gettext_noop("The log names no benchmark; counted as %(benchmark)s."),
    ),
    "set/mixed-benchmarks": _warning(
        gettext_noop("One folder holds logs of several benchmarks: %(benchmarks)s."),
    ),
    "set/mixed-platforms": _warning(
        gettext_noop("The logs name several platforms: %(platforms)s."),
    ),
    "set/open-division": _error(
        gettext_noop(
            "Open division: its target is the submitter's own, "
            "not comparable with closed results.",
        ),
    ),
    "set/division-assumed": _note(
        gettext_noop("No log names a division; judged by the closed rules."),
    ),
    "set/ruleset-by-date": _note(
        gettext_noop("Rules %(ruleset)s, by the date of the runs (%(day)s)."),
    ),
    "set/ruleset-date": _note(
        gettext_noop("The folder says rules %(ruleset)s, the runs are of %(day)s."),
    ),
    "set/ruleset-unknown": _warning(
        gettext_noop("Neither the folder nor a date tells which rules apply."),
    ),
    "set/scaling": _error(
        gettext_noop("The scaling factor is not a number of 1 or more: no score."),
    ),
    "set/throughput": _note(
        gettext_noop("No throughput: the logs do not say how many samples were read."),
    ),
    "set/files-unread": _error(
        gettext_noop("More than %(limit)s result files in one folder; no score."),
    ),
    "set/organisation": _note(
        gettext_noop("The logs say “%(logged)s”, the system file “%(submitter)s”."),
    ),
}

TELEMETRY_MESSAGES = {
    "columns/undeclared": _error(
        gettext_noop("No header and no declared columns: the rows cannot be read."),
    ),
    "columns/guessed": _warning(
        gettext_noop("No header: columns taken from their units (%(columns)s)."),
    ),
    "columns/count": _error(
        gettext_noop("%(declared)s columns are declared, the rows have %(found)s."),
    ),
    "columns/unit": _warning(
        gettext_noop("Column “%(column)s” has the unit “%(unit)s” and is left out."),
    ),
    "columns/changed": _note(gettext_noop("A different header from here on.")),
    "columns/declaration": _warning(
        gettext_noop("The declaration of the columns cannot be read: %(problem)s."),
    ),
    "columns/none": _warning(
        gettext_noop("The rows hold none of the fields that are read."),
    ),
    "row/skipped": _note(
        gettext_noop("Not a row of samples; skipped."),
    ),
    "row/too-long": _warning(
        gettext_noop("A line of more than %(limit)s bytes; skipped."),
    ),
    "row/limit": _warning(
        gettext_noop("More than %(limit)s lines: reading stopped here."),
    ),
    "cell/out-of-range": _warning(
        gettext_noop("%(field)s cannot be %(value)s; counted as missing."),
    ),
    "gpu/error-event": _error(
        gettext_noop("The driver reports an error of GPU %(gpu)s."),
    ),
    "gpu/too-many": _warning(
        gettext_noop("More than %(limit)s GPUs: the rest is left out."),
    ),
    "gpu/incomplete-tick": _note(
        gettext_noop("The GPUs have unequal numbers of rows; a last tick is cut off."),
    ),
}

MESSAGES: dict[str, Message] = {
    **FILE_MESSAGES,
    **LOG_MESSAGES,
    **RUN_MESSAGES,
    **SET_MESSAGES,
    **TELEMETRY_MESSAGES,
}
