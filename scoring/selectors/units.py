"""Units as people read them: the currency stays, the words are translated."""

from typing import Final

from django.utils.translation import gettext as _, gettext_noop

from scoring.tco.kinds import currency_in

UNITS: Final = (
    gettext_noop("{percent} per year"),
    gettext_noop("{percent} of pool"),
    gettext_noop("{percent} of compute hardware"),
    gettext_noop("{percent} of compute hardware per year"),
    gettext_noop("{percent} of list price per year"),
    gettext_noop("{currency}/node, total"),
    gettext_noop("{currency}, total"),
    gettext_noop("{currency}/U and year"),
    gettext_noop("{currency}/rack and year"),
    gettext_noop("{currency}/m² and year"),
    gettext_noop("{currency} per year"),
    gettext_noop("years"),
    gettext_noop("racks"),
    gettext_noop("weeks"),
    gettext_noop("min"),
    gettext_noop("node"),
    gettext_noop("piece"),
    gettext_noop("set"),
    gettext_noop("lot"),
)


def unit_words(unit: str) -> str:
    """Say a unit in the reader's language; one that nobody translated as it is.

    >>> unit_words("")
    ''
    """
    if not unit:
        return ""
    code = currency_in(unit) or ""
    text = unit.replace(code, "{currency}", 1) if code else unit
    said = _(text.replace("%", "{percent}", 1))
    return said.replace("{currency}", code).replace("{percent}", "%")
