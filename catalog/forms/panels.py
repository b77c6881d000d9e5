"""Members, recusals, invitations and rates of one evaluation."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import DateField, DecimalField, choose_from, currency_field
from catalog.models import Tender, Vendor
from catalog.models.tenders import TENDER_ROLES
from catalog.services.rates import RateTerms
from procurement.accounts.models import User
from procurement.permissions import ROLE_NAMES, Role


class MemberForm(forms.Form):
    """A person and the one role they get."""

    user = forms.ModelChoiceField(label=_("Person"), queryset=User.objects.none())
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[(role.value, ROLE_NAMES[role]) for role in TENDER_ROLES],
    )

    def __init__(self, *arguments: Any, tender: Tender, **options: Any) -> None:
        super().__init__(*arguments, **options)
        people = User.objects.filter(is_active=True).exclude(memberships__tender=tender)
        choose_from(self, "user", people.order_by("name", "id"))


class RecusalForm(forms.Form):
    """An evaluator, the vendor they lose, and why."""

    user = forms.ModelChoiceField(label=_("Evaluator"), queryset=User.objects.none())
    vendor = forms.ModelChoiceField(label=_("Vendor"), queryset=Vendor.objects.none())
    reason = forms.CharField(label=_("Reason"), max_length=250)

    def __init__(self, *arguments: Any, tender: Tender, **options: Any) -> None:
        super().__init__(*arguments, **options)
        evaluators = User.objects.filter(
            memberships__tender=tender, memberships__role=Role.EVALUATOR
        )
        choose_from(self, "user", evaluators.order_by("name", "id"))
        choose_from(self, "vendor", Vendor.objects.filter(is_active=True))


class InvitationForm(forms.Form):
    """A vendor to ask for a quote."""

    vendor = forms.ModelChoiceField(label=_("Vendor"), queryset=Vendor.objects.none())

    def __init__(self, *arguments: Any, tender: Tender, **options: Any) -> None:
        super().__init__(*arguments, **options)
        vendors = Vendor.objects.filter(is_active=True)
        choose_from(self, "vendor", vendors.exclude(invitations__tender=tender))


class RateForm(forms.Form):
    """One unit of a currency in the evaluation's own."""

    currency = currency_field(_("One unit of"))
    rate = DecimalField(
        label=_("Is worth"), min_value=0, max_digits=24, decimal_places=12
    )
    on = DateField(label=_("Date"))
    source = forms.CharField(
        label=_("Source"), max_length=120, help_text=_("such as ECB reference")
    )

    def __init__(self, *arguments: Any, tender: Tender, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["rate"].help_text = _("in %(currency)s") % {
            "currency": tender.currency
        }

    @property
    def terms(self) -> RateTerms:
        """The rate of a valid form."""
        return RateTerms(**self.cleaned_data)


class RateDayForm(forms.Form):
    """The day whose catalogue rates are frozen."""

    day = DateField(label=_("Newest rates not after"))
