"""Sections and labels answer to both languages."""

import pytest

from catalog.imports.labels import Label, Language, Section, section_named


@pytest.mark.parametrize(
    ("name", "section"),
    [
        ("Quote", Section.QUOTE),
        (" LINES ", Section.LINES),
        ("明细", Section.LINES),
        ("Lists", None),
    ],
)
def test_a_section_is_found_by_either_name(name, section):
    assert section_named(name) == section


def test_a_label_is_written_in_one_language_and_read_in_both():
    label = Label(en="Unit price", zh="单价")

    assert label.to(Language.CHINESE) == "单价"
    assert label.folded == {"unit price", "单价"}
