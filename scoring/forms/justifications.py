"""What an officer types about a low price: the question, the answer, the verdict."""

from datetime import datetime
from typing import Any, override

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import LocalTimeField
from catalog.models import Tender
from catalog.services.justifications import Letter
from scoring.forms.reasons import ReasonedForm
from scoring.services.justifications import Question, Verdict


class InZoneForm(forms.Form):
    """A form whose time is meant in the zone of the evaluation."""

    moment = ""

    def __init__(self, *arguments: Any, tender: Tender, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.zone = tender.zone

    @override
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get(self.moment):
            cleaned[self.moment] = cleaned[self.moment].replace(tzinfo=self.zone)
        return cleaned


class QuestionForm(InZoneForm):
    """What the vendor is asked, and until when it answers."""

    moment = "due_at"
    text = forms.CharField(
        label=_("Question to the vendor"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("the vendor reads it behind its own link"),
    )
    due_at = LocalTimeField(label=_("Answer due"))

    @property
    def question(self) -> Question:
        """The question of a valid form."""
        return Question(**self.cleaned_data)


class LetterForm(InZoneForm):
    """What came by letter or mail, and when."""

    moment = "received_at"
    text = forms.CharField(
        label=_("Answer of the vendor"),
        max_length=8000,
        widget=forms.Textarea(attrs={"rows": 8}),
    )
    received_at = LocalTimeField(label=_("Received"))

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # Worked out anew by each form: nobody overwrites what was stored.
        self.fields["received_at"].initial = self._now

    def _now(self) -> datetime:
        return timezone.make_naive(timezone.now(), self.zone)

    @property
    def letter(self) -> Letter:
        """The letter of a valid form."""
        return Letter(**self.cleaned_data)


class VerdictForm(ReasonedForm):
    """Accepted or not."""

    verdict = forms.ChoiceField(
        label=_("Decision"),
        choices=[
            ("accepted", _("Justified: the candidate is admitted")),
            ("not_accepted", _("Not justified: the candidate is rejected")),
        ],
        widget=forms.RadioSelect,
    )

    @property
    def decision(self) -> Verdict:
        """The verdict of a valid form."""
        return Verdict(
            is_accepted=self.cleaned_data["verdict"] == "accepted",
            reason=self.cleaned_data["reason_en"],
            reason_zh=self.cleaned_data["reason_zh"],
        )
