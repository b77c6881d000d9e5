"""Fields of the trade: percentages are fractions inside, numbers stay exact."""

from datetime import datetime
from decimal import Decimal

import pytest
from django import forms
from django.core.exceptions import ValidationError

from catalog.forms.fields import (
    DateField,
    DecimalField,
    LocalTimeField,
    PercentField,
    choose_from,
    currency_choices,
    currency_field,
    zone_choices,
)
from catalog.models import Vendor
from procurement.money import CURRENCIES
from tests.factories import make_vendor


def test_percent_is_a_fraction_inside_and_a_percent_outside():
    field = PercentField()

    assert field.clean("13.5") == Decimal("0.135")
    assert field.prepare_value(Decimal("0.135000")) == "13.5"
    assert field.prepare_value("13,") == "13,"
    assert PercentField(required=False).clean("") is None


@pytest.mark.parametrize("typed", ["-1", "101", "1.00001", "NaN", "thirteen"])
def test_percent_out_of_bounds_is_refused(typed):
    with pytest.raises(ValidationError):
        PercentField().clean(typed)


@pytest.mark.parametrize("typed", ["1,234.5", "1.2345678", "Infinity"])
def test_number_is_typed_plainly_or_refused(typed):
    with pytest.raises(ValidationError):
        DecimalField(max_digits=20, decimal_places=6).clean(typed)


def test_number_is_shown_without_closing_zeros():
    assert DecimalField().prepare_value(Decimal("243900.000000")) == "243900"
    assert DecimalField().prepare_value("x") == "x"


def test_every_currency_can_be_chosen_the_usual_ones_first():
    codes = [code for code, _label in currency_choices()]

    assert codes[:3] == ["", "USD", "EUR"]
    assert set(codes[1:]) == set(CURRENCIES)
    with pytest.raises(ValidationError):
        currency_field("Currency").clean("EURO")


def test_zones_are_places():
    zones = [name for name, _label in zone_choices()]

    assert zones[0] == "UTC"
    assert "Europe/Berlin" in zones
    assert "CET" not in zones


def test_local_time_has_no_zone_of_its_own():
    assert LocalTimeField().clean("2026-11-20T12:00") == datetime(2026, 11, 20, 12)  # noqa: DTZ001  # what is tested
    assert LocalTimeField(required=False).clean("") is None


def test_dates_are_picked_in_iso_form():
    class Form(forms.Form):
        on = DateField()

    assert 'type="date"' in str(Form()["on"])


def test_a_choice_of_rows_gets_its_rows(db):
    class Form(forms.Form):
        vendor = forms.ModelChoiceField(queryset=Vendor.objects.none())

    form, vendor = Form(), make_vendor()

    choose_from(form, "vendor", Vendor.objects.all())

    assert list(form.fields["vendor"].queryset) == [vendor]
