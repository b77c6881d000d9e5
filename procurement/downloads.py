"""Files that the browser saves under a name instead of showing them."""

from typing import Final

from django.http import HttpResponse
from django.utils.http import content_disposition_header

WORKBOOK_TYPE: Final = (
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)


def saved_as(name: str) -> dict[str, str]:
    """The header that makes the browser save the answer under this name.

    >>> saved_as("EV-2026-014-quotes.csv")
    {'Content-Disposition': 'attachment; filename="EV-2026-014-quotes.csv"'}
    """
    return {"Content-Disposition": str(content_disposition_header(True, name))}  # noqa: FBT003  # Django's signature


def download(content: bytes | str, name: str, kind: str) -> HttpResponse:
    """An answer to be saved under this name; ``kind`` is its content type."""
    return HttpResponse(content, content_type=kind, headers=saved_as(name))
