"""Text takes one normal form, hides nothing and runs nowhere."""

import unicodedata

import pytest
from hypothesis import given, strategies as st

from catalog.imports.errors import ImportRefusedError
from catalog.imports.texts import (
    clean_line,
    clean_lines,
    folded,
    guarded,
    unguarded,
)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Acme\u202e Corp", "Acme Corp"),
        ("\ufeffAc\u200bme", "Acme"),
        ("\uff21\uff43\uff4d\uff45\u3000\uff11\uff12", "Acme 12"),
        ("a\tb\nc", "a b c"),
        ("浪潮", "浪潮"),
        ("e\u200b\u0301", "é"),
        ("👩\u200d🔬", "👩\u200d🔬"),
    ],
)
def test_a_line_takes_its_normal_form(text, clean):
    assert clean_line(text) == clean


def test_line_ends_become_one_kind():
    assert clean_lines("a\r\nb\rc\u2028d  \n") == "a\nb\nc\nd"


@pytest.mark.parametrize("text", ["a\0b", "\x01", "\x1b[31m", "\ud800", "\uffff"])
def test_what_cannot_be_printed_is_refused(text):
    with pytest.raises(ImportRefusedError, match="cannot be printed"):
        clean_line(text)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"])))
def test_cleaning_twice_changes_nothing(text):
    clean = clean_lines(text)

    assert clean_lines(clean) == clean
    assert unicodedata.is_normalized("NFKC", clean)


def test_labels_are_compared_without_case_width_space_and_star():
    assert folded("\uff35nit  PRICE *") == "unit price"


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1", "@SUM", "\t=1", "\r=1", "\uff1d1", "\uff0b", "'=1", "''-x"],
)
def test_a_text_that_a_program_would_run_is_guarded(text):
    assert guarded(text) == f"'{text}"
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("text", ["", "a=1", "'tis", "5 - 3", "数量"])
def test_a_harmless_text_stays(text):
    assert guarded(text) == text
    assert unguarded(text) == text


@given(st.text())
def test_guarding_is_taken_back(text):
    assert unguarded(guarded(text)) == text
