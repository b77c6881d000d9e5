"""The small parts of the pages: icons, tags, bars, tiles, cells, links."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import template
from django.forms import BoundField, CheckboxInput, Select
from django.forms.widgets import CheckboxSelectMultiple, RadioSelect
from django.template.context import RequestContext
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from procurement import punctuation
from procurement.permissions import ORGANISATION, Action, can
from procurement.tabs import Tab, address
from procurement.templatetags.numbers import UNDEFINED, Number, decimals

register = template.Library()

ADMISSION: Mapping[str, tuple[str, str, StrOrPromise]] = {
    "admitted": ("ok", "check", gettext_lazy("admitted")),
    "under_review": ("warn", "clock", gettext_lazy("under review")),
    "rejected": ("bad", "x", gettext_lazy("rejected")),
    "knocked_out": ("bad", "ban", gettext_lazy("knocked out")),
    "late": ("warn", "clock", gettext_lazy("late")),
    "withdrawn": ("", "swap", gettext_lazy("withdrawn")),
}
CELLS: Mapping[str, tuple[str, StrOrPromise]] = {
    "na_proposed": ("nap", gettext_lazy("N/A ?")),
    "na": ("na", gettext_lazy("N/A")),
    "declined": ("dec", gettext_lazy("Declined")),
    "recused": ("rec", gettext_lazy("Recused")),
}


@register.simple_tag
def icon(name: str, size: str = "") -> SafeString:
    """Draw an icon of the sprite; ``size`` "s" is the small one."""
    css = "ic ic-s" if size == "s" else "ic"
    href = f"{static('icons.svg')}#{name}"
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}"></use></svg>', css, href
    )


register.simple_tag(punctuation.comma, name="comma")
register.simple_tag(punctuation.colon, name="colon")
register.simple_tag(punctuation.gap, name="gap")
register.filter("listed", punctuation.listed)


@register.simple_tag
def sentences(*items: StrOrPromise) -> str:
    """Put whole sentences one after the other; empty ones are left out."""
    return punctuation.sentences(items)


@register.filter
def beside(left: Iterable[Any], right: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Walk two lists of the same length together: columns and their cells."""
    return list(zip(left, right, strict=True))


@register.filter
def item(values: Mapping[str, Any], key: str) -> Any:  # noqa: ANN401  # whatever the mapping holds
    """Look a key up in a mapping."""
    return values[key]


@register.filter
def initials(name: str) -> str:
    """One or two letters of a name, for the round badge.

    >>> initials("Helena Brandt"), initials("HPE"), initials("")
    ('HB', 'H', '')
    """
    words = name.split()
    return "".join(word[0] for word in (words[:1] + words[1:][-1:])).upper()


@register.simple_tag
def nil(reason: StrOrPromise) -> SafeString:
    """An undefined value: an en dash with the reason under it."""
    return format_html(
        '<span class="dim">{}<span class="sub">{}</span></span>', UNDEFINED, reason
    )


@register.simple_tag
def tag(kind: str, label: StrOrPromise, picture: str = "") -> SafeString:
    """A badge: ok, warn, bad, info, acc or "" for a neutral one."""
    css = f"tag tag-{kind}" if kind else "tag"
    drawn = icon(picture, "s") if picture else ""
    return format_html('<span class="{}">{}{}</span>', css, drawn, label)


@register.simple_tag
def admission(state: str) -> SafeString:
    """The badge of a candidate's admission state."""
    kind, picture, label = ADMISSION[state]
    return tag(kind, capfirst(label), picture)


@register.simple_tag
def score_cell(state: str, score: int | Decimal | None = None) -> SafeString:
    """A score cell in one of its eight states; a missing score is never a number."""
    if state == "sealed":
        words = _("price not released")
        return format_html(
            '<span class="sc sc-sealed">{}{}</span>', icon("lock"), _hidden(words)
        )
    if state in CELLS:
        css, label = CELLS[state]
        return format_html('<span class="sc sc-{}">{}</span>', css, label)
    if state == "auto" and score is not None:
        return format_html('<span class="sc sc-auto">{}</span>', decimals(score, 1))
    if state == "scored" and score is not None:
        return format_html('<span class="sc sc-{0}">{0}</span>', score)
    dash = format_html('<span aria-hidden="true">{}</span>', UNDEFINED)
    return format_html(
        '<span class="sc sc-empty">{}{}</span>', dash, _hidden(_("not scored"))
    )


def _hidden(words: str) -> SafeString:
    return format_html('<span class="visually-hidden">{}</span>', words)


@register.simple_tag
def bar(value: Number, whole: Number, label: str) -> SafeString:
    """A bar of a share, its numbers in words for those who can't see it."""
    return bars([("fa", value)], whole, label)


@register.simple_tag
def bars(
    parts: list[tuple[str, Any]], whole: Number, label: str, css: str = "bar"
) -> SafeString:
    """A bar of several parts, each a colour class (f1 … f7, fa, fw, fl) and a value."""
    drawn, start = [], Decimal(0)
    for colour, value in parts:
        width = _decimal(value) / _decimal(whole) * 100 if whole else Decimal(0)
        drawn.append((colour, f"{start:.2f}%", f"{width:.2f}%"))
        start += width
    rects = format_html_join(
        "", '<rect class="{}" x="{}" width="{}" height="100%"/>', drawn
    )
    return format_html(
        '<svg class="{}" role="img" aria-label="{}">{}</svg>', css, label, rects
    )


