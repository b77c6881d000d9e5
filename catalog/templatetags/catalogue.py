"""Sourced figures of the catalogue: marks, sources, values with their gaps."""

import re
from typing import Final

from django import template
from django.template import RequestContext
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from catalog.models.saved_filters import SavedFilter
from catalog.models.sources import Sourced
from catalog.selectors.ordering import alphabetical
from catalog.selectors.sources import MARKS, sources_of
from catalog.services.saved_filters import plain_query
from procurement.templatetags.ui import nil, tag

register = template.Library()
_REMARK: Final = re.compile(r"\s*\([^()]*\)")


@register.simple_tag
def verification(mark: str) -> SafeString:
    """A badge: how far the figures were checked at their source."""
    return tag(*MARKS[mark])


@register.simple_tag
def source_of(row: Sourced, url: str = "") -> SafeString:
    """The first source, how many more there are, and the date under it.

    With the address of the page that tells more, remarks in brackets are left to it.
    """
    parts = sources_of(row.source)
    if not parts:
        return nil(_("no source"))
    more = ""
    if len(parts) > 1:
        words = _("+%(number)s more") % {"number": len(parts) - 1}
        more = (
            format_html(' <a class="nowrap sm" href="{}">{}</a>', url, words)
            if url
            else format_html(' <span class="nowrap sm muted">{}</span>', words)
        )
    date = row.source_date or _("no date")
    first = (_REMARK.sub("", parts[0]) or parts[0]) if url else parts[0]
    return format_html('{}{}<span class="sub">{}</span>', first, more, date)


@register.inclusion_tag("components/saved_filters.html", takes_context=True)
def saved_filters(context: RequestContext, of: str) -> dict[str, object]:
    """The person's filters of a list, and a form to keep those that are set now."""
    request = context["request"]
    rows = SavedFilter.objects.filter(user=request.user, of=of)
    return {
        "of": of,
        "saved": list(rows.order_by(alphabetical("name"), "id")),
        "query": plain_query(request.META["QUERY_STRING"]),
        "csrf_token": context["csrf_token"],
    }


@register.filter
def text_or(value: str, reason: str) -> SafeString | str:
    """The text, or an en dash with the reason why there is none."""
    return value or nil(reason)
