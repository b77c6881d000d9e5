"""What a person types to sign in, or to replace a password."""

from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

LONGEST = 1024


def password_field(label: Any, autocomplete: str) -> forms.CharField:  # noqa: ANN401  # a text or a lazy one
    """A password as typed: spaces, any letters, long ones too."""
    return forms.CharField(
        label=label,
        strip=False,
        max_length=LONGEST,
        widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
    )


class SignInForm(forms.Form):
    """E-mail and password; whether the account exists is not checked here."""

    email = forms.CharField(
        label=gettext_lazy("Work e-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = password_field(gettext_lazy("Password"), "current-password")


class PasswordForm(forms.Form):
    """The present password, and the new one twice."""

    old = password_field(gettext_lazy("Present password"), "current-password")
    new = password_field(gettext_lazy("New password"), "new-password")
    again = password_field(gettext_lazy("New password again"), "new-password")

    new.help_text = gettext_lazy(
        "At least 12 characters; a sentence is fine. Not a common one, nor your name."
    )

    @override
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"new", "again"} <= cleaned.keys() and cleaned["new"] != cleaned["again"]:
            raise ValidationError({"again": _("The two do not match.")})
        return cleaned
