"""Chapter 1: whom to award, the ranking, and how firm it is."""

from decimal import Decimal

from django.utils.translation import gettext as _, ngettext, pgettext

from procurement.punctuation import unspaced
from scoring.reports import wording
from scoring.reports.blocks import (
    Block,
    Box,
    Cell,
    Contents,
    ContentsEntry,
    Heading,
    Paragraph,
    Row,
    Section,
    Table,
    Tile,
    Tiles,
    capped,
)
from scoring.reports.firmness import firmness
from scoring.reports.formats import UNDEFINED
from scoring.reports.schema import Candidate, CostResult, RankingRow
from scoring.reports.source import Source

MOST_DIMENSIONS = 7
"""Dimensions that fit beside each other in the ranking; else chapter 3 has them."""


def summary(source: Source, title: str, chapters: list[Section]) -> Section:
    """Write the summary; the contents name the other chapters."""
    blocks: list[Block] = [_award(source)]
    if (tiles := _tiles(source)) is not None:
        blocks.append(tiles)
    blocks += [Heading(text=_("Ranking")), _ranking(source)]
    blocks += _firmness(source)
    recommendation = source.snapshot["recommendation"]
    if recommendation["reservations"] is not None:
        blocks += [
            Heading(text=_("Reservations")),
            Paragraph(text=source.text(recommendation["reservations"])),
        ]
    entries = tuple(
        ContentsEntry(anchor=each.anchor, title=each.title) for each in chapters
    )
    blocks += [Heading(text=_("Contents")), Contents(entries=entries)]
    return Section(anchor="s1", title=title, blocks=tuple(blocks))


def _award(source: Source) -> Box:
    recommendation = source.snapshot["recommendation"]
    candidate = recommendation["candidate"]
    sentences = [*_lead_sentences(source), *_cost_sentences(source)]
    if recommendation["reserve"] is not None:
        reserve = {"name": source.name(recommendation["reserve"])}
        sentences.append(_("%(name)s is kept in reserve.") % reserve)
    if recommendation["note"] is not None:
        sentences.append(source.text(recommendation["note"]))
    title = _("No award is recommended.")
    if candidate is not None:
        title = unspaced(_award_title(source, candidate))
    return Box(title=title, sentences=(wording.joined(sentences),), styles="lead")


def _award_title(source: Source, candidate: str) -> str:
    quote = source.quotes.get(candidate)
    product = source.product(candidate)
    if quote is None:
        return _("Award to %(product)s.") % {"product": product}
    return _("Award to %(product)s, %(amount)s %(basis)s.") % {
        "product": product,
        "amount": source.formats.money(quote["total"], source.currency),
        "basis": wording.tax_basis(source.snapshot["evaluation"]["tax_basis"]),
    }


def _lead_sentences(source: Source) -> list[str]:
    sentences = [_lead_sentence(source)]
    recommended = source.snapshot["recommendation"]["candidate"]
    if recommended is not None and source.rank(recommended) != 1:
        sentences.append(
            _("The recommended bid, %(name)s, is not first by points.")
            % {"name": source.name(recommended)}
        )
    return sentences


def _lead_sentence(source: Source) -> str:
    if not source.ranked[1:]:
        return _("Fewer than two bids could be ranked.")
    first, second = source.ranked[:2]
    values = {
        "first": source.name(first["candidate"]),
        "second": source.name(second["candidate"]),
        "own": _points(source, first),
        "other": _points(source, second),
        "lead": source.formats.number(source.snapshot["ranking"]["lead"] or "0", 2),
    }
    if second["rank"] == first["rank"]:
        return _("%(first)s and %(second)s tie with %(own)s points.") % values
    return (
        _(
            "%(first)s leads %(second)s: %(own)s against %(other)s of 100 points, "
            "ahead by %(lead)s."
        )
        % values
    )


