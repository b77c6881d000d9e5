"""Chapter 6: the rules in words, the curves, and the versions that reckoned."""

from django.utils.translation import gettext as _

from scoring.reports import wording
from scoring.reports.blocks import (
    Block,
    Cell,
    Facts,
    Heading,
    Row,
    Section,
    Table,
    capped,
    in_groups,
)
from scoring.reports.formats import UNDEFINED
from scoring.reports.schema import Candidate, Criterion
from scoring.reports.source import Source


def method(source: Source, title: str) -> Section:
    """Write the method chapter."""
    blocks: list[Block] = [Facts(pairs=tuple(_rules(source)))]
    blocks += _knock_outs(source)
    blocks += _curves(source)
    return Section(anchor="s6", title=title, blocks=tuple(blocks), styles="flow")


def _rules(source: Source) -> list[tuple[str, str]]:
    criteria = source.snapshot["criteria"]
    evaluation = source.snapshot["evaluation"]
    return [
        (_("Workload"), source.text(evaluation["workload"])),
        (
            _("Panel score"),
            _(
                "mean of the scores given, weighted by evaluator; a consensus "
                "replaces it; %(rule)s"
            )
            % {"rule": wording.share_rule(criteria["share_rule"])},
        ),
        (
            _("Data score"),
            _("share read from the published curve, shown as 1 + 4 × share"),
        ),
        (_("Price score"), _price(source)),
        (
            _("Total"),
            wording.clauses(
                [
                    _("sum of weight × share over the applicable criteria, exact"),
                    wording.weight_scope(criteria["weight_scope"]),
                ]
            ),
        ),
        (_("Ranks"), _ranks(source)),
        (
            _("Cost of ownership"),
            _(
                "%(years)s, %(terms)s, running cost at %(timing)s, discounted at "
                "%(rate)s"
            )
            % {
                "years": wording.years(evaluation["horizon_years"]),
                "terms": wording.price_terms(evaluation["price_terms"]),
                "timing": wording.timing(evaluation["cash_flow_timing"]),
                "rate": source.formats.percent(evaluation["discount_rate"], None),
            },
        ),
        (_("Rounding"), _("only when shown, half to even; ranks use unrounded totals")),
        (_("Versions of the methods"), _versions(source)),
    ]


def _price(source: Source) -> str:
    rule = source.snapshot["criteria"]["price_rule"]
    if rule is None:
        return _("no price criterion")
    parts = [
        wording.price_formula(rule["formula"]),
        wording.price_formula_in_words(rule["formula"]),
    ]
    parts += [
        f"{each['name']} = {source.formats.number(each['value'])}"
        for each in rule["parameters"]
    ]
    parts.append(_("price: %(basis)s") % {"basis": source.text(rule["basis"])})
    return wording.clauses(parts)


def _ranks(source: Source) -> str:
    chain = [
        wording.tie_break(code) for code in source.snapshot["criteria"]["tie_breaks"]
    ]
    if not chain:
        return _("1, 2, 2, 4; exact ties stay tied")
    return _("1, 2, 2, 4; exact ties by %(chain)s") % {"chain": wording.in_turn(chain)}


def _versions(source: Source) -> str:
    return wording.listed(
        f"{source.text(each['name'])} {each['version']}"
        for each in source.snapshot["methods"]
    )


def _curves(source: Source) -> list[Block]:
    curves = [each for each in source.criteria.values() if each["kind"] == "curve"]
    if not curves:
        return []
    head = (
        Cell(text=_("Curve"), is_heading=True),
        Cell(text=_("Unit"), is_heading=True),
        Cell(text=_("Score at value"), is_heading=True),
    )
    drawn, omitted = capped(_curve_row(source, each) for each in curves)
    return [
        Heading(text=_("Curves")),
        Table(head=head, rows=drawn, omitted=omitted),
    ]


def _curve_row(source: Source, criterion: Criterion) -> Row:
    points = [
        _("%(score)s at %(value)s")
        % {
            "score": source.formats.number(point["score"]),
            "value": source.formats.number(point["value"]),
        }
        for point in criterion["curve"]
    ]
    if criterion["scale"] == "log":
        points.append(_("logarithmic between"))
    else:
        points.append(_("linear between"))
    named = f"{criterion['code']} {source.text(criterion['name'])}"
    return Row(
        cells=(
            Cell(text=named, is_heading=True),
            Cell(text=source.text(criterion["unit"]) or UNDEFINED),
            Cell(text=wording.listed(points)),
        )
    )


def _knock_outs(source: Source) -> list[Block]:
    knock_outs = source.snapshot["criteria"]["knock_outs"]
    if not knock_outs:
        return []
    blocks: list[Block] = [Heading(text=_("Knock-out requirements"))]
    for group in in_groups(source.snapshot["candidates"]):
        rows = []
        for knock_out in knock_outs:
            named = f"{knock_out['code']} {source.text(knock_out['name'])}"
            cells = [
                Cell(
                    text=named,
                    note=source.text(knock_out["requirement"]),
                    is_heading=True,
                )
            ]
            cells += [_passed(source, each, knock_out["key"]) for each in group]
            rows.append(Row(cells=tuple(cells)))
        drawn, omitted = capped(rows)
        head = [Cell(text=_("Requirement"), is_heading=True)]
        head += source.column_heads(group, "c")
        blocks.append(Table(head=tuple(head), rows=drawn, styles="mx", omitted=omitted))
    return blocks


def _passed(source: Source, candidate: Candidate, knock_out: str) -> Cell:
    for result in candidate["knock_outs"]:
        if result["knock_out"] == knock_out:
            reason = source.text(result["reason"])
            if result["passed"]:
                return Cell(text=_("pass"), note=reason, styles="c")
            return Cell(text=_("fail"), note=reason, styles="c bad")
    return Cell(text=UNDEFINED, note=_("not checked"), styles="c")
