"""A verdict is a consensus in half steps or a waiver, always with a reason."""

from decimal import Decimal

import pytest

from scoring.forms.moderation import VerdictForm, value_of


def form_of(**fields):
    return VerdictForm({"value": "3", "reason": "Seen.", "version": "2"} | fields)


def test_a_consensus_has_its_value_reason_and_seen_version():
    form = form_of(value="3.5")

    assert form.is_valid()
    verdict = form.verdict()
    assert (verdict.value, verdict.reason) == (Decimal("3.5"), "Seen.")
    assert verdict.seen_version == 2


def test_a_waiver_has_no_value_whatever_is_chosen():
    form = form_of(waive="1")

    assert form.is_valid()
    assert (form.choice(), form.verdict().value) == ("waive", None)


@pytest.mark.parametrize(
    "fields", [{"value": "0"}, {"value": "3.3"}, {"reason": " "}, {"version": "-1"}]
)
def test_another_value_no_reason_or_no_version_is_refused(fields):
    assert not form_of(**fields).is_valid()


def test_a_choice_becomes_its_value():
    assert (value_of("1.5"), value_of("waive")) == (Decimal("1.5"), None)
