"""The story that is told, with its dates moved so that its day is today."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from catalog.imports.demo_quotes import BRIEF, TENDER, demo_sheets, file_name
from catalog.imports.labels import Language
from catalog.imports.quote_sheet import QuoteSheet
from catalog.imports.template import quote_workbook
from catalog.services.quote_terms import QuoteFile

DATA: Final = Path(__file__).resolve().parents[2] / "data"
DAY: Final = date(2026, 11, 30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What the story says, what it leaves open, and by how many days it is moved."""

    story: Mapping[str, Any]
    more: Mapping[str, Any]
    zone: ZoneInfo
    days: int

    @property
    def letters(self) -> Sequence[str]:
        """The letters by which the story calls the bidders."""
        return list(self.story["bidders"])

    def day(self, text: str) -> date:
        """A day of the story, moved."""
        return date.fromisoformat(text) + timedelta(days=self.days)

    def moment(self, text: str) -> datetime:
        """A moment of the story at its place, moved by whole days."""
        told = datetime.fromisoformat(text).replace(tzinfo=self.zone)
        return told + timedelta(days=self.days)

    def received_at(self, letter: str) -> datetime:
        """When the quote of a bidder came in."""
        words = self.story["bidders"][letter]["recv"]
        told = datetime.strptime(f"2026 {words}", "%Y %d %b, %H:%M")  # noqa: DTZ007  # the zone is the story's
        return self.moment(told.isoformat())

    def quote_file(self, letter: str, reference: str) -> QuoteFile:
        """The workbook of a bidder, for the evaluation of this reference.

        On the day of the story, for its own evaluation, it is the shipped sample.
        """
        sheet = self._moved(demo_sheets(self.story)[letter], reference)
        is_chinese = sheet.header.currency == "CNY"
        content = quote_workbook(
            replace(BRIEF, reference=reference),
            Language.CHINESE if is_chinese else Language.ENGLISH,
            sheet,
        )
        return QuoteFile(name=file_name(sheet), content=content)

    def _moved(self, sheet: QuoteSheet, reference: str) -> QuoteSheet:
        header, moved = sheet.header, timedelta(days=self.days)
        own = header.reference.replace(_number(TENDER), _number(reference))
        return replace(
            sheet,
            header=replace(
                header,
                tender=reference,
                reference=own,
                quoted_on=header.quoted_on + moved,
                valid_until=header.valid_until + moved,
            ),
        )


def telling(now: datetime) -> Telling:
    """Read the story and move its day to the day of ``now``."""
    more = _read("demonstration.json")
    zone = ZoneInfo(more["zone"])
    return Telling(
        story=_read("story.json"),
        more=more,
        zone=zone,
        days=(now.astimezone(zone).date() - DAY).days,
    )


def _read(name: str) -> Mapping[str, Any]:
    content: dict[str, Any] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return content


def _number(reference: str) -> str:
    return reference.removeprefix("EV-")
