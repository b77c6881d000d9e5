"""HTML and figures → PDF bytes, inside the rendering process.

Nothing but ``data:`` is ever fetched. Equal requests give equal bytes on one machine.
"""

import base64
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypedDict, override

from weasyprint import CSS, HTML, Document
from weasyprint.logger import LOGGER
from weasyprint.urls import URLFetcher

from scoring.reports.charts import FigureData, draw

MOST_PAGES: Final = 400
_PDF_VARIANT: Final = "pdf/ua-1"
_CJK_SAMPLE: Final = "评"


class DrawingRequest(TypedDict):
    """What the rendering process is asked to draw."""

    html: str
    css: str
    figures: list[FigureData]
    identifier: str
    needs_cjk: bool


class TooManyPagesError(Exception):
    """The document is longer than a report may be."""


class NoFontError(Exception):
    """The machine has no font for the language of the document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """The PDF and how many pages it has."""

    pdf: bytes
    pages: int


def pdf(request: DrawingRequest, progress: Callable[[int, str], None]) -> Drawing:
    """Draw a request; characters without a glyph are written as their code point.

    Raises:
        TooManyPagesError: more than 400 pages.
        NoFontError: the document is in Chinese and no installed font is.
    """
    document, missing = _drawn(request, progress)
    if missing:
        if request["needs_cjk"] and _CJK_SAMPLE in missing:
            raise NoFontError
        names = str.maketrans({each: f"[U+{ord(each):04X}]" for each in missing})
        document, _missing = _drawn(_renamed(request, names), progress)
    return document


def lay_out(request: DrawingRequest) -> Document:
    """Lay the pages out without painting them."""
    html = request["html"]
    for figure in request["figures"]:
        svg = base64.b64encode(draw(figure).encode()).decode()
        html = html.replace(
            f'src="figure:{figure["key"]}"', f'src="data:image/svg+xml;base64,{svg}"'
        )
    fetcher = URLFetcher(allowed_protocols=["data"], allow_redirects=False)
    page = HTML(string=html, url_fetcher=fetcher, base_url=None)
    style = CSS(string=request["css"], url_fetcher=fetcher)
    return page.render(stylesheets=[style])


def _drawn(
    request: DrawingRequest, progress: Callable[[int, str], None]
) -> tuple[Drawing, frozenset[str]]:
    progress(30, "charts")
    document = lay_out(request)
    if len(document.pages) > MOST_PAGES:
        raise TooManyPagesError
    progress(70, "pages")
    watch = _MissingGlyphs()
    LOGGER.addHandler(watch)
    try:
        written = document.write_pdf(
            pdf_identifier=request["identifier"].encode(), pdf_variant=_PDF_VARIANT
        )
    finally:
        LOGGER.removeHandler(watch)
    progress(90, "fonts")
    drawing = Drawing(pdf=written, pages=len(document.pages))
    return drawing, frozenset(watch.characters)


class _MissingGlyphs(logging.Handler):
    """Collect the characters that WeasyPrint reports to have drawn as boxes."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.characters: set[str] = set()

    @override
    def emit(self, record: logging.LogRecord) -> None:
        if str(record.msg).startswith(".notdef") and isinstance(record.args, tuple):
            self.characters.add(str(record.args[0]))


def _renamed(request: DrawingRequest, names: dict[int, str]) -> DrawingRequest:
    return {
        **request,
        "html": request["html"].translate(names),
        "figures": [_renamed_figure(each, names) for each in request["figures"]],
    }


def _renamed_figure(figure: FigureData, names: dict[int, str]) -> FigureData:
    return {
        **figure,
        "bars": [each.translate(names) for each in figure["bars"]],
        "series": [
            {**each, "name": each["name"].translate(names)} for each in figure["series"]
        ],
    }
