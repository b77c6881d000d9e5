"""The cells of the comparison's lines: hundreds on a page, so written in one step."""

from html import escape

from django import template
from django.template import Context
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from catalog.pricing.comparing import Cell, Per, Row, State
from catalog.pricing.displaying import Display
from catalog.pricing.quoted import QuotedLine
from procurement.punctuation import comma
from procurement.templatetags.numbers import (
    decimals,
    machine,
    percent_exact,
    plain,
    price_short,
    unit_price,
)
from procurement.templatetags.ui import icon, nil
from scoring.selectors.comparisons import ComparedOffer

register = template.Library()

EMPTY = SafeString("")


@register.simple_tag(takes_context=True)
def line_cell(
    context: Context, offer: ComparedOffer, row: Row, cell: Cell
) -> SafeString:
    """The cell of one offer in one row of lines."""
    return _html(
        '<td class="n{}" data-b="{}"{} data-v="{}"{}>{}</td>',
        " low" if cell.is_lowest else "",
        offer.key,
        SafeString(" hidden") if offer.is_hidden else EMPTY,
        machine(cell.amount) if cell.state is State.PRICED else "",
        EMPTY if offer.is_comparable else SafeString(" data-out"),
        _inside(context, offer, row, cell),
    )


def _inside(context: Context, offer: ComparedOffer, row: Row, cell: Cell) -> SafeString:
    if cell.state in {State.PRICED, State.OPTION}:
        return _priced(context, offer, row, cell)
    if cell.state is State.UNSTATED:
        return nil(offer.gap)
    return _unpriced(cell)


def _unpriced(cell: Cell) -> SafeString:
    if cell.state is State.NOT_OFFERED:
        missing = _html(
            '<span class="bad">{} {}</span>', icon("alert", "s"), _("not offered")
        )
        return missing + _sub(_("not ranked on this line"))
    if cell.state is State.ABSENT:
        return _dim(_("not offered")) + _sub(_("no such line in the quote"))
    if cell.state is State.BUNDLED:
        return _dim(_("included in %(line)s") % {"line": cell.bundle})
    return _dim(_("included"))


def _priced(context: Context, offer: ComparedOffer, row: Row, cell: Cell) -> SafeString:
    display, line = context["display"], cell.line
    is_option = cell.state is State.OPTION
    amount = _html(
        "<span data-num{}>{}{}</span>",
        SafeString(' class="dim"') if is_option else EMPTY,
        _mark() if cell.is_lowest else EMPTY,
        decimals(display.shown(cell.amount), context["places"]),
    )
    if context["per"] == Per.LINE.value and line is not None:
        amount += _reckoning(display, offer, cell, line)
        if row.tier is None:
            amount += _tier(line)
    return amount + (_sub(_("option, not in the total")) if is_option else EMPTY)


def _reckoning(
    display: Display, offer: ComparedOffer, cell: Cell, line: QuotedLine
) -> SafeString:
    """How the amount comes about; the exact unit price in the tooltip."""
    own: str = EMPTY
    exact = f"{machine(cell.unit_price)} {display.basis.currency}"
    if offer.is_restated:
        own = f" ({offer.head.currency} {price_short(line.unit_price)})"
        quoted = f"{machine(line.unit_price)} {offer.head.currency}"
        exact = f"{exact} = {quoted}{comma()}{offer.tax_words}"
    return _html(
        '<span class="sub" title="{}">{} × {}{}{}</span>',
        exact,
        plain(line.quantity),
        unit_price(display.shown(cell.unit_price)),
        f" − {percent_exact(line.discount)}" if line.discount else "",
        own,
    )


def _tier(line: QuotedLine) -> SafeString:
    if line.tier is not None:
        return _sub(_("tier ≥ %(tier)s applied") % {"tier": plain(line.tier)})
    if line.breaks:
        words = _("base price, tier ≥ %(tier)s not reached")
        return _sub(words % {"tier": plain(line.next_tier)})
    return EMPTY


def _mark() -> SafeString:
    return _html(
        '<span class="low-mark" role="img" aria-label="{}">▾</span> ',
        _("lowest comparable value"),
    )


def _sub(words: str) -> SafeString:
    return _html('<span class="sub">{}</span>', words)


def _dim(words: str) -> SafeString:
    return _html('<span class="dim">{}</span>', words)


def _html(form: str, *parts: str) -> SafeString:
    """Do as ``format_html`` does, without its search for lazy texts in each call."""
    return SafeString(
        form.format(
            *(part if isinstance(part, SafeString) else escape(part) for part in parts)
        )
    )
