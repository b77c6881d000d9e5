"""Reads blocks and PDF files back, as a person or an auditor would."""

import io
import re
from functools import cache

from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from pypdf.generic import ContentStream, StreamObject

from scoring.reports.blocks import Figure, Table


def words_of(content):
    """Every text of a report's blocks in reading order, one a line."""
    return "\n".join(
        text
        for section in content.sections
        for block in section.blocks
        for text in block_words(block)
    )


def block_words(block):
    """The texts of one block."""
    if isinstance(block, Table):
        return [
            *(" | ".join(cell_words(row)) for row in (block, *block.rows)),
            *block.notes,
        ]
    if isinstance(block, Figure):
        return [block.caption, *block.bars, *block.totals]
    return [str(getattr(block, name)) for name in block.__slots__ if name != "template"]


def row(table, name):
    """The cells of the first row whose head begins so, without the head."""
    return next(each for each in table if each[0].startswith(name))[1:]


def cell_words(row):
    """The cells of a row, or of a table's head, as text."""
    cells = row.head if isinstance(row, Table) else row.cells
    return [
        " ".join(filter(None, [cell.text + cell.mark, cell.aside, cell.note]))
        for cell in cells
    ]


def tables(section):
    """The tables of a section as lists of rows of text."""
    return [
        [cell_words(block), *(cell_words(row) for row in block.rows)]
        for block in section.blocks
        if isinstance(block, Table)
    ]


@cache
def pages_of(pdf):
    """The text of each page, without any white space: lines break anywhere."""
    reader = PdfReader(io.BytesIO(pdf))
    return [re.sub(r"\s", "", page.extract_text()) for page in reader.pages]


def squeezed(text):
    """A text as ``pages_of`` shows it."""
    return re.sub(r"\s", "", text)


def everything_in(pdf):
    """All bytes of a PDF with its streams unpacked, attachments included."""
    reader = PdfReader(io.BytesIO(pdf))
    parts = [pdf]
    for number in range(1, len(reader.xref_objStm) + len(reader.xref[0]) + 1):
        found = reader.get_object(number)
        if isinstance(found, StreamObject):
            parts.append(found.get_data())
    return b"\n".join(parts)


def boxes(document):
    """Every text box with its page: (left, top, right, bottom, page, text)."""
    for page in document.pages:
        for box in page._page_box.descendants(placeholders=True):
            if getattr(box, "text", "").strip():
                yield (
                    box.position_x,
                    box.position_y,
                    box.position_x + box.width,
                    box.position_y + box.height,
                    page,
                    box.text,
                )


def outside(document, margin=0.5):
    """The texts that reach over the edge of their page."""
    return [
        text
        for left, top, right, bottom, page, text in boxes(document)
        if left < -margin
        or top < -margin
        or right > page.width + margin
        or bottom > page.height + margin
    ]


def fonts_of(pdf):
    """The embedded fonts by resource name: (base name, font file, ToUnicode)."""
    fonts = {}
    for page in PdfReader(io.BytesIO(pdf)).pages:
        for name, reference in page["/Resources"].get("/Font", {}).items():
            fonts[name] = reference.get_object()
    return fonts


def boxes_instead_of_glyphs(pdf):
    """The texts that the PDF draws with a missing or an empty glyph.

    Every glyph id that a page shows is looked up in the font file that the PDF
    carries: it must be there, not be .notdef, and have an outline unless it stands
    for white space or a mark without ink.
    """
    reader = PdfReader(io.BytesIO(pdf))
    outlines = {name: _Outlines(font) for name, font in fonts_of(pdf).items()}
    shown = {glyph for page in reader.pages for glyph in _shown_glyphs(page, reader)}
    faults = [outlines[name].fault_of(code) for name, code in sorted(shown)]
    return [fault for fault in faults if fault is not None]


def _shown_glyphs(page, reader):
    streams = [page.get_contents()]
    forms = page["/Resources"].get("/XObject", {})
    streams += [ContentStream(form.get_object(), reader) for form in forms.values()]
    font = None
    for stream in streams:
        for operands, operator in stream.operations:
            if operator == b"Tf":
                font = str(operands[0])
            elif operator in {b"Tj", b"TJ"}:
                shown = operands[0] if operator == b"TJ" else operands
                for piece in shown:
                    yield from ((font, code) for code in _codes(piece))


def _codes(piece):
    if isinstance(piece, int | float):
        return []
    raw = piece.original_bytes if hasattr(piece, "original_bytes") else piece
    return [int.from_bytes(raw[at : at + 2]) for at in range(0, len(raw), 2)]


class _Outlines:
    """The glyphs of one embedded font."""

    def __init__(self, font):
        descendant = font["/DescendantFonts"][0].get_object()
        descriptor = descendant["/FontDescriptor"].get_object()
        file = next(
            descriptor[key].get_object().get_data()
            for key in ("/FontFile3", "/FontFile2")
            if key in descriptor
        )
        self.font = TTFont(io.BytesIO(file), lazy=True)
        self.glyphs = self.font.getGlyphSet()
        self.order = self.font.getGlyphOrder()
        self.texts = _to_unicode(font["/ToUnicode"].get_object().get_data().decode())

    def fault_of(self, code):
        text = self.texts.get(code, "")
        if code >= len(self.order) or self.order[code] == ".notdef":
            return text or f"glyph {code}"
        pen = BoundsPen(self.glyphs)
        self.glyphs[self.order[code]].draw(pen)
        if pen.bounds is None and text.strip(" \u00a0\u2002\u2068\u2069"):
            return text
        return None


def _to_unicode(cmap):
    pairs = re.findall(r"<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>", cmap)
    return {
        int(code, 16): bytes.fromhex(text).decode("utf-16-be") for code, text in pairs
    }
