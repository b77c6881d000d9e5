"""The forms of one worksheet cell: as a script sends it, and without a script."""

from typing import Any, Final, override

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Cell, Criterion
from scoring.selectors.worksheets.notes import anchors
from scoring.services.worksheets import COMMENT_LENGTH, Answer

LAST_VERSION: Final = 2**31 - 1
SCORES: Final = ("5", "4", "3", "2", "1")


class CommentField(forms.CharField):
    """A comment of several lines; line ends count as one character everywhere."""

    def __init__(self, **more: Any) -> None:
        super().__init__(
            label=_("Comment"),
            required=False,
            max_length=COMMENT_LENGTH,
            widget=forms.Textarea(attrs={"rows": 4}),
            **more,
        )

    @override
    def to_python(self, value: Any) -> Any:
        """Bring the line ends of every browser into one form."""
        text = super().to_python(value)
        return text.replace("\r\n", "\n") if isinstance(text, str) else text


class CellForm(forms.Form):
    """A cell as the grid's script sends it."""

    candidate = forms.UUIDField()
    criterion = forms.CharField(max_length=20)
    state = forms.ChoiceField(choices=Cell.State.choices)
    score = forms.IntegerField(required=False, min_value=1, max_value=5)
    comment = CommentField()
    version = forms.IntegerField(min_value=0, max_value=LAST_VERSION)

    def answer(self) -> Answer:
        """What was sent, as the service takes it."""
        sent = self.cleaned_data
        return Answer(
            state=sent["state"],
            score=sent["score"],
            comment=sent["comment"],
            seen_version=sent["version"],
        )


class AnswerForm(forms.Form):
    """A cell as a plain form: one choice, a comment, the version that was seen."""

    choice = forms.ChoiceField(label=_("Your answer"), widget=forms.RadioSelect)
    comment = CommentField(
        help_text=_("Due for 1, 5, a proposed N/A and a decline before you submit.")
    )
    version = forms.IntegerField(
        min_value=0, max_value=LAST_VERSION, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, criterion: Criterion, **more: Any) -> None:
        super().__init__(*args, **more)
        meanings = zip(SCORES, anchors(criterion), strict=True)
        self.fields["choice"].choices = [  # type: ignore[attr-defined]  # a ChoiceField
            *((score, f"{score} · {words}") for score, words in meanings),
            (Cell.State.NOT_SCORED, _("not scored yet")),
            (Cell.State.NA_PROPOSED, _("propose N/A for all candidates")),
            (Cell.State.DECLINED, _("decline: I can't judge this cell")),
        ]

    def answer(self) -> Answer:
        """What was chosen, as the service takes it."""
        chosen = self.cleaned_data["choice"]
        is_score = chosen in SCORES
        return Answer(
            state=Cell.State.SCORED if is_score else chosen,
            score=int(chosen) if is_score else None,
            comment=self.cleaned_data["comment"],
            seen_version=self.cleaned_data["version"],
        )


def choice_of(state: str, score: int | None) -> str:
    """The choice of :class:`AnswerForm` that stands for a stored answer."""
    return str(score) if state == Cell.State.SCORED else state
