"""Hostile archives are refused from their directory, fast and in little memory."""

import io
import subprocess
import sys
import textwrap
import time
import zipfile

import pytest

from catalog.imports.errors import ImportRefusedError
from catalog.imports.quotes import read_quote
from catalog.imports.spreadsheets import limits
from catalog.imports.spreadsheets.package import Package, packed
from catalog.imports.template import quote_workbook
from tests.catalog.imports.samples import BRIEF, make_sheet, with_parts

SHEET = "xl/worksheets/sheet1.xml"


def workbook() -> bytes:
    return quote_workbook(BRIEF, sheet=make_sheet())


def codes(content: bytes) -> list[str]:
    return [error.code.value for error in read_quote(content).errors]


def zeros(name: str, size: int) -> bytes:
    """An archive with one part of nothing but zeros: about 1,000 to 1."""
    target = io.BytesIO()
    with (
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open(name, "w") as part,
    ):
        for _ in range(size // limits.MEGABYTE):
            part.write(b"\0" * limits.MEGABYTE)
    return target.getvalue()


def test_a_sound_workbook_passes():
    assert codes(workbook()) == []


def test_a_bomb_is_refused_within_a_second():
    bomb = zeros(SHEET, 64 * limits.MEGABYTE)
    start = time.process_time()

    assert codes(bomb) == ["workbook_too_large"]
    assert time.process_time() - start < 1


def test_many_parts_that_are_large_together_are_refused():
    target = io.BytesIO(workbook())
    with zipfile.ZipFile(target, "a", zipfile.ZIP_DEFLATED) as archive:
        for number in range(60):
            archive.writestr(f"xl/media/{number}.bin", b"\0" * 900_000)

    assert codes(target.getvalue()) == ["workbook_too_large"]


def test_too_many_parts_are_refused():
    parts = {f"xl/media/{number}": b"" for number in range(limits.PARTS)}

    assert codes(with_parts(workbook(), parts)) == ["workbook_too_large"]


def test_a_directory_that_understates_a_size_does_not_help():
    content = bytearray(zeros(SHEET, 20 * limits.MEGABYTE))
    true_size = (20 * limits.MEGABYTE).to_bytes(4, "little")
    small = (1000).to_bytes(4, "little")
    lie = bytes(content).replace(true_size, small)
    package = Package(lie)

    with pytest.raises(ImportRefusedError) as refusal:
        package.read(SHEET)

    assert refusal.value.error.code == "file_broken"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("xl/vbaProject.bin", "workbook_macros"),
        ("xl/activeX/activeX1.xml", "workbook_macros"),
        ("xl/macrosheets/sheet1.xml", "workbook_macros"),
        ("customUI/customUI.xml", "workbook_macros"),
        ("xl/externalLinks/externalLink1.xml", "workbook_external"),
        ("xl/embeddings/oleObject1.bin", "workbook_external"),
        ("xl/connections.xml", "workbook_external"),
        ("xl/queryTables/queryTable1.xml", "workbook_external"),
        ("../../evil.xml", "workbook_unsafe"),
        ("xl/../../evil.xml", "workbook_unsafe"),
        ("/etc/evil.xml", "workbook_unsafe"),
        ("C:\\evil.xml", "workbook_unsafe"),
        ("xl/Workbook.xml", "workbook_unsafe"),
    ],
)
def test_a_forbidden_part_is_refused(name, code):
    assert codes(with_parts(workbook(), {name: b"x"})) == [code]


def test_a_link_to_a_file_is_refused():
    target = io.BytesIO(workbook())
    link = zipfile.ZipInfo("xl/link")
    link.create_system = 3
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(target, "a") as archive:
        archive.writestr(link, "/etc/passwd")

    assert codes(target.getvalue()) == ["workbook_unsafe"]


def test_an_unusual_compression_is_refused():
    target = io.BytesIO(workbook())
    with zipfile.ZipFile(target, "a", zipfile.ZIP_LZMA) as archive:
        archive.writestr("xl/extra.xml", "x")

    assert codes(target.getvalue()) == ["workbook_unsafe"]


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04", b"PK\x03\x04" + b"\0" * 100, workbook()[:-200]]
)
def test_a_damaged_archive_is_refused(content):
    assert codes(content) == ["file_broken"]


@pytest.mark.parametrize("at", range(40, 6000, 331))
def test_a_flipped_byte_never_escapes_as_another_exception(at):
    content = bytearray(workbook())
    content[at] ^= 0xFF

    reading = read_quote(bytes(content))

    assert (reading.sheet is None) == bool(reading.errors)


def test_an_archive_of_another_kind_is_refused():
    assert codes(packed({"a.txt": b"x"})) == ["workbook_kind"]


@pytest.mark.slow
def test_hostile_files_leave_the_memory_small():
    code = textwrap.dedent(
        """
        import re, pathlib
        from catalog.imports.quotes import read_quote
        from tests.catalog.imports.spreadsheets import hostile

        for content in hostile.everything():
            assert read_quote(content).errors, content[:40]
        # The peak of this program alone: getrusage() would count its parent's too.
        status = pathlib.Path("/proc/self/status").read_text()
        print(int(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1]) // 1024)
        """
    )

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert int(done.stdout) < 300
