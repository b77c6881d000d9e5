"""Faults of imported files in the reader's language."""

from catalog.imports.errors import CellError
from catalog.imports.messages import MESSAGES as TEMPLATES, Fault
from catalog.selectors.cell_errors import MESSAGES, shown_error

AMBIGUOUS = CellError(
    code=Fault.NUMBER_AMBIGUOUS,
    params={"value": "1.234"},
    sheet="Lines",
    row=5,
    column=7,
)


def test_every_sentence_of_the_readers_is_listed_for_translation():
    assert set(MESSAGES) == set(TEMPLATES.values())


def test_fault_is_told_with_its_sheet_and_cell():
    shown = shown_error(AMBIGUOUS)

    assert (shown.sheet, shown.cell) == ("Lines", "G5")
    assert shown.text.startswith("“1.234” can be read as a thousand")


def test_a_sealed_quotes_value_is_not_repeated():
    assert "1.234" not in shown_error(AMBIGUOUS, hides_values=True).text
