"""The marks of verification in the short words of a badge."""

import re
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from catalog.models import Verification

_BETWEEN: Final = re.compile(r";(?![^()]*\))")
MARKS: Final[Mapping[str, tuple[str, StrOrPromise, str]]] = {
    Verification.FETCHED: ("ok", gettext_lazy("Checked"), "check"),
    Verification.PARTLY_FETCHED: ("warn", gettext_lazy("Partly checked"), "alert"),
    Verification.RECALLED: ("", gettext_lazy("Not checked"), "doc-q"),
    Verification.UNRELIABLE: ("bad", gettext_lazy("Unreliable"), "stop"),
    Verification.OTHER: ("", gettext_lazy("Not marked"), "doc-q"),
}


def sources_of(text: str) -> list[str]:
    """The sources of a row, one each; a remark in brackets stays with its source.

    >>> sources_of("data sheet (sparse; dense = half); white paper")
    ['data sheet (sparse; dense = half)', 'white paper']
    """
    return [part.strip() for part in _BETWEEN.split(text) if part.strip()]
