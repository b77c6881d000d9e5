"""What an officer types to start an evaluation, and why one ends or comes back."""

from typing import Any, override

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.tenders import TenderForm
from catalog.services.tenders import TenderTerms
from scoring.models.criteria import in_language
from scoring.selectors.criteria_templates import template_choices


def templates() -> list[tuple[str, str]]:
    """The shipped templates, named in the reader's language."""
    return [
        (key, in_language(english, chinese))
        for key, english, chinese in template_choices()
    ]


class EvaluationForm(TenderForm):
    """A new evaluation: its terms, and the template of its criteria."""

    template = forms.ChoiceField(
        label=_("Template of the criteria"),
        choices=templates,
        widget=forms.RadioSelect,
        help_text=_("weights and texts can be changed until quotes come in"),
    )

    def __init__(self, *args: Any, **words: Any) -> None:
        super().__init__(*args, **words)
        self.fields["template"].initial = templates()[0][0]

    @property
    @override
    def terms(self) -> TenderTerms:
        """The terms of a valid form."""
        names = TenderTerms.__dataclass_fields__
        return TenderTerms(**{name: self.cleaned_data[name] for name in names})


class ReasonForm(forms.Form):
    """Why an evaluation is cancelled or reopened; it is printed in the report."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
