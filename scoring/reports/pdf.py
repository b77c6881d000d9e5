"""Snapshot and language → PDF bytes, always the same for the same snapshot."""

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from scoring.reports.blocks import Figure
from scoring.reports.child_process import Progress, draw_in_child
from scoring.reports.confinement import Limits
from scoring.reports.content import ReportContent, report_content
from scoring.reports.failures import FailureReason, ReportFailedError
from scoring.reports.validation import SnapshotInvalidError

TEMPLATE: Final = "scoring/reports/pdf.html"
STYLESHEET: Final = Path(__file__).resolve().parents[2] / "static" / "css" / "print.css"


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPdf:
    """A PDF, its number of pages and the SHA-256 of its bytes."""

    data: bytes
    pages: int
    sha256: str


def render_pdf(
    snapshot: dict[str, object],
    language: str,
    *,
    progress: Progress | None = None,
    limits: Limits | None = None,
) -> RenderedPdf:
    """Draw the report of a frozen snapshot in English or Chinese.

    Args:
        snapshot: a document of ``scoring.reports.schema.Snapshot``.
        language: "en" or "zh-hans".
        progress: is told the percent done and the stage: "content", "charts",
            "pages", "fonts", "done".
        limits: of the rendering process, those of the settings when none are given.

    Raises:
        ReportFailedError: the snapshot is invalid or a limit was reached.
    """
    report = progress or _silently
    report(5, "content")
    try:
        content = report_content(snapshot, language)
    except SnapshotInvalidError as error:
        raise ReportFailedError(FailureReason.INVALID_SNAPSHOT, str(error)) from error
    rendered = draw_pdf(drawing_request(content), limits=limits, progress=report)
    report(100, "done")
    return rendered


def drawing_request(content: ReportContent) -> dict[str, object]:
    """Return what the rendering process needs: HTML, style and figures."""
    with override(content.language):
        html = render_to_string(TEMPLATE, {"report": content})
    return {
        "html": html,
        "css": stylesheet(),
        "figures": [_figure_data(each) for each in content.figures],
        "identifier": f"{content.digest}-{content.language}",
        "needs_cjk": content.language == "zh-hans",
    }


def stylesheet() -> str:
    """Return the style of printed pages."""
    return STYLESHEET.read_text(encoding="utf-8")


def configured_limits() -> Limits:
    """Return the limits that the settings give a rendering process."""
    return Limits(
        memory_bytes=settings.REPORT_MEMORY_MEBIBYTES * 2**20,
        cpu_seconds=settings.REPORT_SECONDS,
        wall_seconds=float(settings.REPORT_SECONDS),
    )


def draw_pdf(
    request: dict[str, object],
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> RenderedPdf:
    """Draw a request in the rendering process."""
    drawn = draw_in_child(
        request, limits=limits or configured_limits(), progress=progress or _silently
    )
    digest = hashlib.sha256(drawn.pdf).hexdigest()
    return RenderedPdf(data=drawn.pdf, pages=drawn.pages, sha256=digest)


def _figure_data(figure: Figure) -> dict[str, object]:
    wanted = ("key", "unit", "bars", "series", "labels", "totals")
    whole = asdict(figure)
    return {name: whole[name] for name in wanted}


def _silently(_percent: int, _stage: str) -> None:
    return
