"""An order reads back as it was written, and moves one place at a time."""

import pytest

from procurement.errors import RuleBrokenError
from scoring.selectors.arrangements import DOWN, UP, read_arrangement

TEXT = "K1 K2\n1: 1.1 1.2\n2: 2.1\n3: "


def test_an_order_reads_back_as_it_was_written():
    assert read_arrangement(TEXT).text == TEXT
    assert read_arrangement(TEXT.replace("\n", "\r\n")).text == TEXT


@pytest.mark.parametrize(
    ("key", "step", "expected"),
    [
        ("1.2", UP, "K1 K2\n1: 1.2 1.1\n2: 2.1\n3: "),
        ("1.2", DOWN, "K1 K2\n1: 1.1\n2: 1.2 2.1\n3: "),
        ("2.1", UP, "K1 K2\n1: 1.1 1.2 2.1\n2: \n3: "),
        ("2.1", DOWN, "K1 K2\n1: 1.1 1.2\n2: \n3: 2.1"),
        ("2", UP, "K1 K2\n2: 2.1\n1: 1.1 1.2\n3: "),
        ("K2", UP, "K2 K1\n1: 1.1 1.2\n2: 2.1\n3: "),
    ],
)
def test_one_place_at_a_time(key, step, expected):
    assert read_arrangement(TEXT).moved(key, step).text == expected


@pytest.mark.parametrize("text", ["K1\n1 1.1", "K1\n1: 1.1\n1: 1.2"])
def test_what_is_no_order_is_refused(text):
    with pytest.raises(RuleBrokenError) as caught:
        read_arrangement(text)

    assert caught.value.code == "arrangement_incomplete"


def test_a_key_that_is_none_does_not_move():
    with pytest.raises(RuleBrokenError) as caught:
        read_arrangement(TEXT).moved("9.9", UP)

    assert caught.value.code == "criterion_unknown"
