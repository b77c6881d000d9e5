"""Chapter 5: what was measured, by whom, and what was found in the files."""

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from scoring.reports import wording
from scoring.reports.blocks import (
    Block,
    Cell,
    Heading,
    Paragraph,
    Row,
    Section,
    Table,
    capped,
    in_groups,
)
from scoring.reports.formats import UNDEFINED
from scoring.reports.schema import Candidate, Evidence, Finding, RunSet
from scoring.reports.source import Source


def evidence(source: Source, title: str) -> Section:
    """Write the evidence chapter."""
    blocks: list[Block] = []
    if not source.snapshot["evidence"]:
        blocks.append(Paragraph(text=_("No evidence is attached.")))
    else:
        blocks += [_measurements(source, group) for group in in_groups(source.counting)]
        blocks += [Heading(text=_("Sources")), _sources(source)]
    blocks += _run_sets(source)
    return Section(anchor="s5", title=title, blocks=tuple(blocks))


def _measurements(source: Source, group: Sequence[Candidate]) -> Table:
    shown: dict[str, list[Evidence]] = {}
    for each in source.snapshot["evidence"]:
        shown.setdefault(each["metric"], []).append(each)
    head = [
        Cell(text=_("Measurement"), is_heading=True),
        *source.column_heads(group, "n"),
        Cell(text=_("Provenance"), is_heading=True),
    ]
    rows = []
    for items in shown.values():
        first = items[0]
        name = wording.with_unit(source.text(first["name"]), source.text(first["unit"]))
        by_candidate = {each["candidate"]: each for each in items}
        cells = [Cell(text=name, is_heading=True)]
        cells += [_value(source, by_candidate.get(each["key"])) for each in group]
        kinds = dict.fromkeys(
            wording.provenance(each["provenance"])
            for each in items
            if each["candidate"] in {candidate["key"] for candidate in group}
        )
        cells.append(Cell(text=wording.listed(kinds)))
        rows.append(Row(cells=tuple(cells)))
    drawn, omitted = capped(rows)
    return Table(
        head=tuple(head),
        rows=drawn,
        styles="mx",
        notes=_footnotes(source),
        omitted=omitted,
    )


def _value(source: Source, evidence: Evidence | None) -> Cell:
    if evidence is None:
        return Cell(text=UNDEFINED, note=_("not measured"), styles="n")
    if evidence["verdict"] is not None:
        return Cell(text=source.text(evidence["verdict"]), styles="n")
    return source.number(evidence["value"], None, evidence["reason"])


def _footnotes(source: Source) -> tuple[str, ...]:
    """Print what MLCommons asks of every result that it has not verified."""
    unverified = any(
        each["run_set"] is not None
        and each["run_set"]["suite"].casefold().startswith("mlperf")
        and each["provenance"] != "verified"
        for each in source.snapshot["evidence"]
    )
    if not unverified:
        return ()
    return (
        _("Result not verified by MLCommons Association."),
        _("Performance per watt is not given without an MLPerf power measurement."),
    )


def _sources(source: Source) -> Table:
    head = tuple(
        Cell(text=text, is_heading=True)
        for text in (
            _("Candidate"),
            _("Measurement"),
            _("Source"),
            _("Date"),
            "SHA-256",
        )
    )
    files: dict[tuple[str, str, str | None, str | None], list[str]] = {}
    for each in source.snapshot["evidence"]:
        file = (each["candidate"], each["source"], each["dated_on"], each["sha256"])
        files.setdefault(file, []).append(source.text(each["name"]))
    drawn, omitted = capped(
        _source_row(source, file, names) for file, names in files.items()
    )
    return Table(head=head, rows=drawn, omitted=omitted)


def _source_row(
    source: Source, file: tuple[str, str, str | None, str | None], names: list[str]
) -> Row:
    candidate, origin, dated, digest = file
    return Row(
        cells=(
            Cell(text=source.name(candidate), is_heading=True),
            Cell(text=wording.listed(dict.fromkeys(names))),
            Cell(text=origin),
            Cell(
                text=source.formats.day(dated) if dated else UNDEFINED, styles="nowrap"
            ),
            Cell(
                text=wording.shortened_hash(digest) if digest else UNDEFINED,
                styles="nowrap",
            ),
        )
    )


def _run_sets(source: Source) -> list[Block]:
    sets = [
        (each["candidate"], each["run_set"])
        for each in source.snapshot["evidence"]
        if each["run_set"] is not None
    ]
    if not sets:
        return []
    head = (
        Cell(text=_("Run set"), is_heading=True),
        Cell(text=_("Candidate"), is_heading=True),
        Cell(text=_("Benchmark"), is_heading=True),
        Cell(text=_("Runs"), styles="n", is_heading=True),
        Cell(text=_("Score, minutes"), styles="n", is_heading=True),
        Cell(text=_("Dropped runs"), is_heading=True),
        Cell(text=_("Findings"), styles="n", is_heading=True),
    )
    drawn, omitted = capped(
        _run_set_row(source, candidate, run_set) for candidate, run_set in sets
    )
    blocks: list[Block] = [
        Heading(text=_("Benchmark runs")),
        Table(head=head, rows=drawn, omitted=omitted),
    ]
    return blocks + _findings(source, [run_set for _key, run_set in sets])


def _run_set_row(source: Source, candidate: str, run_set: RunSet) -> Row:
    runs = _("%(found)d of %(required)d") % {
        "found": run_set["runs_found"],
        "required": run_set["runs_required"],
    }
    score = source.number(run_set["score"], 3, run_set["reason"])
    if run_set["score"] is not None and not run_set["is_official"]:
        note = source.text(run_set["reason"]) or _("not an official score")
        score = Cell(text=score.text, note=note, styles="n")
    suite = wording.listed([run_set["suite"], run_set["benchmark"], run_set["ruleset"]])
    return Row(
        cells=(
            Cell(text=run_set["reference"], is_heading=True),
            Cell(text=source.name(candidate)),
            Cell(text=suite),
            Cell(text=runs, styles="n"),
            score,
            Cell(text=wording.listed(run_set["dropped"]) or _("none")),
            Cell(text=str(run_set["findings_found"]), styles="n"),
        )
    )


def _findings(source: Source, run_sets: Sequence[RunSet]) -> list[Block]:
    rows = [
        _finding_row(source, run_set, finding)
        for run_set in run_sets
        for finding in run_set["findings"]
    ]
    if not rows:
        return []
    head = tuple(
        Cell(text=text, is_heading=True)
        for text in (_("Run set"), _("File and line"), _("Rule"), _("Finding"))
    )
    drawn, _omitted = capped(rows)
    found = sum(run_set["findings_found"] for run_set in run_sets)
    blocks: list[Block] = [
        Heading(text=_("Findings in the files")),
        Table(head=head, rows=drawn),
    ]
    return blocks + _unlisted(found - len(drawn))


def _unlisted(count: int) -> list[Block]:
    if not count:
        return []
    text = ngettext(
        "%(count)d more finding stands on the page of its run set.",
        "%(count)d more findings stand on the pages of the run sets.",
        count,
    )
    return [Paragraph(text=text % {"count": count})]


def _finding_row(source: Source, run_set: RunSet, finding: Finding) -> Row:
    where = finding["file"] or _("all files")
    if finding["line"] is not None:
        where = f"{where}:{finding['line']}"
    return Row(
        cells=(
            Cell(text=run_set["reference"], is_heading=True),
            Cell(text=where),
            Cell(text=finding["rule"]),
            Cell(text=source.text(finding["text"])),
        )
    )
