"""Where bytes come from: files on disk and members of an unpacked archive alike."""

import codecs
import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from catalog.benchmarks.findings import Json

CHUNK_BYTES = 1 << 18
JSON_BYTES = 1 << 20
MOST_FILES = 20_000
DEEPEST = 16
BYTE_ORDER_MARKS = {
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
    b"\xef\xbb\xbf": "utf-8-sig",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One file: the name that people see, where it came from, where its bytes lie.

    Names and origins are POSIX paths. The origin of a file on disk is its full
    path, which may tell the round and the system; of an archive member, its name.
    """

    name: str
    path: Path
    origin: str
    is_named_by_hand: bool = False

    @property
    def folder(self) -> PurePosixPath:
        """The folder of the name."""
        return PurePosixPath(self.name).parent

    @property
    def basename(self) -> str:
        """The last part of the name."""
        return PurePosixPath(self.name).name

    @property
    def suffix(self) -> str:
        """The ending of the name, in lower case, with its dot."""
        return PurePosixPath(self.name).suffix.lower()


class Bytes:
    """The bytes of a file in chunks, counted and hashed on the way.

    UTF-16 and a byte order mark are turned into plain UTF-8: PowerShell writes
    both. The hash is that of the file as it lies there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hash = hashlib.sha256()
        self.size = 0

    @property
    def sha256(self) -> str:
        """The hash of what was read so far."""
        return self._hash.hexdigest()

    def __iter__(self) -> Iterator[bytes]:
        chunks = self._raw()
        first = next(chunks, b"")
        encoding = next(
            (name for mark, name in BYTE_ORDER_MARKS.items() if first.startswith(mark)),
            None,
        )
        if encoding is None:
            yield first
            yield from chunks
        else:
            yield from _as_utf8(first, chunks, encoding)

    def _raw(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            while chunk := file.read(CHUNK_BYTES):
                self._hash.update(chunk)
                self.size += len(chunk)
                yield chunk


def _as_utf8(first: bytes, rest: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    yield decoder.decode(first).encode()
    for chunk in rest:
        yield decoder.decode(chunk).encode()
    yield decoder.decode(b"", final=True).encode()


@dataclass(frozen=True, slots=True)
class JsonProblem:
    """Why a JSON file could not be used."""

    text: str


def read_json(path: Path) -> Json | JsonProblem:
    """Read a small JSON file, or say why not.

    Too large, not JSON, nested too deep, a number that is not finite and a name
    given twice are all refused, since each makes a value uncertain.
    """
    try:
        with path.open("rb") as file:
            content = file.read(JSON_BYTES + 1)
    except OSError as error:
        return JsonProblem(error.strerror or "not readable")
    if len(content) > JSON_BYTES:
        return JsonProblem("larger than 1 MiB")
    try:
        value: Json = json.loads(
            content.decode("utf-8-sig"),
            parse_constant=_refuse_constant,
            object_pairs_hook=_once_each,
        )
    except RecursionError:
        return JsonProblem("nested too deep")
    except ValueError as error:
        return JsonProblem(str(error))
    return value


def _refuse_constant(name: str) -> Json:
    message = f"{name} is not a number"
    raise ValueError(message)


def _once_each(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) != len(pairs):
        message = "a name is given twice"
        raise ValueError(message)
    return value


def entries_below(path: Path) -> list[Entry]:
    """List the regular files of a folder, or the file itself, in order of name.

    Links, devices and pipes are left out, and what lies too deep. A folder
    `<submitter>/results/<system>/<benchmark>` brings its system file along.
    """
    if not path.is_dir():
        name = _speakable(path.as_posix())
        origin = _speakable(path.resolve().as_posix())
        named = Entry(name=name, path=path, origin=origin, is_named_by_hand=True)
        return [named] if path.is_file() else []
    files = islice(_regular_files(path, DEEPEST), MOST_FILES)
    entries = [_entry_below(path, found) for found in files]
    return entries + _system_file_beside(path)


def _entry_below(root: Path, found: Path) -> Entry:
    relative = found.relative_to(root)
    return Entry(
        name=_speakable((root / relative).as_posix()),
        path=found,
        origin=_speakable((root.resolve() / relative).as_posix()),
    )


def _speakable(name: str) -> str:
    """Replace what is no text in a file name: bytes of another encoding."""
    return name.encode(errors="replace").decode()


def _regular_files(folder: Path, depth: int) -> Iterator[Path]:
    try:
        items = sorted(os.scandir(folder), key=lambda item: natural(item.name))
    except OSError:
        return
    for item in items:
        mode = _mode(item)
        if stat.S_ISDIR(mode) and depth:
            yield from _regular_files(Path(item.path), depth - 1)
        elif stat.S_ISREG(mode):
            yield Path(item.path)


def _mode(item: os.DirEntry[str]) -> int:
    try:
        return item.stat(follow_symlinks=False).st_mode
    except OSError:
        return 0


def _system_file_beside(folder: Path) -> list[Entry]:
    whole = folder.resolve()
    parts = whole.parts
    if len(parts) < 4 or parts[-3] != "results":  # noqa: PLR2004 -- results/system/benchmark
        return []
    found = whole.parents[2] / "systems" / f"{parts[-2]}.json"
    if not found.is_file():
        return []
    name = (folder / "systems" / found.name).as_posix()
    return [Entry(name=name, path=found, origin=found.as_posix())]


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Order names as people do: result_2 before result_10.

    >>> sorted(["r_10", "r_2", "r_1"], key=natural)
    ['r_1', 'r_2', 'r_10']
    """
    pieces = re.split(r"([0-9]{1,18})", name)
    return tuple(
        (0, int(piece), "") if index % 2 else (1, 0, piece)
        for index, piece in enumerate(pieces)
    )


def in_order(entries: Sequence[Entry]) -> list[Entry]:
    """Sort entries by name, numbers by size."""
    return sorted(entries, key=lambda entry: natural(entry.name))
