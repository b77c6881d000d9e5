"""The reason of a verdict in both languages, for the forms that ask for one."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ReasonedForm(forms.Form):
    """A verdict, which its form names, and why; nothing is chosen to begin with."""

    field_order = ("verdict", "reason_en", "reason_zh")
    reason_en = forms.CharField(
        label=_("Reason in English"),
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("printed in the report"),
    )
    reason_zh = forms.CharField(
        label=_("Reason in Chinese"),
        max_length=400,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
