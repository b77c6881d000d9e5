"""The small parts of the pages."""

from decimal import Decimal

import pytest
from django import forms
from django.template import Context, Template
from django.test import RequestFactory

from procurement.templatetags import ui


def test_user_text_in_a_part_is_escaped():
    hostile = "<img src=x onerror=alert(1)>"

    parts = [
        ui.tag("bad", hostile, "alert"),
        ui.nil(hostile),
        ui.stat(hostile, hostile, hostile, hostile),
        ui.bar(1, 2, hostile + '"'),
        ui.progress(1, 2, hostile + '"'),
    ]

    assert all("<img" not in part and 'x"' not in part for part in parts)


def test_a_bar_carries_its_widths_as_attributes():
    drawn = ui.bars([("f1", Decimal(30)), ("f2", Decimal(70))], 100, "30, 70 %")

    assert 'x="0.00%" width="30.00%"' in drawn
    assert 'x="30.00%" width="70.00%"' in drawn
    assert "style" not in drawn


@pytest.mark.parametrize(
    ("state", "score", "words"),
    [
        ("scored", 4, 'sc-4">4<'),
        ("scored", None, "not scored"),
        ("not_scored", None, "not scored"),
        ("na_proposed", None, "N/A ?"),
        ("na", None, "N/A"),
        ("declined", None, "Declined"),
        ("recused", None, "Recused"),
        ("auto", Decimal("3.64"), "3.6"),
        ("auto", None, "not scored"),
        ("sealed", None, "price not released"),
    ],
)
def test_each_cell_state_has_its_look(state, score, words):
    assert words in ui.score_cell(state, score)


def test_each_admission_state_has_a_badge():
    assert "Under review" in ui.admission("under_review")
    assert "Knocked out" in ui.admission("knocked_out")


def test_a_link_to_a_page_that_does_not_exist_is_left_out():
    page = Template('{% load ui %}{% nav_link "nowhere:list" "list" "Nowhere" %}')

    assert page.render(Context({"request": RequestFactory().get("/")})).strip() == ""


def test_a_field_shows_its_help_and_errors_by_identifier():
    class SampleForm(forms.Form):
        name = forms.CharField(help_text="As on the passport.")
        agrees = forms.BooleanField(required=False)
        roles = forms.MultipleChoiceField(
            choices=[("a", "A")], widget=forms.CheckboxSelectMultiple
        )
        kind = forms.ChoiceField(choices=[("x", "X")])

    form = SampleForm({"roles": ["a"], "kind": "x"})
    page = Template('{% include "components/form.html" %}')

    drawn = page.render(Context({"form": form, "submit": "Send", "cancel_url": "/"}))
    html = " ".join(drawn.split())

    assert 'id="id_name_error"' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'value="a" id="id_roles_0" checked' in " ".join(html.split())
    assert 'class="form-select"' in html


def test_columns_and_their_cells_are_walked_together():
    assert ui.beside("ab", [1, 2]) == [("a", 1), ("b", 2)]
    with pytest.raises(ValueError, match="zip"):
        ui.beside("ab", [1])
    assert ui.item({"a": 1}, "a") == 1


def test_a_complete_progress_is_marked_and_keeps_its_base():
    drawn = ui.progress(4, 4, "Cells")

    assert 'max="4" class="full" aria-label="Cells"' in drawn
    assert "4 / 4" in drawn
    assert "full" not in ui.progress(0, 0, "Cells")


def test_initials_are_those_of_the_first_and_the_last_word():
    assert [ui.initials(name) for name in ("Helena M. Brandt", "HPE", "", "陈 伟")] == [
        "HB",
        "H",
        "",
        "陈伟",
    ]


def test_a_span_is_drawn_with_a_line_where_the_weight_stands():
    drawn = ui.span_bar(Decimal("14.49"), Decimal("22.75"), 20, "Budget")

    assert 'class="fw" x="14.49%" width="8.26%"' in drawn
    assert 'class="fa" x="19.50%" width="1%"' in drawn
    assert 'x="0.00%" width="1%"' in ui.span_bar(0, 5, 0, "none")
    assert 'x="99.00%" width="1%"' in ui.span_bar(5, 100, 100, "all")
