"""What an administrator types about people."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from procurement.accounts.models.users import ORGANISATION_ROLES
from procurement.permissions import ROLE_NAMES

ROLE_CHOICES = [(role.value, ROLE_NAMES[role]) for role in ORGANISATION_ROLES]


class RolesForm(forms.Form):
    """The roles of a person in the organisation."""

    roles = forms.MultipleChoiceField(
        label=_("Roles in the organisation"),
        required=False,
        choices=ROLE_CHOICES,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Roles inside an evaluation are given by its officers."),
    )


class UserForm(RolesForm):
    """A new person."""

    email = forms.EmailField(label=_("Work e-mail"), max_length=254)
    name = forms.CharField(label=_("Name"), max_length=120)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    field_order = ("name", "email", "language", "roles")