def _cost_sentences(source: Source) -> list[str]:
    """Compare the cost of the first two, where both have one."""
    names = [source.name(row["candidate"]) for row in source.ranked[:2]]
    costs = [source.npv_per_gpu(row["candidate"]) for row in source.ranked[:2]]
    prices = [Decimal(cost) for cost in costs if cost is not None]
    if len(prices) != len(("first", "second")):
        return []
    own, other = prices
    values = {
        "first": names[0],
        "horizon": wording.years(source.snapshot["evaluation"]["horizon_years"]),
        "own": source.formats.whole_money(own, source.currency),
        "other": source.formats.number(other, 0),
    }
    if own == other:
        return [_("Both cost the same over %(horizon)s: %(own)s per GPU.") % values]
    if own < other:
        words = _(
            "%(first)s costs less over %(horizon)s: %(own)s per GPU, not %(other)s."
        )
    else:
        words = _(
            "%(first)s costs more over %(horizon)s: %(own)s per GPU, not %(other)s."
        )
    return [words % values]


def _points(source: Source, row: RankingRow) -> str:
    return source.formats.number(row["total"] or "0", 2)


def _tiles(source: Source) -> Tiles | None:
    candidate = source.snapshot["recommendation"]["candidate"]
    if candidate is None:
        return None
    tiles = [
        _cost_tile(source, source.result(candidate)),
        _budget_tile(source, candidate),
        _delivery_tile(source, candidate),
        _hour_tile(source, source.result(candidate)),
    ]
    return Tiles(tiles=tuple(tiles))


def _cost_tile(source: Source, result: CostResult | None) -> Tile:
    years = wording.years(source.snapshot["evaluation"]["horizon_years"])
    label = _("Cost over %(years)s, present value") % {"years": years}
    if result is None or result["npv"] is None or result["npv_per_gpu"] is None:
        reason = _("not computed") if result is None else source.text(result["reason"])
        return Tile(label=label, value=UNDEFINED, note=reason)
    return Tile(
        label=label,
        value=wording.millions(_in_millions(source, result["npv"]), source.currency),
        note=_("%(amount)s per GPU")
        % {"amount": source.formats.number(result["npv_per_gpu"], 0)},
    )


def _in_millions(source: Source, amount: str) -> str:
    return source.formats.number(Decimal(amount).scaleb(-6), 2)


def _budget_tile(source: Source, candidate: str) -> Tile:
    label = _("Price against budget")
    budget = source.snapshot["evaluation"]["budget"]
    quote = source.quotes.get(candidate)
    if budget is None or quote is None or Decimal(budget) <= 0:
        return Tile(label=label, value=UNDEFINED, note=_("no budget was set"))
    gap = Decimal(quote["total"]) / Decimal(budget) - 1
    return Tile(
        label=label,
        value=source.formats.percent(gap, 1),
        note=_("ceiling %(amount)s")
        % {"amount": source.formats.whole_money(budget, source.currency)},
    )


def _delivery_tile(source: Source, candidate: str) -> Tile:
    label = _("Delivery")
    quote = source.quotes.get(candidate)
    if quote is None:
        return Tile(label=label, value=UNDEFINED, note=_("no quote"))
    note = _("validity not stated")
    if quote["valid_until"] is not None:
        day = source.formats.day(quote["valid_until"])
        note = _("quote valid until %(day)s") % {"day": day}
    if quote["lead_weeks"] is None:
        return Tile(label=label, value=UNDEFINED, note=note)
    weeks = source.formats.number(quote["lead_weeks"])
    return Tile(label=label, value=_("%(weeks)s weeks") % {"weeks": weeks}, note=note)


def _hour_tile(source: Source, result: CostResult | None) -> Tile:
    label = _("Cost per used GPU-hour")
    if result is None or result["levelised_per_used_gpu_hour"] is None:
        return Tile(label=label, value=UNDEFINED, note=_("not computed"))
    value = source.formats.number(result["levelised_per_used_gpu_hour"], 2)
    return Tile(
        label=label,
        value=f"{source.currency}\u00a0{value}",
        note=_("levelised, present value ÷ present hours"),
    )


