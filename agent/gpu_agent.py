#!/usr/bin/env python3
"""The benchmark agent: collects facts and samples of a GPU server, uploads results.

One file, Python 3.8 or newer, standard library only. Copy it to the machine:

    python3 gpu_agent.py collect --out DIR --seconds 600 --interval 10
    python3 gpu_agent.py upload --server URL --sku SKU DIR PATH...

The token is read from the environment variable GPU_AGENT_TOKEN, else from the
file given with --token-file, else from --token (which other users of the machine
can see in the list of processes).

Exit status: 0 done, 1 the server could not read the results, 2 refused, by this
program or by the server, 3 the network or the server failed.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import http.client
import ipaddress
import json
import os
import platform
import random
import re
import shutil
import ssl
import stat
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# The site that serves this file fills in its address here.
DEFAULT_SERVER = ""

VERSION = "1.0"
CHUNK_BYTES = 1 << 18
TAR_BLOCK = 512
LONGEST_TAR_NAME = 100
LARGEST_FILE = 8**11 - 1
ANSWER_BYTES = 1 << 20
TIMEOUT_SECONDS = 60
LONGEST_WAIT_SECONDS = 60
STATUS_UNREADABLE, STATUS_REFUSED, STATUS_NETWORK, STATUS_STOPPED = 1, 2, 3, 130
TOO_MANY_REQUESTS = 429
SAFE_HEADER = re.compile(r"[!-~]{1,4000}")
SKU = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")
UPLOAD_ID = re.compile(r"[0-9A-Za-z-]{1,64}")
UNFIT_IN_NAMES = re.compile(r"[\x00-\x1f\x7f\\]")
ROUND_FOLDER = re.compile(r"(?:training|hpc)_results_v[0-9]+\.[0-9]+")
SKIPPED = frozenset([".git", "__pycache__", ".DS_Store"])

COLUMNS = (
    "timestamp",
    "index",
    "uuid",
    "pci.bus_id",
    "name",
    "utilization.gpu",
    "utilization.memory",
    "memory.used",
    "memory.total",
    "temperature.gpu",
    "power.draw",
    "power.limit",
    "clocks.sm",
    "clocks.mem",
)
OLDEST_COLUMNS = (
    "timestamp",
    "index",
    "uuid",
    "name",
    "utilization.gpu",
    "memory.used",
    "temperature.gpu",
)


class RefusedError(Exception):
    """Something that trying again will not change."""


class NetworkError(Exception):
    """Something that may work another time. `wait` is what the server asks for."""

    def __init__(self, text: str, wait: float | None = None) -> None:
        self.wait = wait
        super().__init__(text)


def say(text: str) -> None:
    """Tell the person at the terminal; results alone go to the output."""
    sys.stderr.write("".join(c if c.isprintable() else " " for c in text) + "\n")
    sys.stderr.flush()


def collect(out: Path, seconds: float, interval: float, nvidia_smi: str | None) -> int:
    """Write host facts, and samples of every GPU where nvidia-smi is there."""
    out.mkdir(parents=True, exist_ok=True)
    facts = host_facts()
    facts["nvidia_smi"] = nvidia_smi
    if nvidia_smi is None:
        write_json(out / "host.json", facts)
        say(f"Host facts are in {out / 'host.json'}.")
        say("nvidia-smi was not found on this machine, so no GPU samples were taken.")
        return 0
    try:
        columns, first = first_sample(nvidia_smi)
    except RefusedError as error:
        write_json(out / "host.json", facts)
        say(f"Host facts are in {out / 'host.json'}; no GPU samples: {error}")
        return 0
    facts["gpus"] = gpu_facts(columns, first)
    write_json(out / "host.json", facts)
    samples = out / "nvidia_smi.csv"
    write_json(out / "nvidia_smi.csv.columns.json", {"columns": list(columns)})
    rows = take_samples(samples, nvidia_smi, columns, (seconds, interval))
    say(f"Host facts are in {out / 'host.json'}, {rows} rows of samples in {samples}.")
    return 0


def host_facts() -> dict[str, Any]:
    """Describe the machine in plain values; what cannot be told is null."""
    return {
        "agent_version": VERSION,
        "collected_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "hostname": platform.node() or None,
        "operating_system": platform.system() or None,
        "kernel": platform.release() or None,
        "distribution": first_match(Path("/etc/os-release"), r'PRETTY_NAME="?([^"]*)'),
        "machine": platform.machine() or None,
        "python": platform.python_version(),
        "cpu_model": first_match(Path("/proc/cpuinfo"), r"model name\s*:\s*(.*)"),
        "cpu_threads": os.cpu_count(),
        "memory_kib": whole_number(
            first_match(Path("/proc/meminfo"), r"MemTotal:\s*([0-9]+)"),
        ),
        "gpus": [],
    }


def first_match(path: Path, pattern: str) -> str | None:
    """Return the first group of the first match in a small system file."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    match = re.search(pattern, text)
    return match.group(1).strip() if match else None


