"""The two languages of the pages, and which of them the reader speaks."""

from typing import Final

from django.utils.translation import get_language

ENGLISH: Final = "en"
CHINESE: Final = "zh-hans"
LANGUAGES: Final = (ENGLISH, CHINESE)


def reader_language() -> str:
    """The one of the two that is in force; English where it is another."""
    return CHINESE if (get_language() or "").startswith("zh") else ENGLISH
