"""Why an uploaded archive is refused, in words, and how much it may hold."""

from dataclasses import dataclass
from enum import StrEnum

from catalog.benchmarks.findings import shown
from catalog.benchmarks.messages import gettext_noop


class Refusal(StrEnum):
    """The rules that an archive can break."""

    NOT_GZIP = "archive/not-gzip"
    DAMAGED = "archive/damaged"
    EMPTY = "archive/empty"
    ENTRIES = "archive/entries"
    BYTES = "archive/bytes"
    RATIO = "archive/ratio"
    KIND = "archive/kind"
    NAME = "archive/name"
    NAME_LENGTH = "archive/name-length"
    TWICE = "archive/twice"
    HEADER = "archive/header"


SENTENCES = {
    Refusal.NOT_GZIP: gettext_noop("The upload is not a gzip file."),
    Refusal.DAMAGED: gettext_noop("The archive is damaged or cut off."),
    Refusal.EMPTY: gettext_noop("The archive holds no file."),
    Refusal.ENTRIES: gettext_noop("The archive holds more than %(limit)s entries."),
    Refusal.BYTES: gettext_noop("The archive unpacks to more than %(limit)s bytes."),
    Refusal.RATIO: gettext_noop(
        "The archive unpacks to more than %(limit)s times its size.",
    ),
    Refusal.KIND: gettext_noop(
        "“%(name)s” is neither a file nor a folder; links and devices are refused.",
    ),
    Refusal.NAME: gettext_noop("“%(name)s” is not a name that is accepted."),
    Refusal.NAME_LENGTH: gettext_noop("“%(name)s” is too long or too deep."),
    Refusal.TWICE: gettext_noop("“%(name)s” is in the archive twice."),
    Refusal.HEADER: gettext_noop("An entry has a header that is not accepted."),
}


class ArchiveError(ValueError):
    """A refusal that a person can read: its rule, its values and the sentence."""

    def __init__(self, rule: Refusal, **values: str | int) -> None:
        self.rule = rule
        self.values = {
            name: shown(value) if isinstance(value, str) else value
            for name, value in values.items()
        }
        super().__init__(SENTENCES[rule] % self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much an archive may hold; the ratio counts once it is worth a look."""

    entries: int = 20_000
    unpacked_bytes: int = 2 << 30
    ratio: int = 200
    ratio_from_bytes: int = 16 << 20
    name_characters: int = 400
    part_bytes: int = 200
    depth: int = 16