@register.simple_tag
def span_bar(low: Number, high: Number, at: Number, label: str) -> SafeString:
    """A bar of 0 to 100: the span that is allowed, and a dark line where it stands."""
    start, end, middle = _decimal(low), _decimal(high), _decimal(at)
    line = min(max(middle - Decimal("0.5"), Decimal(0)), Decimal(99))
    return format_html(
        '<svg class="bar bar-lg" role="img" aria-label="{}">'
        '<rect class="fw" x="{}%" width="{}%" height="100%"/>'
        '<rect class="fa" x="{}%" width="1%" height="100%"/></svg>',
        label,
        f"{start:.2f}",
        f"{end - start:.2f}",
        f"{line:.2f}",
    )


def _decimal(value: Number) -> Decimal:
    if isinstance(value, Fraction):
        return Decimal(value.numerator) / Decimal(value.denominator)
    return Decimal(str(value))


@register.simple_tag
def stat(
    label: StrOrPromise,
    value: StrOrPromise | int,
    of: StrOrPromise | int = "",
    sub: StrOrPromise = "",
) -> SafeString:
    """A tile of ``dl.tiles``; ``sub`` says what the number means."""
    small = format_html(" <small>/ {}</small>", of) if of != "" else ""
    under = format_html('<span class="sub">{}</span>', sub) if sub else ""
    return format_html(
        '<div class="tile"><dt>{}</dt><dd>{}{}{}</dd></div>', label, value, small, under
    )


@register.simple_tag
def progress(done: int, whole: int, label: str) -> SafeString:
    """A progress bar with its base: never a percentage alone."""
    full = SafeString(' class="full"') if whole and done >= whole else ""
    return format_html(
        '<div class="pg"><progress value="{0}" max="{1}"{2} aria-label="{3}">'
        '</progress><span class="sm nowrap">{0} / {1}</span></div>',
        done,
        whole or 1,
        full,
        label,
    )


@register.simple_tag
def url_or_none(url_name: str, **words: object) -> str:
    """The address of a page, or nothing where this installation has none."""
    return address(url_name, **words)


@register.inclusion_tag("components/nav_link.html", takes_context=True)
def nav_link(
    context: RequestContext, url_name: str, picture: str, label: str, **places: str
) -> dict[str, Any]:
    """A link of the sidebar; nothing where the page does not exist.

    ``below`` names further addresses, parted by spaces, under which it is current;
    ``but`` those under its own that belong to another link.
    """
    url = address(url_name)
    path = context["request"].path
    below = (url, *places.get("below", "").split())
    but = tuple(places.get("but", "").split())
    current = bool(url) and path.startswith(below) and not path.startswith(but)
    return {"url": url, "picture": picture, "label": label, "is_current": current}


ADMINISTRATION = (
    (gettext_lazy("Account"), "accounts:account", Action.USE_OWN_ACCOUNT),
    (gettext_lazy("API tokens"), "accounts:token-list", Action.MANAGE_OWN_TOKENS),
    (
        gettext_lazy("Agent tokens"),
        "catalog:agent-token-list",
        Action.MANAGE_AGENT_TOKENS,
    ),
    (gettext_lazy("People"), "accounts:user-list", Action.MANAGE_USERS),
    (gettext_lazy("Audit"), "accounts:audit-list", Action.VIEW_ORGANISATION_AUDIT),
    (gettext_lazy("API documentation"), "api-docs", Action.USE_OWN_ACCOUNT),
)


@register.inclusion_tag("components/tabs.html", takes_context=True)
def administration_tabs(context: RequestContext) -> dict[str, Any]:
    """The tabs of account and administration that the person may use."""
    request = context["request"]
    open_to_them = [
        (label, url)
        for label, name, action in ADMINISTRATION
        if (url := address(name)) and can(request.user, action, ORGANISATION)
    ]
    above = [url for _label, url in open_to_them if request.path.startswith(url)]
    current = max(above, key=len, default="")
    tabs = [
        Tab(label=label, url=url, is_current=url == current)
        for label, url in open_to_them
    ]
    return {"tabs": tabs, "label": _("Account and administration")}


@register.inclusion_tag("components/field.html")
def field(bound: BoundField) -> dict[str, Any]:
    """A form field with its label, help and errors, dressed by its kind."""
    widget = bound.field.widget
    is_check = isinstance(widget, CheckboxInput)
    is_group = isinstance(widget, CheckboxSelectMultiple | RadioSelect)
    css = _control_class(bound)
    drawn = "" if is_group else bound.as_widget(attrs={"class": css})
    return {
        "field": bound,
        "control": drawn,
        "css": css,
        "is_check": is_check,
        "is_group": is_group,
    }


@register.simple_tag
def filter_field(bound: BoundField, label: StrOrPromise) -> SafeString:
    """A control of a toolbar; its label is heard, not seen."""
    widget = bound.field.widget
    attrs: dict[str, str | bool] = {"class": "form-select"}
    if not isinstance(widget, Select):
        attrs = {"class": "form-control", "placeholder": str(label)}
    return format_html(
        '<label class="visually-hidden" for="{}">{}</label>{}',
        bound.id_for_label,
        label,
        bound.as_widget(attrs=attrs),
    )


@register.simple_tag
def cell_field(bound: BoundField) -> SafeString:
    """A form field in a table cell, named by its column; its errors under it."""
    attributes: dict[str, str | bool] = {
        "class": _control_class(bound),
        "aria-label": str(bound.label),
    }
    problems = format_html_join(
        "", '<span class="sub bad">{}</span>', ((each,) for each in bound.errors)
    )
    return format_html("{}{}", bound.as_widget(attrs=attributes), problems)


def _control_class(bound: BoundField) -> str:
    widget = bound.field.widget
    css = "form-control"
    if isinstance(widget, CheckboxInput | CheckboxSelectMultiple | RadioSelect):
        css = "form-check-input"
    elif isinstance(widget, Select):
        css = "form-select"
    return f"{css} is-invalid" if bound.errors else css
