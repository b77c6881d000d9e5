"""The kind of a file is told by its bytes; what could do harm is not taken."""

import io
import zipfile

import pytest

from catalog.imports.file_types import file_type, with_ending


def packed(*names):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name in names:
            archive.writestr(name, b"x")
    return target.getvalue()


TYPES = "[Content_Types].xml"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"%PDF-1.7\n%...", "pdf"),
        (b"\x89PNG\r\n\x1a\n\0\0", "png"),
        (b"\xff\xd8\xff\xe0\0", "jpeg"),
        (packed(TYPES, "xl/workbook.xml"), "xlsx"),
        (packed(TYPES, "word/document.xml"), "docx"),
        (b"part;price\r\nX;1,5\r\n", "text"),
        ("\ufeff部件,价格".encode(), "text"),
    ],
)
def test_what_is_taken(content, kind):
    assert file_type(content) == kind


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"  \n",
        b"MZ\x90\0\x03",
        b"\x7fELF",
        b"#!/bin/sh\0",
        b"<html><script>alert(1)</script>",
        b"\n\t <svg onload=alert(1)>",
        "\ufeff<?xml version='1.0'?>".encode(),
        b"GIF89a\x01",
        b"\xd0\xcf\x11\xe0old office",
        "价格".encode("gb18030"),
        b"PK\x03\x04 broken",
        packed("xl/workbook.xml"),
        packed(TYPES, "ppt/presentation.xml"),
        packed(TYPES, "xl/workbook.xml", "xl/vbaProject.bin"),
        packed(TYPES, "word/document.xml", "word/VBAPROJECT.BIN"),
        packed(TYPES, "xl/workbook.xml", "word/document.xml"),
        packed("evil.exe"),
        b" %PDF-1.7 not at the start\0",
    ],
)
def test_what_is_not_taken(content):
    assert file_type(content) is None


@pytest.mark.parametrize(
    ("name", "kind", "ending"),
    [
        ("terms.pdf", "pdf", "terms.pdf"),
        ("photo.JPEG", "jpeg", "photo.JPEG"),
        ("invoice.pdf.exe", "pdf", "invoice.pdf.exe.pdf"),
        ("page.html", "text", "page.html.csv"),
    ],
)
def test_the_name_ends_as_the_content_is(name, kind, ending):
    assert with_ending(name, kind) == ending
