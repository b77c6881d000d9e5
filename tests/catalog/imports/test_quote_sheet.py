"""A quote as written: lines by offer, names in both languages."""

from catalog.imports.quote_sheet import (
    CATEGORY_NAMES,
    MILESTONE_NAMES,
    Category,
    Milestone,
)
from tests.catalog.imports.samples import make_line, make_offer, make_sheet


def test_lines_are_found_by_offer():
    sheet = make_sheet(make_line(), make_line(offer="Other"))

    assert sheet.lines_of("Other") == (sheet.lines[1],)
    assert make_offer(nodes=16, gpus_per_node=8).gpus == 128


def test_each_category_has_both_names():
    assert set(CATEGORY_NAMES) == set(Category)
    assert set(MILESTONE_NAMES) == set(Milestone)
