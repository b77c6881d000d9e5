"""Everything that a person can read: each address, and what its page links to."""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.http import HttpResponseBase
from pypdf import PdfReader

from tests.access import ROWS, Row
from tests.access_cast import Cast

FRAGMENT = {"HX-Request": "true"}
_IDENTIFIER = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
NOISE = (
    (r'name="csrfmiddlewaretoken" value="\w+"', "csrf"),
    (r'(?:X-CSRFToken": |data-csrf=)"\w+"', "csrf"),
    (f'class="mono">{_IDENTIFIER}</dd></dl>', "request"),
    (f'<p class="soft">{_IDENTIFIER}</p></div></div>', "request"),
    (f'"request_id":"{_IDENTIFIER}"', "request"),
    (f'name="once" value="{_IDENTIFIER}"', "once"),
    (r"cursor=[\w%:.-]+", "cursor"),
    (r'name="received_at" value="[\dT:-]+"', "now"),
)
"""What differs between two answers that say the same."""

LINK = re.compile(r'(href|src|action|hx-get|data-[a-z-]+)="(/[^"#]*)')
ALIKE = 2
"""So many addresses are followed that differ only in their words and values."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a person read: address → text, and where the access log noted it."""

    found: Mapping[str, str]
    noted: Collection[str]


def crawl(
    cast: Cast,
    person: str,
    rows: Iterable[Row] = ROWS,
    facts: Mapping[str, Any] | None = None,
    follows: tuple[str, ...] = ("/",),
    **others: Iterable[Any],
) -> Read:
    """What a person reads at the addresses of rows, their links followed once.

    ``facts`` take the place of the cast's; ``follows`` names the beginnings of the
    addresses to follow links to; ``others`` are further values of facts that the
    addresses are asked with.
    """
    reader = _Reader(cast, person)
    for row in rows:
        if row.method == "get":
            for address in _addresses(cast, row, facts or {}, others):
                reader.read(address)
    links = list(reader.links.items())
    for address, headers in links:
        if address.startswith(follows):
            reader.read(address, headers)
    return Read(reader.found, reader.noted)


class _Reader:
    """Reads as one person, each address once, and notes where the pages lead."""

    def __init__(self, cast: Cast, person: str) -> None:
        self.cast, self.person = cast, person
        self.found: dict[str, str] = {}
        self.noted: set[str] = set()
        self.links: dict[str, Mapping[str, str]] = {}
        self._kinds: Counter[str] = Counter()

    def read(self, address: str, headers: Mapping[str, str] | None = None) -> None:
        name = address + (" fragment" if headers else "")
        if name in self.found:
            return
        answer, written = self.cast.ask(
            ROWS[0], self.person, address, method="get", headers=headers or {}
        )
        text = text_of(answer)
        self.found[name] = f"{answer.status_code} {text}"
        if written["audit_accessentry"]:
            self.noted.add(name)
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            self._note_links(text)

    def _note_links(self, text: str) -> None:
        for attribute, link in LINK.findall(text):
            address = unescape(link)
            kind = _kind_of(address)
            if kind.startswith("/static/") or address in self.links:
                continue
            self._kinds[kind] += 1
            if self._kinds[kind] <= ALIKE:
                self.links[address] = FRAGMENT if attribute == "hx-get" else {}


def _kind_of(address: str) -> str:
    """An address without its words: two of a kind are shown by the same code."""
    parts = urlsplit(address)
    path = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+(\.\d+)?", "*", parts.path)
    query = parse_qsl(parts.query, keep_blank_values=True)
    names = sorted({name for name, _value in query})
    return f"{path}?{','.join(names)}"


def _addresses(
    cast: Cast,
    row: Row,
    facts: Mapping[str, Any],
    others: Mapping[str, Iterable[Any]],
) -> Iterator[str]:
    yield cast.address(row, **facts)
    for name in set(row.words.values()) & others.keys():
        for value in others[name]:
            yield cast.address(row, **{**facts, name: value})


def text_of(answer: HttpResponseBase) -> str:
    """What an answer says, headers included, without the noise of one request."""
    told = [
        f"{name}: {value}"
        for name, value in answer.headers.items()
        if name != "Content-Length"
    ]
    text = "\n".join([*told, _unpacked(answer.body)])
    for pattern, word in NOISE:
        text = re.sub(pattern, word, text)
    return text


def _unpacked(body: bytes) -> str:
    """The text of a page, of a PDF, or of every part of a spreadsheet."""
    if body.startswith(b"%PDF") and len(body) > 100:
        pages = PdfReader(io.BytesIO(body)).pages
        return "\n".join(page.extract_text() for page in pages)
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as parts:
            return "\n".join(
                parts.read(name).decode("utf-8", "replace") for name in parts.namelist()
            )
    return body.decode("utf-8", "replace")


def differences(before: Read, after: Read) -> dict[str, str]:
    """The addresses whose answers differ, each with the place where they first do."""
    return {
        address: _first_difference(before.found.get(address, ""), text)
        for address, text in after.found.items()
        if before.found.get(address) != text
    }


def _first_difference(before: str, after: str) -> str:
    for old, new in zip(before.splitlines(), after.splitlines(), strict=False):
        if old != new:
            place = next(
                (at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
                min(len(old), len(new)),
            )
            start = max(0, place - 60)
            return f"{old[start : place + 60]!r} → {new[start : place + 60]!r}"
    return "one is longer"
