"""The tabs of a page, as values that the template draws."""

from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """One tab; a locked one says why and shows no count."""

    label: StrOrPromise
    url: str
    is_current: bool = False
    is_locked: bool = False
    hint: StrOrPromise = ""
    count: int | None = None


def address(url_name: str, **words: object) -> str:
    """The address of a URL name; empty when this installation has no such page."""
    try:
        return reverse(url_name, kwargs=words)
    except NoReverseMatch:
        return ""
