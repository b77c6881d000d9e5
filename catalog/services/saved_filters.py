"""Keep the filters of a list under a name; a person's own convenience, not audited."""

from typing import Final

from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext as _

from catalog.imports.errors import ImportRefusedError
from catalog.imports.texts import clean_line
from catalog.models import SavedFilter
from procurement.accounts.models import User
from procurement.cleaning import check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import ORGANISATION, Action, require

MOST: Final = 20
LEFT_OUT: Final = frozenset({"page", "csrfmiddlewaretoken"})


def save_filter(*, by: User, of: str, name: str, query: str) -> SavedFilter:
    """Keep the filters under a name; the same name is given new filters."""
    require(by, Action.USE_OWN_ACCOUNT, ORGANISATION)
    words = plain_query(query)
    if not words:
        raise RuleBrokenError(
            _("Nothing is filtered: choose something first."), "filter_empty", "name"
        )
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)
        mine = SavedFilter.objects.filter(user=by, of=of)
        named = _clean(name)
        row = mine.filter(name__iexact=named).first()
        if row is None and mine.count() >= MOST:
            raise RuleBrokenError(
                _("%(count)s filters are kept already; delete one first.")
                % {"count": MOST},
                "filters_full",
                "name",
            )
        row = row or SavedFilter(user=by, of=of)
        row.name, row.query = named, words
        check_row(row)
        row.save()
    return row


def _clean(name: str) -> str:
    try:
        return clean_line(name)
    except ImportRefusedError as error:
        raise RuleBrokenError(
            _("A name can't hold control characters."), "text_control", "name"
        ) from error


def plain_query(query: str) -> str:
    """The words of an address in their normal form, without empty ones and the page."""
    sent = QueryDict(query, mutable=True)
    for name in list(sent):
        kept = [value for value in sent.getlist(name) if value]
        if name in LEFT_OUT or not kept:
            del sent[name]
        else:
            sent.setlist(name, kept)
    return sent.urlencode()


def delete_filter(*, by: User, row: SavedFilter) -> None:
    """Forget a filter of one's own."""
    require(by, Action.USE_OWN_ACCOUNT, ORGANISATION)
    SavedFilter.objects.filter(user=by, pk=row.pk).delete()
