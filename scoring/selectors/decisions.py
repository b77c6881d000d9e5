"""The frozen versions of an evaluation as the report page shows them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet

from catalog.models import Tender
from procurement.accounts.models import User
from procurement.languages import CHINESE, reader_language
from procurement.outbox.models import Job
from scoring.models import Approval, Decision, Evaluation, Report

LANGUAGES = (("en", "PDF en"), ("zh-hans", "PDF 中文"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFile:
    """The PDF of a version in one language: not asked for, under way, ready, failed."""

    language: str
    label: str
    report: Report | None

    @property
    def job(self) -> Job | None:
        """The job that draws it, if it was asked for."""
        return self.report.job if self.report else None

    @property
    def is_ready(self) -> bool:
        """Whether it can be downloaded."""
        return bool(self.report and self.report.finished_at)

    @property
    def is_running(self) -> bool:
        """Whether a worker draws it, or will."""
        job = self.job
        return bool(
            job
            and not self.is_ready
            and job.state in {Job.State.WAITING, Job.State.RUNNING}
        )

    @property
    def has_failed(self) -> bool:
        """Whether every attempt failed."""
        return bool(
            self.job and not self.is_ready and self.job.state == Job.State.FAILED
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A frozen version with what its snapshot says in short, files and approvals."""

    decision: Decision
    snapshot: dict[str, Any]
    files: tuple[ReportFile, ...]
    approvals: tuple[Approval, ...]

    @property
    def short_hash(self) -> str:
        """The first and last digits of the hash."""
        return shortened(self.decision.sha256)

    @property
    def first(self) -> str:
        """Who is first, by name."""
        rows = self.snapshot["ranking"]["rows"]
        return self.name_of(rows[0]["candidate"]) if rows else ""

    @property
    def lead(self) -> Decimal | None:
        """By how many points the first leads."""
        lead = self.snapshot["ranking"]["lead"]
        return None if lead is None else Decimal(lead)

    @property
    def bids(self) -> int:
        """How many candidates were ranked."""
        return len(self.snapshot["ranking"]["rows"])

    @property
    def corrections(self) -> list[dict[str, Any]]:
        """The corrections that it prints, newest first."""
        rows: list[dict[str, Any]] = list(reversed(self.snapshot["corrections"]))
        return [
            row
            | {"at": datetime.fromisoformat(row["at"])}
            | {name: said(row[name]) for name in ("field", "before", "after", "reason")}
            for row in rows
        ]

    @property
    def recommendation(self) -> str:
        """The name of whom it recommends."""
        key = self.snapshot["recommendation"]["candidate"]
        return self.name_of(key) if key else ""

    @property
    def recommended_quote(self) -> dict[str, Any] | None:
        """The quote of whom it recommends."""
        key = self.snapshot["recommendation"]["candidate"]
        quotes = {quote["candidate"]: quote for quote in self.snapshot["quotes"]}
        quote: dict[str, Any] | None = quotes.get(key)
        if quote is None or quote["valid_until"] is None:
            return quote
        return quote | {"valid_until": date.fromisoformat(quote["valid_until"])}

    def name_of(self, key: str) -> str:
        """The name of a candidate of the snapshot."""
        names = {each["key"]: each["name"] for each in self.snapshot["candidates"]}
        return said(names[key])


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedVersion:
    """A frozen version as the list over all evaluations shows it."""

    decision: Decision
    files: tuple[ReportFile, ...]

    @property
    def short_hash(self) -> str:
        """The first and last digits of the hash."""
        return shortened(self.decision.sha256)

    @property
    def tender(self) -> Tender:
        """The evaluation that people know."""
        return self.decision.evaluation.tender


def shortened(sha256: str) -> str:
    """The first and last digits of a hash."""
    return f"{sha256[:8]}…{sha256[-4:]}"


def said(text: dict[str, str]) -> str:
    """A text of a snapshot in the reader's language."""
    return text["zh" if reader_language() == CHINESE else "en"]


def readable_decisions(user: User) -> QuerySet[Decision]:
    """Every frozen version that the person may read, newest first, without content."""
    return (
        Decision.objects.visible_to(user)
        .select_related("evaluation__tender", "prepared_by")
        .prefetch_related("reports__job")
        .defer("snapshot", "note")
        .order_by("-frozen_at", "-id")
    )


def listed_version(decision: Decision) -> ListedVersion:
    """One version of the list with its files."""
    return ListedVersion(decision=decision, files=_files(decision.reports.all()))


def versions_of(evaluation: Evaluation, user: User) -> list[Version]:
    """The versions that the person may read, newest first; constant queries."""
    rows = (
        Decision.objects.visible_to(user)
        .filter(evaluation=evaluation)
        .select_related("prepared_by", "published_by", "first_place")
        .prefetch_related("reports__job", "approvals__approver")
        .order_by("-number")
    )
    return [version_of(row) for row in rows]


def version_of(decision: Decision) -> Version:
    """One version with its files and approvals."""
    return Version(
        decision=decision,
        snapshot=json.loads(decision.snapshot),
        files=_files(decision.reports.all()),
        approvals=tuple(decision.approvals.all()),
    )


def _files(reports: Iterable[Report]) -> tuple[ReportFile, ...]:
    by_language = {report.language: report for report in reports}
    return tuple(
        ReportFile(language=code, label=label, report=by_language.get(code))
        for code, label in LANGUAGES
    )