def _ranking(source: Source) -> Table:
    dimensions = source.snapshot["criteria"]["dimensions"]
    shown = dimensions if len(dimensions) <= MOST_DIMENSIONS else []
    head = [
        Cell(text=_("Rank"), styles="c", is_heading=True),
        Cell(text=_("Candidate"), is_heading=True),
        Cell(text=_("Points"), styles="n", is_heading=True),
    ]
    for dimension in shown:
        weight = source.formats.number(dimension["weight"])
        name = f"{source.text(dimension['name'])} {weight}"
        head.append(Cell(text=name, styles="n", is_heading=True))
    head.append(Cell(text=_("TCO per GPU"), styles="n", is_heading=True))
    keys = [dimension["key"] for dimension in shown]
    rows = [_ranked_row(source, row, keys) for row in source.ranked]
    rows += [
        _unranked_row(source, candidate, len(keys) + 2)
        for candidate in source.candidates.values()
        if candidate["key"] not in {row["candidate"] for row in source.ranked}
    ]
    drawn, omitted = capped(rows)
    return Table(head=tuple(head), rows=drawn, omitted=omitted)


def _ranked_row(source: Source, row: RankingRow, dimensions: list[str]) -> Row:
    points = {each["dimension"]: each["points"] for each in row["dimensions"]}
    cells = [
        Cell(text=_rank(row), styles="c"),
        Cell(text=source.name(row["candidate"]), styles="strong", is_heading=True),
        Cell(text=_points(source, row), styles="n strong"),
    ]
    cells += [source.number(points.get(key), 2) for key in dimensions]
    cells.append(source.number(source.npv_per_gpu(row["candidate"]), 0))
    return Row(cells=tuple(cells))


def _rank(row: RankingRow) -> str:
    shown = str(row["rank"])
    return (
        pgettext("tied rank", "%(rank)s=") % {"rank": shown}
        if row["is_tied"]
        else shown
    )


def _unranked_row(source: Source, candidate: Candidate, columns: int) -> Row:
    admission = candidate["admission"]
    row = source.rows.get(candidate["key"])
    words = wording.admission(admission["state"])
    if admission["decided_on"] is not None:
        words = _("%(state)s on %(day)s") % {
            "state": words,
            "day": source.formats.day(admission["decided_on"]),
        }
    reason = admission["reason"] or (row["reason"] if row else None)
    if reason is not None:
        words = _("%(state)s: %(reason)s") % {
            "state": words,
            "reason": source.text(reason),
        }
    return Row(
        cells=(
            Cell(text=UNDEFINED, styles="c"),
            Cell(text=source.name(candidate["key"]), styles="strong", is_heading=True),
            Cell(text=words, columns=columns),
        )
    )


def _firmness(source: Source) -> list[Block]:
    ranking = source.snapshot["ranking"]
    if ranking["is_provisional"]:
        reasons = tuple(source.text(each) for each in ranking["provisional_reasons"])
        title = _("This result is provisional")
        return [Box(title=title, sentences=reasons, styles="red")]
    found = firmness(source.snapshot)
    if found is None:
        return []
    values = {
        "lead": source.formats.number(found.lead, 2),
        "step": source.formats.number(found.step, 2),
    }
    sentences = [
        _(
            "The lead is %(lead)s points. One evaluator changing one score by one step "
            "moves a total by up to %(step)s points."
        )
        % values,
        _("One such step can change who is first.")
        if found.is_decided_by_a_step
        else _("No such step can change who is first."),
        _completeness(source),
    ]
    return [
        Box(
            title=_("How firm is this result?"),
            sentences=(wording.joined(sentences),),
            styles="red" if found.is_decided_by_a_step else "",
        )
    ]


def _completeness(source: Source) -> str:
    counts = source.snapshot["ranking"]["completeness"]
    return ngettext(
        "%(scored)d of %(required)d required cells are scored, %(declined)d declined.",
        "%(scored)d of %(required)d required cells are scored, %(declined)d declined.",
        counts["required"],
    ) % {
        "scored": counts["scored"],
        "required": counts["required"],
        "declined": counts["declined"],
    }