def whole_number(text: str | None) -> int | None:
    """Read a whole number, if there is one."""
    return int(text) if text else None


def first_sample(nvidia_smi: str) -> tuple[tuple[str, ...], str]:
    """Find the columns that this driver knows; return them with the first sample."""
    problem = ""
    for columns in (COLUMNS, OLDEST_COLUMNS):
        status, text = query(nvidia_smi, columns)
        if status == 0 and text.strip():
            return columns, text
        lines = text.strip().splitlines()
        problem = lines[0][:200] if lines else f"nvidia-smi ended with status {status}"
    raise RefusedError(problem)


def query(nvidia_smi: str, columns: Sequence[str]) -> tuple[int, str]:
    """Ask nvidia-smi once; never raises."""
    command = [
        nvidia_smi,
        "--query-gpu=" + ",".join(columns),
        "--format=csv,noheader,nounits",
    ]
    try:
        done = subprocess.run(  # noqa: S603 -- the program that the user named
            command,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return -1, f"nvidia-smi could not be run: {error}"
    text = done.stdout.decode("utf-8", "replace")
    return done.returncode, text or done.stderr.decode("utf-8", "replace")


def gpu_facts(columns: Sequence[str], sample: str) -> list[dict[str, str]]:
    """Name the GPUs of a sample."""
    kept = [n for n in ("index", "uuid", "pci.bus_id", "name") if n in columns]
    rows = [line.split(", ") for line in sample.splitlines() if line.strip()]
    return [
        {name: row[columns.index(name)] for name in kept}
        for row in rows
        if len(row) == len(columns)
    ]


def take_samples(
    path: Path,
    nvidia_smi: str,
    columns: Sequence[str],
    times: tuple[float, float],
) -> int:
    """Append samples at a steady pace until the time is over or someone stops it."""
    seconds, interval = times
    start = time.monotonic()
    rows = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        try:
            while True:
                _, text = query(nvidia_smi, columns)
                lines = [line for line in text.splitlines() if line.strip()]
                file.writelines(f"{line}\n" for line in lines)
                file.flush()
                rows += len(lines)
                passed = time.monotonic() - start
                pause = interval - passed % interval
                if passed + pause > seconds:
                    return rows
                time.sleep(pause)
        except KeyboardInterrupt:
            say("Stopped by hand; what was taken so far is kept.")
            return rows


def write_json(path: Path, value: object) -> None:
    """Write a JSON file with sorted names."""
    text = json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


class Packed(NamedTuple):
    """An archive on disk: its size, its hash and how many files it holds."""

    path: Path
    size: int
    sha256: str
    files: int


class HashedFile:
    """A file to write into that hashes what passes."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._hash = hashlib.sha256()

    def write(self, data: bytes) -> int:
        """Write and hash."""
        self._hash.update(data)
        return self._file.write(data)

    def flush(self) -> None:
        """Pass on what is held back."""
        self._file.flush()

    def hexdigest(self) -> str:
        """Return the hash so far."""
        return self._hash.hexdigest()


def pack(paths: Sequence[Path], target: Path) -> Packed:
    """Pack files and folders so that the same content gives the same bytes.

    Names are sorted; times, owners and rights are left out. Links are not followed.
    """
    files = dict(sorted(names_of(paths)))
    if not files:
        message = "There is no file to upload."
        raise RefusedError(message)
    with target.open("wb") as raw:
        hashed = HashedFile(raw)
        # Level 9 and no name: the header is then the same in every Python.
        with gzip.GzipFile("", "wb", 9, hashed, mtime=0) as zipped:
            write_tar(zipped, files)
    return Packed(target, target.stat().st_size, hashed.hexdigest(), len(files))


def write_tar(zipped: gzip.GzipFile, files: dict[str, Path]) -> None:
    """Write the files in their order, in the tar format that every Python reads."""
    for name, path in files.items():
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            zipped.write(tar_header(name.encode("utf-8"), size))
            copied = copy_bytes(file, zipped, size)
        if copied != size:
            message = f"{path} became shorter while it was read; try again later."
            raise RefusedError(message)
        zipped.write(bytes(-size % TAR_BLOCK))
    zipped.write(bytes(2 * TAR_BLOCK))


def copy_bytes(source: BinaryIO, target: gzip.GzipFile, size: int) -> int:
    """Copy so many bytes and tell how many there were."""
    left = size
    while left:
        chunk = source.read(min(left, CHUNK_BYTES))
        if not chunk:
            break
        target.write(chunk)
        left -= len(chunk)
    return size - left


def tar_header(name: bytes, size: int) -> bytes:
    """Describe a file by name and size alone; a long name goes before it."""
    if size > LARGEST_FILE:
        message = f"{name.decode()} is larger than 8 GiB."
        raise RefusedError(message)
    if len(name) <= LONGEST_TAR_NAME:
        return tar_block(name, size, b"0")
    long_name = name + b"\0"
    padding = bytes(-len(long_name) % TAR_BLOCK)
    before = tar_block(b"././@LongLink", len(long_name), b"L") + long_name + padding
    return before + tar_block(name[:LONGEST_TAR_NAME], size, b"0")


def tar_block(name: bytes, size: int, kind: bytes) -> bytes:
    """Fill one header block: mode 0644, no owner, no time."""
    start = name.ljust(100, b"\0") + b"0000644\0" + b"0000000\0" * 2
    start += b"%011o\0" % size + b"00000000000\0"
    end = kind + bytes(100) + b"ustar  \0" + bytes(247)
    check_sum = sum(start) + 8 * ord(" ") + sum(end)
    return start + b"%06o\0 " % check_sum + end


def names_of(paths: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Give each file with its name in the archive."""
    taken: set[str] = set()
    for path in paths:
        if not path.exists():
            message = f"{path} does not exist."
            raise RefusedError(message)
        base = unique(archive_base(path), taken)
        if path.is_dir():
            for file in regular_files(path):
                yield fit(f"{base}/{file.relative_to(path).as_posix()}"), file
            yield from system_file(path, base)
        else:
            yield fit(base), path


def archive_base(path: Path) -> str:
    """Name a folder in the archive; keep the folders that say round and system."""
    whole = path.resolve()
    parts = whole.parts
    if len(parts) > 4 and parts[-3] == "results":  # noqa: PLR2004 -- submitter/results/system/benchmark
        names = list(parts[-4:])
        above = parts[:-4]
    else:
        names = [whole.name or "results"]
        above = parts[:-1]
    rounds = [part for part in above if ROUND_FOLDER.search(part)]
    return "/".join(rounds[-1:] + names)


def system_file(path: Path, base: str) -> Iterator[tuple[str, Path]]:
    """Bring along the system description of `submitter/results/system/benchmark`."""
    parts = base.split("/")
    if len(parts) < 4 or parts[-3] != "results":  # noqa: PLR2004 -- as above
        return
    name = f"{parts[-2]}.json"
    found = path.resolve().parents[2] / "systems" / name
    if found.is_file() and not found.is_symlink():
        yield fit("/".join([*parts[:-3], "systems", name])), found


def unique(name: str, taken: set[str]) -> str:
    """Number a name that was used before."""
    number, result = 2, name
    while result in taken:
        result, number = f"{name}-{number}", number + 1
    taken.add(result)
    return result


def fit(name: str) -> str:
    """Replace what the server would refuse in a name."""
    readable = name.encode("utf-8", "replace").decode("utf-8")
    return UNFIT_IN_NAMES.sub("_", readable)


def regular_files(folder: Path) -> Iterator[Path]:
    """Walk through a folder; links, devices and housekeeping are left out."""
    for path in sorted(folder.iterdir()):
        mode = path.lstat().st_mode
        if path.name in SKIPPED:
            continue
        if stat.S_ISDIR(mode):
            yield from regular_files(path)
        elif stat.S_ISREG(mode):
            yield path
        else:
            say(f"{path} is a link or a device and is left out.")


class Server(NamedTuple):
    """Where to send, and the token that allows it."""

    url: urllib.parse.SplitResult
    token: str
    context: ssl.SSLContext | None


class Answer(NamedTuple):
    """A response: its status, its JSON object (empty if none) and its headers."""

    status: int
    content: dict[str, Any]
    headers: http.client.HTTPMessage


def server_at(address: str, token: str, ca_file: str | None) -> Server:
    """Check an address and prepare the connection to it."""
    try:
        url = urllib.parse.urlsplit(address.rstrip("/"))
        port = url.port
    except ValueError as error:
        message = f"{address} is not an address: {error}."
        raise RefusedError(message) from error
    if url.scheme not in {"http", "https"} or not url.hostname or port == 0:
        message = f"{address!r} is not an address such as https://gpu.example.org."
        raise RefusedError(message)
    if url.scheme == "http" and not is_loopback(url.hostname):
        say("Warning: without https the token can be read on the way.")
    context = (
        ssl.create_default_context(cafile=ca_file) if url.scheme == "https" else None
    )
    return Server(url, token, context)


def is_loopback(host: str) -> bool:
    """Whether an address stays on this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def connect(server: Server) -> tuple[http.client.HTTPConnection, str]:
    """Open a connection, through a proxy where the environment names one."""
    host = server.url.hostname or ""
    scheme = server.url.scheme
    port = server.url.port or (443 if scheme == "https" else 80)
    proxy = urllib.request.getproxies().get(scheme)
    if proxy is None or urllib.request.proxy_bypass(host):
        return connection(server, host, port), ""
    at = urllib.parse.urlsplit(proxy if "//" in proxy else f"//{proxy}")
    if scheme == "http":
        plain = http.client.HTTPConnection(
            at.hostname or "", at.port or 80, timeout=TIMEOUT_SECONDS
        )
        return plain, f"http://{server.url.netloc}"
    tunnel = connection(server, at.hostname or "", at.port or 80)
    tunnel.set_tunnel(host, port)
    return tunnel, ""


def connection(server: Server, host: str, port: int) -> http.client.HTTPConnection:
    """Make the connection that fits the scheme."""
    if server.context is None:
        return http.client.HTTPConnection(host, port, timeout=TIMEOUT_SECONDS)
    return http.client.HTTPSConnection(
        host, port, timeout=TIMEOUT_SECONDS, context=server.context
    )


def request(
    server: Server,
    method: str,
    path: str,
    headers: dict[str, str],
    body: Packed | None = None,
) -> Answer:
    """Make one request; raise NetworkError when no answer comes back."""
    link, prefix = connect(server)
    try:
        link.putrequest(method, f"{prefix}{server.url.path}{path}")
        link.putheader("Authorization", f"Bearer {server.token}")
        link.putheader("Accept", "application/json, application/problem+json")
        link.putheader("User-Agent", f"gpu-agent/{VERSION}")
        for name, value in headers.items():
            link.putheader(name, value)
        link.endheaders()
        if body is not None:
            send_body(link, body)
        return read_answer(link.getresponse())
    except ssl.SSLCertVerificationError as error:
        message = f"{server.url.hostname} is not trusted: {error.verify_message}."
        raise RefusedError(message) from error
    except (OSError, http.client.HTTPException) as error:
        reason = str(error) or type(error).__name__
        message = f"{server.url.hostname} cannot be reached: {reason}."
        raise NetworkError(message) from error
    finally:
        link.close()


def send_body(link: http.client.HTTPConnection, body: Packed) -> None:
    """Send the archive in pieces; a server that answers early is listened to."""
    progress = Progress(body.size)
    with body.path.open("rb") as file:
        while True:
            chunk = file.read(CHUNK_BYTES)
            if not chunk:
                return
            try:
                link.send(chunk)
            except (BrokenPipeError, ConnectionResetError):
                return
            progress.add(len(chunk))


class Progress:
    """Says how far an upload is: on a terminal in place, else in tenths."""

    def __init__(self, total: int) -> None:
        self._total = max(total, 1)
        self._sent = self._tenths = 0
        self._is_terminal = sys.stderr.isatty()

    def add(self, count: int) -> None:
        """Count bytes that were sent."""
        self._sent += count
        tenths = 10 * self._sent // self._total
        share = f"Sent {size_text(self._sent)} of {size_text(self._total)}"
        if self._is_terminal:
            end = "\n" if self._sent >= self._total else ""
            sys.stderr.write(f"\r{share} ({100 * self._sent // self._total} %){end}")
            sys.stderr.flush()
        elif tenths > self._tenths:
            say(f"{share} ({10 * tenths} %)")
        self._tenths = tenths


def size_text(size: int) -> str:
    """Write a size as people do."""
    megabytes = size / 1_000_000
    return f"{megabytes:.1f} MB" if megabytes >= 1 else f"{size / 1000:.1f} kB"


def read_answer(response: http.client.HTTPResponse) -> Answer:
    """Read the answer, at most so much of it."""
    body = response.read(ANSWER_BYTES)
    try:
        content = json.loads(body.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        content = {}
    return Answer(
        response.status,
        content if isinstance(content, dict) else {},
        response.headers,
    )


def accepted(answer: Answer) -> dict[str, Any]:
    """Return what a good answer holds; raise for any other."""
    if answer.status in {200, 201}:
        if not answer.content:
            message = "The server did not answer in JSON; is the address right?"
            raise RefusedError(message)
        return answer.content
    reason = http.client.responses.get(answer.status, "")
    detail = str(answer.content.get("detail") or "").strip()
    sentence = " ".join(detail.split())[:500] or (
        f"The server answered {answer.status} {reason}".strip() + "."
    )
    if answer.status == TOO_MANY_REQUESTS or answer.status >= 500:  # noqa: PLR2004 -- server errors
        raise NetworkError(sentence, retry_after(answer))
    if 300 <= answer.status < 400:  # noqa: PLR2004 -- redirections
        place = answer.headers.get("Location", "elsewhere")[:300]
        sentence = f"The server sends on to {place}; give that address."
    raise RefusedError(sentence)


def retry_after(answer: Answer) -> float | None:
    """Read how many seconds the server asks to wait."""
    text = answer.headers.get("Retry-After", "")
    return float(text) if re.fullmatch(r"[0-9]{1,5}", text) else None


class Patience(NamedTuple):
    """How often to try, and the first pause, doubled each time."""

    tries: int
    pause: float


def keep_trying(
    server: Server,
    patience: Patience,
    call: tuple[str, str, dict[str, str]],
    body: Packed | None = None,
) -> dict[str, Any]:
    """Make a request until it is answered, with growing pauses in between."""
    method, path, headers = call
    for number in range(1, patience.tries + 1):
        try:
            return accepted(request(server, method, path, headers, body))
        except NetworkError as error:
            if number == patience.tries:
                raise
            pause = patience.pause * 2 ** (number - 1) * (1 + random.random() / 4)  # noqa: S311 -- no secret
            pause = min(max(pause, error.wait or 0), LONGEST_WAIT_SECONDS)
            say(
                f"{error} Trying again in {pause:.1f} s ({number} of {patience.tries})."
            )
            time.sleep(pause)
    message = "Nothing was tried."
    raise NetworkError(message)


def upload(chosen: argparse.Namespace) -> int:
    """Pack the paths, send them, and wait for the result if asked to."""
    server = server_at(chosen.server, find_token(chosen), chosen.ca_file)
    headers = sku_headers(chosen)
    patience = Patience(max(chosen.tries, 1), max(chosen.pause, 0.0))
    with tempfile.TemporaryDirectory(prefix="gpu-agent-") as folder:
        packed = pack(chosen.paths, Path(folder) / "upload.tar.gz")
        say(f"Packed {packed.files} files into {size_text(packed.size)}.")
        headers.update(
            {
                "Content-Type": "application/gzip",
                "Content-Length": str(packed.size),
                "X-Content-SHA256": packed.sha256,
            },
        )
        call = ("POST", "/api/v1/uploads/", headers)
        result = keep_trying(server, patience, call, packed)
    if chosen.wait:
        result = wait_until_read(server, patience, result, chosen.wait_seconds)
    return report(server, result)


def find_token(chosen: argparse.Namespace) -> str:
    """Take the token from the environment, else a file, else the command line."""
    token = os.environ.get("GPU_AGENT_TOKEN", "")
    if not token and chosen.token_file:
        try:
            token = Path(chosen.token_file).read_text(
                encoding="utf-8", errors="replace"
            )
        except OSError as error:
            message = f"The token file cannot be read: {error}."
            raise RefusedError(message) from error
    token = (token or chosen.token or "").strip()
    if not SAFE_HEADER.fullmatch(token):
        message = (
            "A token is needed: set GPU_AGENT_TOKEN, or give --token-file."
            if not token
            else "The token holds characters that no token has."
        )
        raise RefusedError(message)
    return token


def sku_headers(chosen: argparse.Namespace) -> dict[str, str]:
    """Say whose results these are."""
    if not SKU.fullmatch(chosen.sku):
        message = f"{chosen.sku!r} is neither the slug nor the id of a SKU."
        raise RefusedError(message)
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", chosen.paths[0].resolve().name)[:100]
    headers = {"X-Sku": chosen.sku, "X-Filename": f"{name or 'results'}.tar.gz"}
    columns = ",".join(
        part.strip() for part in chosen.columns.split(",") if part.strip()
    )
    if columns:
        if not SAFE_HEADER.fullmatch(columns):
            message = "Columns are names parted by commas, such as index,power.draw."
            raise RefusedError(message)
        headers["X-Columns"] = columns
    return headers


def wait_until_read(
    server: Server,
    patience: Patience,
    result: dict[str, Any],
    seconds: float,
) -> dict[str, Any]:
    """Ask now and then until the server has read the upload."""
    number = str(result.get("id", ""))
    if not UPLOAD_ID.fullmatch(number):
        message = "The server's answer names no upload; is the address right?"
        raise RefusedError(message)
    deadline = time.monotonic() + seconds
    pause = 0.5
    while result.get("status") not in {"done", "failed"}:
        if time.monotonic() + pause > deadline:
            message = f"The upload {number} was received but is not read yet."
            raise NetworkError(message)
        time.sleep(pause)
        pause = min(pause * 1.5, 10)
        headers: dict[str, str] = {}
        call = ("GET", f"/api/v1/uploads/{number}/", headers)
        result = keep_trying(server, patience, call)
    return result


def report(server: Server, result: dict[str, Any]) -> int:
    """Print the answer as JSON and say in words what it means."""
    place = result.get("url")
    if isinstance(place, str):
        place = urllib.parse.urljoin(server.url.geturl() + "/", place)
    sys.stdout.write(json.dumps(result, indent=1, sort_keys=True) + "\n")
    state = result.get("status")
    if state == "failed":
        reason = " ".join(str(result.get("detail") or "no reason given").split())
        say(f"The server could not read the upload: {reason[:500]}")
        return STATUS_UNREADABLE
    say(f"Upload {result.get('id')} is {state}." + (f" See {place}" if place else ""))
    return 0


def parser() -> argparse.ArgumentParser:
    """Describe the two commands."""
    whole = argparse.ArgumentParser(
        prog="gpu_agent.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=VERSION)
    commands = whole.add_subparsers(dest="command", required=True)
    gather = commands.add_parser("collect", help="write host facts and GPU samples")
    gather.add_argument("--out", type=Path, required=True, metavar="DIR")
    gather.add_argument("--seconds", type=float, default=60, help="how long (60)")
    gather.add_argument(
        "--interval", type=float, default=5, help="pause in seconds (5)"
    )
    gather.add_argument("--nvidia-smi", default=os.environ.get("GPU_AGENT_NVIDIA_SMI"))
    send = commands.add_parser("upload", help="pack folders and send them")
    add_upload_arguments(send)
    return whole


def add_upload_arguments(send: argparse.ArgumentParser) -> None:
    """Describe the upload."""
    server = os.environ.get("GPU_AGENT_SERVER") or DEFAULT_SERVER
    send.add_argument("--server", default=server, required=not server, metavar="URL")
    send.add_argument("--sku", required=True, help="slug or id of the SKU")
    send.add_argument(
        "--columns", default="", help="columns of samples without a header"
    )
    send.add_argument("--token-file", help="file that holds the token")
    send.add_argument("--token", help="the token itself (visible to other users)")
    send.add_argument("--ca-file", help="certificates to trust instead of the system's")
    send.add_argument("--wait", action="store_true", help="wait until it was read")
    send.add_argument("--wait-seconds", type=float, default=900)
    send.add_argument("--tries", type=int, default=6, help="how often to try (6)")
    send.add_argument("--pause", type=float, default=1.0, help="first pause in s (1)")
    send.add_argument("paths", nargs="+", type=Path, metavar="PATH")


def run(chosen: argparse.Namespace) -> int:
    """Carry out the command."""
    if chosen.command == "upload":
        return upload(chosen)
    if chosen.seconds < 0 or chosen.interval <= 0:
        message = "--seconds cannot be negative and --interval must be more than 0."
        raise RefusedError(message)
    nvidia_smi = chosen.nvidia_smi or shutil.which("nvidia-smi")
    return collect(chosen.out, chosen.seconds, chosen.interval, nvidia_smi)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the agent and return its exit status."""
    chosen = parser().parse_args(arguments)
    try:
        return run(chosen)
    except NetworkError as error:
        status, text = STATUS_NETWORK, f"Failed: {error}"
    except (RefusedError, OSError) as error:
        status, text = STATUS_REFUSED, f"Refused: {error}"
    except KeyboardInterrupt:
        status, text = STATUS_STOPPED, "Stopped by hand."
    say(text)
    return status


if __name__ == "__main__":
    sys.exit(main())
