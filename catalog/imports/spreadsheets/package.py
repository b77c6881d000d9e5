"""An XLSX package opened with care: sizes first, then only the parts that are read.

Nothing is written to disk and no name of the archive is used as a path. The parts
that passed are packed again for the reader, so that it sees exactly what was checked.
"""

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from typing import Final

from catalog.imports.errors import ImportRefusedError
from catalog.imports.messages import Fault
from catalog.imports.spreadsheets import limits


class Package:
    """The parts of a workbook by name, each bounded when read."""

    def __init__(self, content: bytes) -> None:
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(content))
            entries = self._archive.infolist()
        except _ARCHIVE_ERRORS as error:
            raise ImportRefusedError(Fault.FILE_BROKEN, reason=_REASON) from error
        _check_directory(entries)
        self._entries = {entry.filename: entry for entry in entries}

    @property
    def names(self) -> frozenset[str]:
        """Name every part."""
        return frozenset(self._entries)

    def read(self, name: str) -> bytes:
        """Unpack one part, never beyond the size that the directory gives it."""
        try:
            entry = self._entries[name]
            with self._archive.open(entry) as part:
                return part.read(entry.file_size + 1)
        except KeyError as error:
            raise ImportRefusedError(Fault.WORKBOOK_KIND) from error
        except _ARCHIVE_ERRORS as error:
            raise ImportRefusedError(Fault.FILE_BROKEN, reason=_REASON) from error


def packed(parts: Mapping[str, bytes]) -> bytes:
    """Pack parts into a plain archive without compression."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return target.getvalue()


_REASON: Final = "its archive cannot be unpacked"
_ARCHIVE_ERRORS: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
)
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_FORBIDDEN: Final = (
    ("xl/externallinks/", Fault.WORKBOOK_EXTERNAL),
    ("xl/embeddings/", Fault.WORKBOOK_EXTERNAL),
    ("xl/connections.xml", Fault.WORKBOOK_EXTERNAL),
    ("xl/querytables/", Fault.WORKBOOK_EXTERNAL),
    ("xl/webextensions/", Fault.WORKBOOK_EXTERNAL),
    ("xl/activex/", Fault.WORKBOOK_MACROS),
    ("xl/macrosheets/", Fault.WORKBOOK_MACROS),
    ("xl/dialogsheets/", Fault.WORKBOOK_MACROS),
    ("customui/", Fault.WORKBOOK_MACROS),
)


def _check_directory(entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > limits.PARTS:
        raise ImportRefusedError(Fault.WORKBOOK_TOO_LARGE)
    _check_names(entry.filename for entry in entries)
    for entry in entries:
        _check_entry(entry)
    if sum(entry.file_size for entry in entries) > limits.UNPACKED_BYTES:
        raise ImportRefusedError(Fault.WORKBOOK_TOO_LARGE)


def _check_names(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        lower = name.lower()
        steps = lower.split("/")
        if lower in seen or ".." in steps or set(lower) & set("\\:\0") or not steps[0]:
            raise ImportRefusedError(Fault.WORKBOOK_UNSAFE, part=repr(name[:80]))
        seen.add(lower)
        if "vbaproject" in lower:
            raise ImportRefusedError(Fault.WORKBOOK_MACROS)
        for start, code in _FORBIDDEN:
            if lower.startswith(start):
                raise ImportRefusedError(code, part=start)


def _check_entry(entry: zipfile.ZipInfo) -> None:
    is_encrypted = entry.flag_bits & 0x1
    is_link = stat.S_ISLNK(entry.external_attr >> 16)
    if is_encrypted or is_link or entry.compress_type not in _METHODS:
        raise ImportRefusedError(Fault.WORKBOOK_UNSAFE, part=repr(entry.filename[:80]))
    is_large = entry.file_size > limits.MEGABYTE
    ratio = entry.file_size / max(entry.compress_size, 1)
    too_dense = is_large and ratio > limits.UNPACKED_RATIO
    if entry.file_size > limits.PART_BYTES or too_dense:
        raise ImportRefusedError(Fault.WORKBOOK_TOO_LARGE)
