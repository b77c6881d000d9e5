"""What the report says: snapshot and language → every word and number of the PDF."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, cast

from django.utils.translation import gettext as _, override

from procurement.canonical import digest
from scoring.reports import wording
from scoring.reports.blocks import Figure, Section
from scoring.reports.formats import (
    HTML_LANGUAGES,
    Formats,
    printable_document,
    utc_stamp,
)
from scoring.reports.sections.comparison import comparison
from scoring.reports.sections.corrections import approval, corrections
from scoring.reports.sections.cost import cost
from scoring.reports.sections.cover import Cover, cover, invented_note, version_line
from scoring.reports.sections.evidence import evidence
from scoring.reports.sections.method import method
from scoring.reports.sections.robustness import robustness
from scoring.reports.sections.scores import scores
from scoring.reports.sections.summary import summary
from scoring.reports.source import Source
from scoring.reports.validation import validate_snapshot

if TYPE_CHECKING:
    from scoring.reports.schema import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportContent:
    """The whole document in one language, ready to be laid out.

    ``running_head`` and ``running_foot`` stand on every page, as do the notice of
    invented figures and the watermark where they are not empty.
    """

    language: str
    html_language: str
    title: str
    digest: str
    made_at: str
    running_head: str
    running_foot: str
    invented_note: str
    watermark: str
    cover: Cover
    sections: tuple[Section, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Return the figures in the order of the pages."""
        return tuple(
            block
            for section in self.sections
            for block in section.blocks
            if isinstance(block, Figure)
        )


def report_content(snapshot: dict[str, object], language: str) -> ReportContent:
    """Write the report of a snapshot in a language.

    Raises:
        SnapshotInvalidError: the document is no snapshot, or its figures disagree.
    """
    valid = validate_snapshot(snapshot)
    source = Source(
        snapshot=cast("Snapshot", printable_document(valid)),
        digest=digest(snapshot),
        formats=Formats(language=language, time_zone=valid["evaluation"]["time_zone"]),
    )
    with override(language):
        return _content(source, language)


def _content(source: Source, language: str) -> ReportContent:
    snapshot = source.snapshot
    evaluation = snapshot["evaluation"]
    named = {
        "reference": evaluation["reference"],
        "version": snapshot["version"],
    }
    version = version_line(source)
    return ReportContent(
        language=language,
        html_language=HTML_LANGUAGES[language],
        title=_("Evaluation report %(reference)s, version %(version)d") % named,
        digest=source.digest,
        made_at=utc_stamp(datetime.fromisoformat(snapshot["frozen_at"])),
        running_head=f"{evaluation['reference']} · {source.text(evaluation['title'])}",
        running_foot=f"{version} · SHA-256 {source.digest}",
        invented_note=invented_note(source),
        watermark=_("DRAFT") if snapshot["state"] == "draft" else "",
        cover=cover(source),
        sections=_sections(source),
    )


def _sections(source: Source) -> tuple[Section, ...]:
    bids = wording.bids(len(source.candidates))
    chapters = [
        comparison(source, _("2 Comparison of %(bids)s") % {"bids": bids}),
        scores(source, _("3 Score matrix")),
        cost(source, _("4 Total cost of ownership")),
        evidence(source, _("5 Evidence")),
        method(source, _("6 Method")),
        robustness(source, _("7 How firm the result is")),
        corrections(source, _("8 Corrections and audit")),
        approval(source, _("9 Approval")),
    ]
    return (summary(source, _("1 Executive summary"), chapters), *chapters)
