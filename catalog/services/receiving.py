"""Take a stream of unknown length and honesty into a file, counted and hashed."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Protocol

from django.utils.translation import gettext as _

from catalog.benchmarks.findings import shown
from procurement.errors import RuleBrokenError, TooLargeError

CHUNK_BYTES = 1 << 18
NAME_CHARACTERS = 150


class Readable(Protocol):
    """Anything that gives bytes until it has no more."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedFile:
    """A file that came in whole: where it lies, what it is called, its hash."""

    path: Path
    name: str
    size: int
    sha256: str


def receive(
    stream: Readable, directory: Path, *, name: str, limit: int
) -> ReceivedFile:
    """Write the stream to a new file of the folder; stop beyond the limit.

    The name is kept as a text and never used as a path.
    """
    path = directory / "received"
    sha256, size = hashlib.sha256(), 0
    with path.open("xb") as file:
        while chunk := stream.read(CHUNK_BYTES):
            size += len(chunk)
            check_size(size, limit)
            sha256.update(chunk)
            file.write(chunk)
    digest = sha256.hexdigest()
    return ReceivedFile(path=path, name=plain_name(name), size=size, sha256=digest)


def check_size(size: int, limit: int) -> None:
    """Refuse what is larger than the limit."""
    if size > limit:
        raise TooLargeError(
            _("The upload is larger than %(limit)s MB.")
            % {"limit": limit // 1_000_000},
            "upload_too_large",
            "file",
        )


def check_hash(file: ReceivedFile, claimed: str) -> None:
    """Refuse content other than what was announced: it was changed on the way."""
    if file.sha256 != claimed.strip().lower():
        raise RuleBrokenError(
            _("What arrived is not what was sent: the SHA-256 differs."),
            "upload_hash_mismatch",
            "sha256",
        )


def plain_name(name: str) -> str:
    r"""The last part of a path as a harmless text.

    >>> plain_name("C:\\temp\\..\\run 1.tar.gz"), plain_name("../")
    ('run 1.tar.gz', 'results.tar.gz')
    """
    bare = PurePath(shown(name, 1000).replace("\\", "/")).name
    cleaned = re.sub(r"[^\w.() -]", "_", bare)[-NAME_CHARACTERS:].strip(". ")
    return cleaned or "results.tar.gz"
