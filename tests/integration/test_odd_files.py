"""Each odd or hostile file is imported exactly, or refused with a sentence and a place.

Every file is read in a process of its own, whose peak of memory and time are bounded;
``pytest -v`` prints them as a table.
"""

from collections.abc import Iterator

import pytest

from catalog.imports.quotes import QuoteReading
from tests.catalog.imports.measured import Measurement, measured
from tests.catalog.imports.odd_files import FILES
from tests.catalog.imports.samples import faults

MEGABYTES, SECONDS = 300, 5


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[dict[str, Measurement]]:
    """What each file took, printed at the end where more than dots are asked for."""
    taken: dict[str, Measurement] = {}
    yield taken
    if request.config.get_verbosity() > 0:
        capture = request.config.pluginmanager.getplugin("capturemanager")
        with capture.global_and_fixture_disabled():
            rows = (line(name, found) for name, found in taken.items())
            print("", *rows, sep="\n")  # noqa: T201 -- the table that -v asks for


def line(name: str, found: Measurement) -> str:
    took = f"{found.megabytes:4} MB {found.seconds:6.3f} s"
    return f"{name:<34} {took}  {outcome(found.reading)}"


def outcome(reading: QuoteReading) -> str:
    if reading.sheet is not None:
        return "imported"
    (error,) = reading.errors
    return " ".join(part for part in (error.sheet, error.cell, error.text) if part)


@pytest.mark.parametrize("name", FILES)
def test_an_odd_file_is_imported_rightly_or_refused_in_words_within_bounds(
    name, tmp_path, table
):
    odd = FILES[name]
    path = tmp_path / odd.name
    path.write_bytes(odd.build())

    found = table[name] = measured(path)

    if isinstance(odd.gives, tuple):
        assert faults(found.reading) == [odd.gives]
    else:
        assert found.reading.errors == ()
        assert found.reading.sheet == odd.gives
    assert found.megabytes < MEGABYTES
    assert found.seconds < SECONDS


def test_a_refusal_without_a_cell_speaks_of_the_file(tmp_path):
    path = tmp_path / "quote.xlsx"
    path.write_bytes(FILES["zip bomb"].build())

    (error,) = measured(path).reading.errors

    assert error.text == "The workbook is too large when unpacked."
