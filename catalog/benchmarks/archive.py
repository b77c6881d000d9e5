"""Unpacks an uploaded `.tar.gz` without trusting anything it says.

Bytes are written under numbers of our own, never under names from the archive:
those are checked and kept as text. Links, devices and whatever is neither file
nor folder are refused, and so is an archive beyond its limits, while streaming.
"""

import tarfile
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from catalog.benchmarks.gunzip import Gunzip
from catalog.benchmarks.refusals import ArchiveError, Limits, Refusal
from catalog.benchmarks.sources import Entry

BLOCK = 512
CHUNK_BYTES = 1 << 18
LARGEST_EXTENSION = 1 << 14
LONGEST_LENGTH = 8
DEFAULT_LIMITS = Limits()
FILES = frozenset({tarfile.REGTYPE, tarfile.AREGTYPE})
PAX_HEADERS = frozenset({tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE})


@dataclass(frozen=True, slots=True)
class _Member:
    """An entry whose name and kind were found to be in order."""

    name: str
    size: int
    is_file: bool


def unpack(
    source: BinaryIO,
    directory: Path,
    limits: Limits = DEFAULT_LIMITS,
) -> tuple[Entry, ...]:
    """Unpack into a private folder; raise ArchiveError for anything out of order.

    What was written before a refusal stays in the folder, which the caller owns
    and removes.
    """
    stream = Gunzip(source, limits)
    entries: dict[str, Entry] = {}
    for member in _members(stream, limits):
        if not member.is_file:
            _skip(stream, member.size)
            continue
        if member.name in entries:
            raise ArchiveError(Refusal.TWICE, name=member.name)
        path = directory / f"{len(entries):06d}"
        _write(stream, member, path)
        entries[member.name] = Entry(name=member.name, path=path, origin=member.name)
    if not entries:
        raise ArchiveError(Refusal.EMPTY)
    return tuple(entries.values())


def _members(stream: Gunzip, limits: Limits) -> Iterator[_Member]:
    """Give the entries in turn; the caller reads the bytes of each before the next."""
    long_name: str | None = None
    count = 0
    while (header := _header(stream)) is not None:
        count += 1
        if count > limits.entries:
            raise ArchiveError(Refusal.ENTRIES, limit=limits.entries)
        if header.type == tarfile.GNUTYPE_LONGNAME:
            long_name = _text(_extension(stream, header)).rstrip("\0")
        elif header.type in PAX_HEADERS:
            long_name = _pax_name(_extension(stream, header)) or long_name
        elif header.type == tarfile.XGLTYPE:
            _extension(stream, header)
        else:
            yield _checked(header, long_name or header.name, limits)
            long_name = None
    while stream.read(CHUNK_BYTES):  # to the check sum at the very end
        pass


def _header(stream: Gunzip) -> tarfile.TarInfo | None:
    block = stream.read(BLOCK)
    if len(block) == BLOCK and not block.strip(b"\0"):
        return None
    try:
        header = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except tarfile.HeaderError as error:
        raise ArchiveError(Refusal.DAMAGED) from error
    if header.size < 0:
        raise ArchiveError(Refusal.DAMAGED)
    return header


def _extension(stream: Gunzip, header: tarfile.TarInfo) -> bytes:
    if header.size > LARGEST_EXTENSION:
        raise ArchiveError(Refusal.HEADER)
    content = stream.read(header.size)
    if len(content) < header.size:
        raise ArchiveError(Refusal.DAMAGED)
    _skip_padding(stream, header.size)
    return content


def _pax_name(content: bytes) -> str | None:
    """Take the path from a pax header; a size or a sparse map there is refused."""
    name = None
    for keyword, value in _pax_records(content):
        if keyword == b"size" or keyword.startswith(b"GNU.sparse"):
            raise ArchiveError(Refusal.HEADER)
        if keyword == b"path":
            name = _text(value)
    return name


def _pax_records(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Part `<length> <keyword>=<value>` records; the length counts itself."""
    start = 0
    while start < len(content):
        blank = content.find(b" ", start, start + LONGEST_LENGTH)
        length = content[start : max(blank, start)]
        end = start + int(length) if length.isdigit() else start
        if not start < blank < end <= len(content):
            raise ArchiveError(Refusal.DAMAGED)
        record = content[blank + 1 : end].removesuffix(b"\n")
        keyword, _, value = record.partition(b"=")
        yield keyword, value
        start = end


def _text(content: bytes) -> str:
    return content.decode(errors="surrogateescape")


def _checked(header: tarfile.TarInfo, name: str, limits: Limits) -> _Member:
    """Check the kind and the name of an entry."""
    is_file = header.type in FILES
    if not is_file and header.type != tarfile.DIRTYPE:
        raise ArchiveError(Refusal.KIND, name=name)
    parts = [part for part in name.split("/") if part not in {"", "."}]
    if _is_odd(name, parts) or (is_file and not parts):
        raise ArchiveError(Refusal.NAME, name=name)
    is_long = len(name) > limits.name_characters or len(parts) > limits.depth
    if is_long or any(len(part.encode()) > limits.part_bytes for part in parts):
        raise ArchiveError(Refusal.NAME_LENGTH, name=name)
    return _Member(str(PurePosixPath(*parts)), header.size, is_file)


def _is_odd(name: str, parts: list[str]) -> bool:
    is_elsewhere = name.startswith("/") or ".." in parts
    is_windows = "\\" in name or name[1:2] == ":"
    return is_elsewhere or is_windows or any(map(_is_control, name))


def _is_control(character: str) -> bool:
    return unicodedata.category(character).startswith("C")


def _write(stream: Gunzip, member: _Member, path: Path) -> None:
    left = member.size
    with path.open("xb") as file:
        while left:
            chunk = stream.read(min(left, CHUNK_BYTES))
            if not chunk:
                raise ArchiveError(Refusal.DAMAGED)
            file.write(chunk)
            left -= len(chunk)
    _skip_padding(stream, member.size)


def _skip(stream: Gunzip, size: int) -> None:
    left = size
    while left:
        chunk = stream.read(min(left, CHUNK_BYTES))
        if not chunk:
            raise ArchiveError(Refusal.DAMAGED)
        left -= len(chunk)
    _skip_padding(stream, size)


def _skip_padding(stream: Gunzip, size: int) -> None:
    padding = -size % BLOCK
    if len(stream.read(padding)) < padding:
        raise ArchiveError(Refusal.DAMAGED)
