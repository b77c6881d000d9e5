"""Chapters 8 and 9: what was changed and decided, the audit head, the signatures."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _, pgettext

from scoring.reports import wording
from scoring.reports.blocks import (
    Block,
    Cell,
    Facts,
    Heading,
    Paragraph,
    Row,
    Section,
    Signatures,
    Table,
    capped,
)
from scoring.reports.formats import UNDEFINED
from scoring.reports.schema import (
    AuditEntry,
    Consensus,
    Correction,
    Justification,
    OpenedQuote,
    Opening,
)
from scoring.reports.source import Source

SMALL_PANEL: Final = 5


def corrections(source: Source, title: str) -> Section:
    """Write the corrections, the moderation and the audit head."""
    blocks: list[Block] = [Heading(text=_("Corrections")), *_corrections(source)]
    blocks += _justifications(source)
    blocks += _moderation(source)
    blocks += _audit(source)
    return Section(anchor="s8", title=title, blocks=tuple(blocks))


def approval(source: Source, title: str) -> Section:
    """Write whose approval is asked for, against which hash."""
    snapshot = source.snapshot
    blocks: list[Block] = []
    if snapshot["state"] == "draft":
        blocks.append(
            Paragraph(text=_("This version is a draft and cannot be approved."))
        )
    else:
        sentences = [
            _("Approvals needed: %(count)d, none by the preparer.")
            % {"count": snapshot["approvals_required"]},
            _(
                "Approvals are recorded against this hash; see the approval "
                "certificate."
            ),
        ]
        blocks.append(Paragraph(text=wording.joined(sentences)))
    blocks.append(Paragraph(text=f"SHA-256 {source.digest}"))
    if snapshot["state"] == "final":
        titles = tuple(
            _("Approver %(number)d") % {"number": number + 1}
            for number in range(snapshot["approvals_required"])
        )
        blocks.append(
            Signatures(
                titles=titles,
                name_label=_("Name and function"),
                date_label=_("Date, signature"),
            )
        )
    styles = "flow whole"
    return Section(anchor="s9", title=title, blocks=tuple(blocks), styles=styles)


def _corrections(source: Source) -> list[Block]:
    rows = [_correction_row(source, each) for each in source.snapshot["corrections"]]
    if not rows:
        return [Paragraph(text=_("Nothing was corrected."))]
    head = (
        Cell(text=_("When"), is_heading=True),
        Cell(text=_("Field"), is_heading=True),
        Cell(text=_("Before"), is_heading=True),
        Cell(text=_("After"), is_heading=True),
        Cell(text=_("Kind"), is_heading=True),
        Cell(text=_("Reason"), is_heading=True),
        Cell(text=_("Who"), is_heading=True),
        Cell(text=_("Since version"), styles="n", is_heading=True),
    )
    drawn, omitted = capped(rows)
    return [Table(head=head, rows=drawn, omitted=omitted)]


def _correction_row(source: Source, correction: Correction) -> Row:
    return Row(
        cells=(
            Cell(text=source.formats.instant(correction["at"])),
            Cell(text=source.text(correction["field"]), is_heading=True),
            Cell(text=source.text(correction["before"])),
            Cell(text=source.text(correction["after"])),
            Cell(text=wording.correction_kind(correction["kind"])),
            Cell(text=source.text(correction["reason"])),
            Cell(text=wording.people(correction["by"])),
            Cell(text=str(correction["since_version"]), styles="n"),
        )
    )


def _justifications(source: Source) -> list[Block]:
    """The questions about low prices, each with its answer and its decision."""
    asked = source.snapshot["justifications"]
    if not asked:
        return []
    names = {each["key"]: each["name"] for each in source.snapshot["candidates"]}
    blocks: list[Block] = [Heading(text=_("Justification of low prices"))]
    for each in asked:
        name = source.text(names[each["candidate"]])
        pairs = tuple(_justification_pairs(source, each, name))
        blocks.append(Facts(pairs=pairs))
    return blocks


def _justification_pairs(
    source: Source, asked: Justification, name: str
) -> Iterator[tuple[str, str]]:
    words, at = source.text, source.formats.instant
    yield _("Candidate"), name
    yield _("Asked"), wording.signed(at(asked["asked_at"]), asked["asked_by"])
    yield _("Question"), words(asked["question"])
    yield _("Answer due"), at(asked["due_at"])
    if asked["received_at"] is None:
        yield _("Answer"), _("none came")
    else:
        came = wording.signed(at(asked["received_at"]), asked["answered_by"])
        yield _("Received"), came
        yield _("Answer"), words(asked["answer"])
    yield _("Decision"), wording.justified(asked["verdict"])
    if asked["decided_at"] is not None:
        yield _("Reason"), words(asked["reason"])
        decided = wording.signed(at(asked["decided_at"]), asked["decided_by"])
        yield _("Decided"), decided


def _moderation(source: Source) -> list[Block]:
    rows = [_moderation_row(source, each) for each in source.snapshot["consensus"]]
    if not rows:
        return []
    head = (
        Cell(text=_("Criterion, candidate"), is_heading=True),
        Cell(text=_("Scores"), styles="c", is_heading=True),
        Cell(text=_("Spread"), styles="n", is_heading=True),
        Cell(text=_("Outcome"), is_heading=True),
    )
    drawn, omitted = capped(rows)
    return [
        Heading(text=_("Moderation")),
        Table(head=head, rows=drawn, omitted=omitted),
    ]


def _moderation_row(source: Source, consensus: Consensus) -> Row:
    criterion = source.criteria[consensus["criterion"]]
    named = f"{criterion['code']} {source.text(criterion['name'])}"
    given = {
        cell["evaluator"]: cell["score"]
        for cell in source.snapshot["cells"]
        if cell["criterion"] == consensus["criterion"]
        and cell["candidate"] == consensus["candidate"]
    }
    original = [
        _original(source, each["label"], given.get(each["label"]))
        for each in source.snapshot["evaluators"]
    ]
    outcome = wording.moderation_outcome(consensus["outcome"])
    if consensus["value"] is not None:
        value = source.formats.number(consensus["value"])
        outcome = _("%(outcome)s: %(value)s") % {"outcome": outcome, "value": value}
    return Row(
        cells=(
            Cell(
                text=wording.listed([named, source.name(consensus["candidate"])]),
                is_heading=True,
            ),
            Cell(
                text="\u2002".join(original) or UNDEFINED,
                styles=_scores_style(original),
            ),
            Cell(text=source.formats.percent(consensus["spread"]), styles="n"),
            Cell(text=wording.clauses([outcome, source.text(consensus["reason"])])),
        )
    )


def _scores_style(original: Sequence[str]) -> str:
    """Keep the scores of a small panel on one line."""
    return "c nowrap" if len(original) <= SMALL_PANEL else "c"


def _original(source: Source, label: str, score: str | None) -> str:
    """Show who scored what, under the label that a person keeps all through."""
    shown = UNDEFINED if score is None else source.formats.number(score)
    return f"{label}\u00a0{shown}"


def _audit(source: Source) -> list[Block]:
    head = source.snapshot["audit"]
    pairs = (
        (_("Chain"), head["chain"]),
        (_("Entry"), source.formats.number(str(head["sequence"]))),
        (_("Hash"), head["hash"]),
    )
    blocks: list[Block] = [
        Heading(text=_("Audit head before the freeze")),
        Facts(pairs=pairs),
    ]
    blocks += [block for each in head["openings"] for block in _opening(source, each)]
    if head["extract"]:
        columns = (_("When"), _("Who"), pgettext("audit", "What"))
        drawn, omitted = capped(_audit_row(source, each) for each in head["extract"])
        blocks += [
            Heading(text=_("Audit extract")),
            Table(
                head=tuple(Cell(text=text, is_heading=True) for text in columns),
                rows=drawn,
                omitted=omitted,
            ),
        ]
    return blocks


def _opening(source: Source, opening: Opening) -> list[Block]:
    words = {
        "quotes": _("Quotes opened on %(at)s by %(people)s."),
        "prices": _("Sealed prices opened on %(at)s by %(people)s."),
    }
    told = words[opening["kind"]] % {
        "at": source.formats.instant(opening["at"]),
        "people": wording.people(opening["by"]),
    }
    columns = (_("Quote"), _("Received"), "SHA-256")
    drawn, omitted = capped(_opened_row(source, each) for each in opening["quotes"])
    return [
        Heading(text=_("Opening record")),
        Paragraph(text=told),
        Table(
            head=tuple(Cell(text=text, is_heading=True) for text in columns),
            rows=drawn,
            omitted=omitted,
        ),
    ]


def _opened_row(source: Source, quote: OpenedQuote) -> Row:
    numbers = {"round": quote["round"], "version": quote["version"]}
    which = _("round %(round)s, version %(version)s") % numbers
    return Row(
        cells=(
            Cell(text=f"{quote['vendor']} ({which})"),
            Cell(text=source.formats.instant(quote["received_at"]), styles="nowrap"),
            Cell(text=quote["sha256"]),
        )
    )


def _audit_row(source: Source, entry: AuditEntry) -> Row:
    return Row(
        cells=(
            Cell(text=source.formats.instant(entry["at"]), styles="nowrap"),
            Cell(text=wording.people(entry["by"]), styles="nowrap"),
            Cell(text=source.text(entry["text"])),
        )
    )
