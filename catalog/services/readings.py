"""Read an upload in the worker: unpack, parse, write all rows or none."""

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import BinaryIO, cast

from django.conf import settings
from django.db import transaction

from catalog.benchmarks.archive import unpack
from catalog.benchmarks.messages import gettext_noop
from catalog.benchmarks.options import ReadOptions
from catalog.benchmarks.refusals import ArchiveError, Limits
from catalog.benchmarks.registry import Reading, read_entries
from catalog.benchmarks.result import RunSetResult, TelemetryResult
from catalog.benchmarks.sources import Entry
from catalog.models import BenchmarkUpload, RunSet, Telemetry
from procurement.accounts.models import Console
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.money import round_decimal
from procurement.outbox.running import Claim

SCORE_PLACES = 15
LARGEST_SCORE = Decimal(10) ** 12
FORGOTTEN_SECONDS = 86_400
UNPACKING = gettext_noop("Unpacking the archive")
READING = gettext_noop("Reading the files")
STORING = gettext_noop("Storing the results")


class UnreadableUploadError(RuleBrokenError):
    """Says why an upload gave nothing; by ``details`` in any language."""

    def __init__(self, rule: str, message: str, **values: str | int) -> None:
        super().__init__(message, rule)
        self.details = {"rule": rule, "values": values}


def read_upload(claim: Claim) -> None:
    """Read the upload that a job names: once, all or nothing; the file stays."""
    uploads = BenchmarkUpload.objects.select_related("sku", "tender")
    upload = uploads.get(uuid=claim.job.arguments["upload"])
    with _private_folder(claim) as folder:
        claim.progress(5, UNPACKING)
        entries = _unpacked(upload, folder)
        claim.progress(35, READING)
        reading = read_entries(entries, _options(upload))
    if not reading.results:
        found = reading.findings[0]
        raise UnreadableUploadError(found.rule, found.text, **dict(found.values))
    claim.progress(85, STORING)
    _store(upload, reading, claim)


def _unpacked(upload: BenchmarkUpload, folder: Path) -> tuple[Entry, ...]:
    limits = Limits(unpacked_bytes=settings.UPLOAD_MAX_UNPACKED_BYTES)
    try:
        with upload.file.open("rb") as packed:
            return unpack(cast("BinaryIO", packed), folder, limits)
    except ArchiveError as error:
        raise UnreadableUploadError(error.rule, str(error), **error.values) from error


def _options(upload: BenchmarkUpload) -> ReadOptions:
    names = (name.strip() for name in upload.columns.split(","))
    return ReadOptions(
        columns=tuple(name for name in names if name),
        now_ms=time.time_ns() // 1_000_000,
    )


def _store(upload: BenchmarkUpload, reading: Reading, claim: Claim) -> None:
    """Write the rows in one transaction with the end of the job."""
    run_sets = [
        _run_set(upload, place, found) for place, found in enumerate(reading.run_sets)
    ]
    telemetry = [
        _telemetry(upload, place, found)
        for place, found in enumerate(reading.telemetry)
    ]
    counts = {"run_sets": len(run_sets), "telemetry": len(telemetry)}
    with transaction.atomic():
        RunSet.objects.bulk_create(run_sets)
        Telemetry.objects.bulk_create(telemetry)
        record(
            by=Console(),
            action="benchmark_read",
            subject=upload,
            details={"sha256": upload.sha256, **counts},
            tender=upload.tender.uuid if upload.tender else None,
        )
        findings = [found.to_record() for found in reading.findings]
        claim.complete(**counts, findings=findings)


def _run_set(upload: BenchmarkUpload, place: int, found: RunSetResult) -> RunSet:
    return RunSet(
        upload=upload,
        sku=upload.sku,
        position=place,
        provenance=upload.provenance,
        path=found.path[:500],
        suite=found.suite[:60],
        ruleset=(found.ruleset or "")[:40],
        benchmark=(found.benchmark or "")[:80],
        submitter=(found.submitter or "")[:200],
        system=(found.system or "")[:200],
        runs_required=found.runs_required,
        runs_found=len(found.runs),
        score_minutes=_score(found),
        is_official=found.official,
        reason=found.reason or "",
        result=found.to_record(),
    )


def _score(found: RunSetResult) -> Decimal | None:
    """The score as a decimal; a figure no clock can give is refused, never cut."""
    if found.score_minutes is None:
        return None
    score = Decimal(repr(found.score_minutes))
    if not 0 <= score < LARGEST_SCORE:
        rule = "set/score-impossible"
        message = f"The score of {found.path} is no possible time."
        raise UnreadableUploadError(rule, message)
    return round_decimal(score, SCORE_PLACES)


def _telemetry(
    upload: BenchmarkUpload, place: int, found: TelemetryResult
) -> Telemetry:
    return Telemetry(
        upload=upload,
        position=place,
        path=found.path[:500],
        format=found.format[:40],
        rows=found.rows,
        result=found.to_record(),
    )


@contextmanager
def _private_folder(claim: Claim) -> Iterator[Path]:
    """A folder of this attempt; what a killed attempt left behind is removed first."""
    place = settings.VAR_DIR / "unpacked"
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    _sweep(list(place.iterdir()), str(claim.job.uuid))
    with tempfile.TemporaryDirectory(
        prefix=f"{claim.job.uuid}-", dir=place, ignore_cleanup_errors=True
    ) as folder:
        yield Path(folder)


def _sweep(folders: Sequence[Path], own: str) -> None:
    oldest = time.time() - FORGOTTEN_SECONDS
    for folder in folders:
        if folder.name.startswith(own) or _changed(folder) < oldest:
            shutil.rmtree(folder, ignore_errors=True)


def _changed(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return float("inf")
