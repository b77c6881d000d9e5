"""Findings: what a reader noticed, where, and how much it weighs."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from catalog.benchmarks.messages import MESSAGES, Level

type Json = bool | int | float | str | list[Json] | dict[str, Json] | None

SHOWN_CHARACTERS = 120
LISTED_PER_RULE = 20


def shown(text: str, limit: int = SHOWN_CHARACTERS) -> str:
    r"""Make foreign text fit for a page: one line, no control or direction marks.

    >>> shown("a\x1b[31m\u202eb\nc")
    'a[31mb c'
    """
    plain = "".join(_shown_character(character) for character in text[: 4 * limit])
    plain = " ".join(plain.split())
    return plain if len(plain) <= limit else plain[: limit - 1] + "…"


def _shown_character(character: str) -> str:
    if character in "\t\r\n":
        return " "
    return "" if unicodedata.category(character).startswith("C") else character


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One remark of a reader, on a file or one of its lines, or on the whole set."""

    rule: str
    file: str | None = None
    line: int | None = None
    values: tuple[tuple[str, str | int], ...] = ()

    @property
    def level(self) -> Level:
        """How much the rule weighs."""
        return MESSAGES[self.rule].level

    @property
    def text(self) -> str:
        """The sentence in English, with its values."""
        return MESSAGES[self.rule].text % dict(self.values)

    def to_json(self) -> dict[str, Json]:
        """Return the published fields: file, line, rule and text."""
        return {
            "file": self.file,
            "line": self.line,
            "rule": self.rule,
            "text": self.text,
        }

    def to_record(self) -> dict[str, Json]:
        """Return all that is needed to store the finding and to translate it."""
        return {
            **self.to_json(),
            "level": self.level.value,
            "values": dict[str, Json](self.values),
        }


def finding(
    rule: str,
    file: str | None = None,
    line: int | None = None,
    **values: str | int,
) -> Finding:
    """Write down a finding; foreign text among the values is cleaned and cut."""
    cleaned = tuple(
        (name, shown(value) if isinstance(value, str) else value)
        for name, value in values.items()
    )
    return Finding(rule=rule, file=file, line=line, values=cleaned)


@dataclass(slots=True)
class FindingList:
    """The findings on one file, each rule listed a bounded number of times."""

    file: str
    _listed: list[Finding] = field(default_factory=list)
    _seen: Counter[str] = field(default_factory=Counter)

    def add(self, rule: str, line: int | None = None, **values: str | int) -> None:
        """Note a finding; only the first few of a rule are kept, the rest counted."""
        seen = self._seen[rule] = self._seen[rule] + 1
        if seen <= LISTED_PER_RULE:
            self._listed.append(finding(rule, self.file, line, **values))

    def first(self, rules: Iterable[str]) -> Finding | None:
        """Return the earliest finding of one of these rules."""
        wanted = set(rules)
        return next((item for item in self._listed if item.rule in wanted), None)

    def __iter__(self) -> Iterator[Finding]:
        yield from self._listed
        for rule, count in self._seen.items():
            if count > LISTED_PER_RULE:
                more = count - LISTED_PER_RULE
                yield finding("finding/more", self.file, count=more, of=rule)
