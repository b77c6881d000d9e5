"""What kind of file some bytes are, told by the bytes and never by the name."""

import io
import zipfile
from typing import Final

MAGIC: Final = (
    (b"%PDF-", "pdf"),
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
)
OFFICE: Final = {"xl/workbook.xml": "xlsx", "word/document.xml": "docx"}
ENDINGS: Final = {
    "pdf": (".pdf",),
    "png": (".png",),
    "jpeg": (".jpg", ".jpeg"),
    "xlsx": (".xlsx",),
    "docx": (".docx",),
    "text": (".csv", ".tsv", ".txt"),
}
MOST_ENTRIES: Final = 10_000
CONTROLS: Final = frozenset([*range(32), 127]) - {9, 10, 12, 13}


def file_type(content: bytes) -> str | None:
    r"""The kind of file, or None for what is not taken.

    Office files with macros and texts that a browser could take for a page are not.

    >>> file_type(b"%PDF-1.7 ..."), file_type(b"part,price"), file_type(b"MZ\x90\0")
    ('pdf', 'text', None)
    >>> file_type(b" <svg onload=...>"), file_type(b"")
    (None, None)
    """
    for start, kind in MAGIC:
        if content.startswith(start):
            return kind
    if content.startswith(b"PK\x03\x04"):
        return _office_type(content)
    return "text" if _is_plain_text(content) else None


def _office_type(content: bytes) -> str | None:
    """Read the directory only; nothing is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = set(archive.namelist())
    # The directory of a damaged file fails in any of these ways; it is no office file.
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return None
    if len(names) > MOST_ENTRIES or "[Content_Types].xml" not in names:
        return None
    if any(name.lower().endswith("vbaproject.bin") for name in names):
        return None
    found = [kind for name, kind in OFFICE.items() if name in names]
    return found[0] if len(found) == 1 else None


def _is_plain_text(content: bytes) -> bool:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return False
    start = text.lstrip()
    return bool(start) and start[0] != "<" and CONTROLS.isdisjoint(content)


def with_ending(name: str, kind: str) -> str:
    """The name with an ending that its content has.

    >>> with_ending("terms.PDF", "pdf"), with_ending("terms.exe", "pdf")
    ('terms.PDF', 'terms.exe.pdf')
    """
    endings = ENDINGS[kind]
    return name if name.lower().endswith(endings) else name + endings[0]
