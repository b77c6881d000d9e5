"""Unzips a gzip stream piece by piece, counting against limits as it goes."""

import zlib
from collections.abc import Iterator
from typing import BinaryIO

from catalog.benchmarks.refusals import ArchiveError, Limits, Refusal

CHUNK_BYTES = 1 << 18
MAGIC = b"\x1f\x8b"
GZIP_WINDOW = 31
# A gzip file may hold several streams one after another; real ones hold one.
MOST_MEMBERS = 64


class Gunzip:
    """The unzipped bytes of a stream; raises ArchiveError beyond its limits."""

    def __init__(self, source: BinaryIO, limits: Limits) -> None:
        self._source = source
        self._limits = limits
        self._packed = self._unpacked = 0
        self._chunks = self._unzipped()
        self._held = b""
        self._at = 0

    def read(self, size: int) -> bytes:
        """Return so many bytes, fewer only at the end."""
        while len(self._held) - self._at < size:
            chunk = next(self._chunks, b"")
            if not chunk:
                break
            self._held, self._at = self._held[self._at :] + chunk, 0
        content = self._held[self._at : self._at + size]
        self._at += len(content)
        return content

    def _unzipped(self) -> Iterator[bytes]:
        unzip = zlib.decompressobj(wbits=GZIP_WINDOW)
        packed = self._next()
        if not packed.startswith(MAGIC):
            raise ArchiveError(Refusal.NOT_GZIP)
        members = 1
        while packed:
            if unzip.eof:
                members += 1
                if members > MOST_MEMBERS:
                    raise ArchiveError(Refusal.DAMAGED)
                unzip = zlib.decompressobj(wbits=GZIP_WINDOW)
            try:
                chunk = unzip.decompress(packed, CHUNK_BYTES)
            except zlib.error as error:
                raise ArchiveError(Refusal.DAMAGED) from error
            self._count(len(chunk))
            if chunk:
                yield chunk
            packed = unzip.unused_data or unzip.unconsumed_tail or self._next()
        if not unzip.eof:
            raise ArchiveError(Refusal.DAMAGED)

    def _next(self) -> bytes:
        packed = self._source.read(CHUNK_BYTES)
        self._packed += len(packed)
        return packed

    def _count(self, size: int) -> None:
        self._unpacked += size
        limits = self._limits
        if self._unpacked > limits.unpacked_bytes:
            raise ArchiveError(Refusal.BYTES, limit=limits.unpacked_bytes)
        is_worth_a_look = self._unpacked > limits.ratio_from_bytes
        if is_worth_a_look and self._unpacked > self._packed * limits.ratio:
            raise ArchiveError(Refusal.RATIO, limit=limits.ratio)
