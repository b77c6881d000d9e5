"""Lines from chunks of bytes, in constant memory whatever the file holds.

LF, CRLF and a lone CR each end a line, as in the official reader; a line is
counted as an editor counts it, from 1.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

LONGEST_LINE = 1 << 20


class Line(NamedTuple):
    """A line without its end; cut when it was longer than the limit."""

    number: int
    text: bytes
    is_cut: bool = False


def all_lines(chunks: Iterable[bytes], limit: int = LONGEST_LINE) -> Iterator[Line]:
    r"""Give every line; of one that is too long only a mark that it was.

    >>> [line.text for line in all_lines([b"a\r", b"\nb\rc"])]
    [b'a', b'b', b'c']
    """
    number, rest, is_skipping = 1, b"", False
    for chunk in chunks:
        whole, rest = _whole_lines(rest + chunk)
        for text in whole.splitlines():
            if not is_skipping:
                yield Line(number, text[:limit], len(text) > limit)
            is_skipping = False
            number += 1
        if len(rest) > limit:
            if not is_skipping:
                yield Line(number, b"", is_cut=True)
            is_skipping, rest = True, rest[-1:]
    for text in rest.splitlines():
        if not is_skipping:
            yield Line(number, text[:limit], len(text) > limit)


def marked_lines(
    chunks: Iterable[bytes],
    marker: bytes,
    limit: int = LONGEST_LINE,
) -> Iterator[Line]:
    """Give the lines that hold the marker, from its first place in them on.

    The rest of the file is only counted, so noise costs next to nothing. Of an
    endless line the last marker found so far is kept, as the official reader does.
    """
    number, rest, is_reported = 1, b"", False
    for chunk in chunks:
        whole, rest = _whole_lines(rest + chunk)
        if whole:
            yield from _marked_in(whole, number, marker, limit)
            number += _line_ends(whole)
            is_reported = False
        if len(rest) > limit:
            rest = _from_last_marker(rest, marker)
        if len(rest) > limit:
            if not is_reported:
                yield Line(number, b"", is_cut=True)
            is_reported, rest = True, rest[1 - len(marker) :]
    yield from _marked_in(rest, number, marker, limit)


def _whole_lines(buffer: bytes) -> tuple[bytes, bytes]:
    """Split after the last line end; a CR at the very end may be half of CRLF."""
    end = max(buffer.rfind(b"\n"), buffer.rfind(b"\r", 0, len(buffer) - 1)) + 1
    return buffer[:end], buffer[end:]


def _line_ends(text: bytes) -> int:
    return text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")


def _from_last_marker(rest: bytes, marker: bytes) -> bytes:
    place = rest.rfind(marker)
    return rest[place:] if place >= 0 else rest[1 - len(marker) :]


def _marked_in(
    text: bytes,
    number: int,
    marker: bytes,
    limit: int,
) -> Iterator[Line]:
    counted = 0
    place = text.find(marker)
    while place >= 0:
        number += _line_ends(text[counted:place])
        counted = place
        end = _end_of_line(text, place)
        found = text[place:end]
        yield Line(number, found[:limit], len(found) > limit)
        place = text.find(marker, end)


def _end_of_line(text: bytes, start: int) -> int:
    feed = text.find(b"\n", start)
    end = feed if feed >= 0 else len(text)
    carriage = text.find(b"\r", start, end)
    return carriage if carriage >= 0 else end
