"""Forms of the panel offer only whom and what makes sense."""

from catalog.forms.panels import (
    InvitationForm,
    MemberForm,
    RateDayForm,
    RateForm,
    RecusalForm,
)
from tests.factories import make_user, make_vendor


def test_only_people_without_a_role_can_be_added(outsider, tender):
    make_user("Gone", is_active=False)

    people = MemberForm(tender=tender).fields["user"].queryset

    assert list(people) == [outsider]


def test_only_evaluators_are_recused(tender):
    people = RecusalForm(tender=tender).fields["user"].queryset

    assert [user.name for user in people] == ["Chen Wei", "Mary Okafor"]


def test_an_invited_or_retired_vendor_is_not_offered_again(tender):
    invited, free = make_vendor(), make_vendor()
    make_vendor(is_active=False)
    tender.invitations.create(vendor=invited)

    vendors = InvitationForm(tender=tender).fields["vendor"].queryset

    assert list(vendors) == [free]


def test_rate_says_in_which_currency_it_is(tender):
    form = RateForm(
        {"currency": "EUR", "rate": "1.0842", "on": "2026-11-16", "source": "ECB"},
        tender=tender,
    )

    assert form.fields["rate"].help_text == "in USD"
    assert form.is_valid()
    assert str(form.terms.rate) == "1.0842"


def test_a_day_is_needed_to_copy_rates():
    assert not RateDayForm({"day": ""}).is_valid()
    assert RateDayForm({"day": "2026-11-16"}).is_valid()
