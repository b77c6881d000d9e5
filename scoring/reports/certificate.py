"""The approval certificate: who approved which hash, as a PDF of its own.

The report never changes, so approvals stand here. Equal input gives equal bytes.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.template.loader import render_to_string
from django.utils.translation import gettext as _, override

from scoring.reports import wording
from scoring.reports.blocks import (
    Block,
    Box,
    Cell,
    Facts,
    Heading,
    Paragraph,
    Row,
    Table,
    capped,
)
from scoring.reports.confinement import Limits
from scoring.reports.formats import HTML_LANGUAGES, Formats, printable, utc_stamp
from scoring.reports.pdf import RenderedPdf, draw_pdf, stylesheet
from scoring.reports.schema import Text

TEMPLATE: Final = "scoring/reports/certificate.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """One person's verdict on the hash, as it was recorded.

    ``person`` tells people of one name apart; it is not printed.
    """

    person: str
    name: str
    function: str
    verdict: str
    note: str
    decided_at: datetime
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovedVersion:
    """The version that the approvals are about; ``preparer`` is not printed."""

    reference: str
    title: Text
    number: int
    sha256: str
    preparer: str
    prepared_by: str
    frozen_at: datetime
    time_zone: str
    approvals_required: int
    is_invented: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateContent:
    """The certificate in one language, ready to be laid out."""

    html_language: str
    title: str
    subtitle: str
    made_at: str
    running_head: str
    running_foot: str
    invented_note: str
    watermark: str
    blocks: tuple[Block, ...]


def render_certificate(
    version: ApprovedVersion,
    approvals: tuple[Approval, ...],
    language: str,
    *,
    limits: Limits | None = None,
) -> RenderedPdf:
    """Draw the certificate of a version with the approvals recorded so far.

    Raises:
        ReportFailedError: a limit was reached.
    """
    with override(language):
        content = certificate_content(version, approvals, language)
        html = render_to_string(TEMPLATE, {"report": content})
    request = {
        "html": html,
        "css": stylesheet(),
        "figures": [],
        "identifier": f"{version.sha256}-certificate-{len(approvals)}-{language}",
        "needs_cjk": language == "zh-hans",
    }
    return draw_pdf(request, limits=limits)


def certificate_content(
    version: ApprovedVersion, approvals: tuple[Approval, ...], language: str
) -> CertificateContent:
    """Write the certificate in the language in force."""
    formats = Formats(language=language, time_zone=version.time_zone)
    title = printable(formats.text(version.title))
    named = {"reference": version.reference, "version": version.number}
    made_at = max((each.decided_at for each in approvals), default=version.frozen_at)
    return CertificateContent(
        html_language=HTML_LANGUAGES[language],
        title=_("Approval certificate %(reference)s, version %(version)d") % named,
        subtitle=title,
        made_at=utc_stamp(made_at),
        running_head=f"{version.reference} · {title}",
        running_foot=f"SHA-256 {version.sha256}",
        invented_note=wording.invented_note() if version.is_invented else "",
        watermark="",
        blocks=(
            _state(version, approvals),
            Facts(pairs=_facts(version, formats)),
            Heading(text=_("Approvals")),
            _approvals(approvals, formats),
            Paragraph(
                text=_(
                    "Each approval holds for this hash only. The report that it names "
                    "is not changed by approvals."
                ),
                styles="sm muted",
            ),
        ),
    )


def _state(version: ApprovedVersion, approvals: tuple[Approval, ...]) -> Box:
    """Count the approvals of exactly this hash by people who did not prepare it."""
    approvers = {
        each.person
        for each in approvals
        if each.verdict == "approved" and each.sha256 == version.sha256
    } - {version.preparer}
    values = {"given": len(approvers), "required": version.approvals_required}
    is_returned = any(each.verdict == "returned" for each in approvals)
    if is_returned:
        title = _("Sent back")
    elif len(approvers) >= version.approvals_required:
        title = _("Approved")
    else:
        title = _("Approvals are missing")
    words = _("%(given)d of %(required)d approvals are given.") % values
    return Box(title=title, sentences=(words,), styles="red" if is_returned else "")


def _facts(version: ApprovedVersion, formats: Formats) -> tuple[tuple[str, str], ...]:
    return (
        (_("Evaluation"), version.reference),
        (_("Version"), str(version.number)),
        (_("Prepared by"), printable(version.prepared_by)),
        (_("Frozen"), formats.zoned_instant(version.frozen_at.isoformat())),
        ("SHA-256", version.sha256),
    )


def _approvals(approvals: tuple[Approval, ...], formats: Formats) -> Block:
    if not approvals:
        return Paragraph(text=_("Nobody has decided yet."))
    columns = (_("Name"), _("Function"), _("Verdict"), _("When"), _("Note"), "SHA-256")
    drawn, omitted = capped(_approval_row(each, formats) for each in approvals)
    return Table(
        head=tuple(Cell(text=text, is_heading=True) for text in columns),
        rows=drawn,
        omitted=omitted,
    )


def _approval_row(approval: Approval, formats: Formats) -> Row:
    return Row(
        cells=(
            Cell(text=printable(approval.name), is_heading=True),
            Cell(text=printable(approval.function)),
            Cell(text=wording.verdict(approval.verdict)),
            Cell(text=formats.zoned_instant(approval.decided_at.isoformat())),
            Cell(text=printable(approval.note)),
            Cell(text=wording.shortened_hash(approval.sha256), styles="nowrap"),
        )
    )
