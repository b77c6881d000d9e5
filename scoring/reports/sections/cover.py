"""The cover: what was evaluated, who is recommended, under which rules."""

from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from scoring.reports import wording
from scoring.reports.blocks import Facts
from scoring.reports.source import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """The first page."""

    kicker: str
    title: str
    line: str
    facts: Facts
    foot: str


def cover(source: Source) -> Cover:
    """Write the cover."""
    evaluation = source.snapshot["evaluation"]
    return Cover(
        kicker=_("Evaluation report · %(reference)s")
        % {"reference": evaluation["reference"]},
        title=source.text(evaluation["title"]),
        line=_size(source),
        facts=Facts(pairs=tuple(_pairs(source))),
        foot=invented_note(source),
    )


def invented_note(source: Source) -> str:
    """Say that the figures are invented, where they are."""
    if not source.snapshot["is_invented"]:
        return ""
    return wording.invented_note()


def version_line(source: Source) -> str:
    """Name the version and its state."""
    snapshot = source.snapshot
    return _("Version %(version)d, %(state)s") % {
        "version": snapshot["version"],
        "state": wording.state(snapshot["state"]),
    }


def _size(source: Source) -> str:
    evaluation = source.snapshot["evaluation"]
    parts = [
        ngettext("%(count)d node", "%(count)d nodes", evaluation["nodes"])
        % {"count": evaluation["nodes"]},
        ngettext("%(count)d GPU", "%(count)d GPUs", evaluation["gpus"])
        % {"count": evaluation["gpus"]},
        wording.bids(len(source.candidates)),
    ]
    return wording.listed(parts)


def _pairs(source: Source) -> list[tuple[str, str]]:
    snapshot = source.snapshot
    return [
        (_("Recommendation"), _recommended(source)),
        (_("Version"), _version(source)),
        (_("Data as of"), source.formats.zoned_instant(snapshot["frozen_at"])),
        (_("Price basis"), _price_basis(source)),
        (_("Rules"), _rules(source)),
        (_("Prices"), _prices(source)),
        (_("Prepared by"), snapshot["prepared_by"]),
        ("SHA-256", _("%(hash)s (of the frozen data)") % {"hash": source.digest}),
    ]


def _recommended(source: Source) -> str:
    candidate = source.snapshot["recommendation"]["candidate"]
    if candidate is None:
        return _("no award")
    gpu = source.candidates[candidate]["gpu"]
    return wording.listed([source.product(candidate), gpu])


def _version(source: Source) -> str:
    snapshot = source.snapshot
    this = wording.listed([str(snapshot["version"]), wording.state(snapshot["state"])])
    earlier = [
        _("version %(version)d (%(state)s)")
        % {"version": each["version"], "state": wording.state(each["state"])}
        for each in snapshot["earlier_versions"]
    ]
    if not earlier:
        return this
    return _("%(this)s; before it: %(earlier)s") % {
        "this": this,
        "earlier": wording.listed(earlier),
    }


def _price_basis(source: Source) -> str:
    evaluation = source.snapshot["evaluation"]
    basis = wording.listed(
        [evaluation["currency"], wording.tax_basis(evaluation["tax_basis"])]
    )
    rates = [
        f"1 {each['currency']} = {source.formats.number(each['rate'])} "
        f"{evaluation['currency']} ({each['source']}, "
        f"{source.formats.day(each['dated_on'])})"
        for each in source.snapshot["exchange_rates"]
    ]
    if not rates:
        return basis
    return _("%(basis)s; frozen exchange rates: %(rates)s") % {
        "basis": basis,
        "rates": wording.listed(rates),
    }


def _rules(source: Source) -> str:
    criteria = source.snapshot["criteria"]
    version = _("criteria version %(version)d") % {"version": criteria["version"]}
    if criteria["locked_at"] is not None:
        version = _("%(version)s, locked %(at)s") % {
            "version": version,
            "at": source.formats.instant(criteria["locked_at"]),
        }
    parts = [version]
    if criteria["price_rule"] is not None:
        formula = wording.price_formula(criteria["price_rule"]["formula"])
        parts.append(_("price formula: %(formula)s") % {"formula": formula})
    chain = [wording.tie_break(code) for code in criteria["tie_breaks"]]
    if chain:
        parts.append(_("exact ties: %(chain)s") % {"chain": wording.in_turn(chain)})
    return wording.clauses(parts)


def _prices(source: Source) -> str:
    evaluation = source.snapshot["evaluation"]
    parts = []
    if evaluation["opening"] is None:
        parts.append(_("quotes were not sealed"))
    else:
        parts.append(
            _("sealed until opened on %(at)s by %(people)s")
            % {
                "at": source.formats.instant(evaluation["opening"]["at"]),
                "people": wording.people(evaluation["opening"]["by"]),
            }
        )
    if evaluation["price_release"] is None:
        parts.append(_("not hidden from evaluators"))
    else:
        parts.append(
            _("hidden from technical evaluators until released on %(at)s")
            % {"at": source.formats.instant(evaluation["price_release"]["at"])}
        )
    return wording.clauses(parts)
