"""The forms of a cell turn what was sent into one answer, or refuse it."""

from uuid import uuid4

import pytest

from scoring.forms.worksheets import AnswerForm, CellForm, choice_of
from scoring.models import Criterion


def criterion():
    return Criterion(kind="rubric", anchors_en=["a", "b", "c", "d", "e"])


def test_a_script_sends_state_score_comment_and_version():
    form = CellForm(
        {
            "candidate": str(uuid4()),
            "criterion": "1.2",
            "state": "scored",
            "score": 4,
            "comment": " First line.\r\nSecond. ",
            "version": 3,
        }
    )

    assert form.is_valid()
    answer = form.answer()
    assert (answer.state, answer.score, answer.seen_version) == ("scored", 4, 3)
    assert answer.comment == "First line.\nSecond."


@pytest.mark.parametrize(
    ("choice", "state", "score"),
    [
        ("5", "scored", 5),
        ("1", "scored", 1),
        ("declined", "declined", None),
        ("na_proposed", "na_proposed", None),
        ("not_scored", "not_scored", None),
    ],
)
def test_a_choice_is_a_score_or_a_state_and_back(choice, state, score):
    form = AnswerForm({"choice": choice, "version": "0"}, criterion=criterion())

    assert form.is_valid()
    answer = form.answer()
    assert (answer.state, answer.score) == (state, score)
    assert choice_of(state, score) == choice


def test_each_score_is_offered_with_its_meaning_and_none_is_chosen():
    form = AnswerForm(criterion=criterion(), initial={"choice": "not_scored"})

    labels = [label for _value, label in form.fields["choice"].choices]
    assert labels[:5] == ["5 · e", "4 · d", "3 · c", "2 · b", "1 · a"]


@pytest.mark.parametrize("choice", ["", "6", "0", "na", "recused"])
def test_another_choice_is_refused(choice):
    form = AnswerForm({"choice": choice, "version": "0"}, criterion=criterion())

    assert not form.is_valid()
    assert list(form.errors) == ["choice"]
