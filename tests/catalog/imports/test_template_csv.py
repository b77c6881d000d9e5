"""The text table opens in a spreadsheet program and runs nothing there."""

from dataclasses import replace

from catalog.imports.labels import Language
from catalog.imports.template import quote_text_table
from tests.catalog.imports.samples import BRIEF, make_sheet


def table(sheet=None, language=Language.ENGLISH) -> str:
    return quote_text_table(BRIEF, language, sheet).decode("utf-8-sig")


def test_it_starts_with_its_mark_and_says_what_it_is():
    content = quote_text_table(BRIEF)

    assert content.startswith(b"\xef\xbb\xbfTemplate,GPU-QUOTE-1\r\n")


def test_a_text_that_a_program_would_run_is_guarded_and_a_number_is_not():
    sheet = make_sheet(vendor="=HYPERLINK(0)", notes="-x")

    lines = table(sheet).splitlines()

    assert "Vendor *,'=HYPERLINK(0)," in lines
    assert "Notes,'-x," in lines
    priced = "Base,Server,chassis,Server with 8 GPUs,node,16,205497.140749"
    assert priced + "," * 15 in lines


def test_a_thousandth_is_written_so_that_it_is_no_thousand():
    line = replace(make_sheet().lines[0], unit_price=make_sheet().lines[0].quantity)
    line = replace(line, quantity=line.quantity.scaleb(-3) + 1)

    assert ",1.0160,16," in table(make_sheet(line))


def test_the_labels_follow_the_language():
    lines = table(language=Language.CHINESE).splitlines()

    assert lines[0] == "模板,GPU-QUOTE-1"
    assert "[明细]" in lines
    assert "供应商 *,Example Systems," in lines
