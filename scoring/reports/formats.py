"""How the report writes numbers, days and texts in its language."""

import unicodedata
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal

from procurement.money import exponent, round_decimal
from scoring.reports.schema import Text

LANGUAGES: Final = {"en": "en", "zh-hans": "zh"}
"""The language codes of the application and the key of a snapshot's ``Text``."""

HTML_LANGUAGES: Final = {"en": "en", "zh-hans": "zh-Hans"}
"""The language codes of the application and those of documents."""

UNDEFINED: Final = "–"
"""What stands for a figure that does not exist; its reason stands beside it."""

_LOCALES: Final = {"en": "en", "zh-hans": "zh_Hans_CN"}
_DAYS: Final = {"en": "d MMM y", "zh-hans": "yyyy-MM-dd"}
_INSTANTS: Final = {"en": "d MMM y, HH:mm", "zh-hans": "yyyy-MM-dd HH:mm"}
_LONGEST_MARKS: Final = 3
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Formats:
    """Write values in one language and time zone; decimals come as strings."""

    language: str
    time_zone: str

    def text(self, text: Text | None) -> str:
        """Choose the language of a text; nothing gives nothing."""
        if text is None:
            return ""
        return text["zh"] if LANGUAGES[self.language] == "zh" else text["en"]

    def number(self, value: str | Decimal, places: int | None = None) -> str:
        """Write a number with grouping and a true minus; unrounded without places."""
        exact = Decimal(value)
        if places is None:
            places = max(0, -int(exact.normalize().as_tuple().exponent))
        pattern = "#,##0." + "0" * places if places else "#,##0"
        rounded = round_decimal(exact, places)
        shown = format_decimal(
            rounded, format=pattern, locale=self._locale, decimal_quantization=False
        )
        return shown.replace("-", "−")

    def signed(self, value: str | Decimal, places: int) -> str:
        """Write a number with its sign, a zero without."""
        shown = self.number(value, places)
        return f"+{shown}" if round_decimal(Decimal(value), places) > 0 else shown

    def percent(self, share: str | Decimal, places: int | None = 0) -> str:
        """Write a fraction as percent, the sign kept on the line."""
        return f"{self.number(Decimal(share) * 100, places)}\u00a0%"

    def money(self, amount: str | Decimal, currency: str) -> str:
        """Write an amount with its ISO code, rounded to the currency."""
        shown = self.number(amount, exponent(currency))
        return f"{currency}\u00a0{shown}"

    def whole_money(self, amount: str | Decimal, currency: str) -> str:
        """Write an amount with its ISO code and without cents."""
        return f"{currency}\u00a0{self.number(amount, 0)}"

    def day(self, day: str) -> str:
        """Write an ISO day."""
        pattern = _DAYS[self.language]
        return format_date(date.fromisoformat(day), pattern, locale=self._locale)

    def instant(self, instant: str) -> str:
        """Write an ISO instant to the minute in the evaluation's time zone."""
        pattern = _INSTANTS[self.language]
        zone = ZoneInfo(self.time_zone)
        moment = datetime.fromisoformat(instant).astimezone(zone)
        return format_datetime(moment, pattern, tzinfo=zone, locale=self._locale)

    def zoned_instant(self, instant: str) -> str:
        """Write an ISO instant with the offset it was in force with."""
        zone = ZoneInfo(self.time_zone)
        moment = datetime.fromisoformat(instant).astimezone(zone)
        return f"{self.instant(instant)} {moment:UTC%:z}"

    @property
    def _locale(self) -> str:
        return _LOCALES[self.language]


def utc_stamp(moment: datetime) -> str:
    """Write an instant the way document metadata want it.

    >>> utc_stamp(datetime.fromisoformat("2026-12-15T14:05:00+01:00"))
    '2026-12-15T13:05:00Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def printable(text: str) -> str:
    r"""Leave out of a text what would disturb the page around it.

    Characters are composed (NFC); controls, direction overrides and invisible
    characters go, line and paragraph separators become spaces, and no letter keeps
    more than three combining marks. A text that runs from right to left is isolated,
    so that it does not turn the sentence around it.

    >>> printable("Acme\u202egnp.exe\x00 Inc")
    'Acmegnp.exe Inc'
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if category in {"Zl", "Zp", "Zs"} or character in "\n\t\r":
            kept.append("\u00a0" if character == "\u00a0" else " ")
        elif category[0] != "C" and marks <= _LONGEST_MARKS:
            kept.append(character)
    clean = "".join(kept)
    if any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in clean):
        return f"\u2068{clean}\u2069"
    return clean


def printable_document(value: object) -> object:
    """Apply ``printable`` to every text of a document."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {key: printable_document(each) for key, each in value.items()}
    if isinstance(value, list):
        return [printable_document(each) for each in value]
    return value
