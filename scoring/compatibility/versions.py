"""Versions as tuples of whole numbers, so that 2.10 comes after 2.9."""

import re

from scoring.figures.errors import InputError

type Version = tuple[int, ...]


def version(text: str) -> Version:
    """Read the numbers of a version; an update of a release comes after it.

    Raises:
        InputError: the text has no number.

    >>> version("2.10") > version("2.9"), version("12.8 Update 1")
    (True, (12, 8, 1))
    >>> version("13.0 GA")
    (13, 0)
    """
    found = tuple(int(part) for part in re.findall(r"\d+", text))
    if not found:
        message = f"{text!r} is no version"
        raise InputError(message, "not_a_version", "version")
    return found


def is_at_least(own: str, needed: str) -> bool:
    """Tell whether a version reaches another; missing parts count as 0.

    >>> is_at_least("535.54.03", "525.60.13"), is_at_least("12.4", "12.4.0")
    (True, True)
    """
    mine, wanted = version(own), version(needed)
    length = max(len(mine), len(wanted))
    return _filled(mine, length) >= _filled(wanted, length)


def release_of(text: str) -> Version:
    """Return major and minor: 12.8 of “12.8 Update 1”.

    >>> release_of("12.8 Update 1"), release_of("12")
    ((12, 8), (12, 0))
    """
    return _filled(version(text), 2)[:2]


def _filled(parts: Version, length: int) -> Version:
    return parts + (0,) * (length - len(parts))
