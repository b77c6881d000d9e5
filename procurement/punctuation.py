"""Lists and labels, with the marks of the reader's language between them."""

import re
from collections.abc import Iterable
from typing import Final

from django.utils.translation import pgettext
from django_stubs_ext import StrOrPromise

_BETWEEN_CHINESE: Final = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")


def listed(items: Iterable[StrOrPromise]) -> str:
    """Join names, keys or other short things.

    >>> listed(["Dell", "HPE"])
    'Dell, HPE'
    """
    return pgettext("between two names", ", ").join(map(str, items))


def strung(items: Iterable[StrOrPromise]) -> str:
    """Join the parts of a remark; empty ones are left out.

    >>> strung(["measured", "", "own run"])
    'measured, own run'
    """
    return comma().join(text for item in items if (text := str(item)))


def labelled(label: StrOrPromise, text: StrOrPromise) -> str:
    """Put a label before its text.

    >>> labelled("source", "data sheet")
    'source: data sheet'
    """
    return f"{label}{colon()}{text}"


def sentences(items: Iterable[StrOrPromise]) -> str:
    """Put whole sentences one after the other; empty ones are left out.

    >>> sentences(["No price.", "", "No offer."])
    'No price. No offer.'
    """
    whole = ""
    for item in items:
        both = {"first": whole, "next": str(item)}
        if all(both.values()):
            whole = pgettext("two sentences", "%(first)s %(next)s") % both
        else:
            whole = whole or both["next"]
    return whole


def unspaced(text: str) -> str:
    """Take the blanks away that a name in Chinese leaves beside Chinese words.

    >>> unspaced("建议授予 慧与 ProLiant。"), unspaced("建议授予 Dell。")
    ('建议授予慧与 ProLiant。', '建议授予 Dell。')
    """
    return _BETWEEN_CHINESE.sub("", text)


def gap() -> str:
    """What stands between two whole sentences.

    >>> gap()
    ' '
    """
    return pgettext("two sentences", "%(first)s %(next)s") % {"first": "", "next": ""}


def comma() -> str:
    """What stands between the parts of a remark."""
    return pgettext("between the items of a list", ", ")


def colon() -> str:
    """What stands between a label and its text."""
    return pgettext("after a label", ": ")
