"""What a check of compatibility says, with its source and what differs from it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Result(StrEnum):
    """Pass, pass with a warning, fail, or not known, which never passes."""

    PASSES = "passes"
    WARNS = "warns"
    FAILS = "fails"
    UNKNOWN = "unknown"


class Why(StrEnum):
    """The reason of a result; the words stand where it is shown."""

    BINARY_LISTED = "binary_listed"
    FORWARD_COMPATIBLE = "forward_compatible_by_ptx"
    BINARY_MISSING = "binary_missing"
    NO_LIST = "no_architectures_published"
    DRIVER_FULL = "driver_of_the_toolkit"
    DRIVER_MINOR = "driver_within_minor_compatibility"
    DRIVER_TOO_OLD = "driver_too_old"
    DRIVER_UNKNOWN = "driver_not_published"
    CAPABILITY_DROPPED = "capability_below_toolkit"
    CAPABILITY_HELD = "capability_held_by_toolkit"
    CAPABILITY_UNKNOWN = "capability_not_published"
    RELEASED = "released"
    EXPERIMENTAL = "released_as_experimental"
    NOT_RELEASED = "no_such_release"
    SYSTEM_UNKNOWN = "system_not_covered"


_WORST = (Result.FAILS, Result.UNKNOWN, Result.WARNS, Result.PASSES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Hold one checked pair; ``facts`` are the texts that the sentence names."""

    check: str
    result: Result
    why: Why
    facts: dict[str, str] = field(default_factory=dict)
    source: str = ""
    on: str = ""


def worst(results: Iterable[Result]) -> Result:
    """Return the worst of results: a failure before what is not known.

    >>> worst([Result.PASSES, Result.WARNS, Result.UNKNOWN])
    <Result.UNKNOWN: 'unknown'>
    """
    found = set(results)
    return next((result for result in _WORST if result in found), Result.UNKNOWN)
