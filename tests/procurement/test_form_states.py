"""What a form was made from, and what it would overwrite."""

from datetime import date
from decimal import Decimal

import pytest
from django import forms

from procurement.form_states import Clash, clashes, state_in, state_of, token_of


class ServerForm(forms.Form):
    """A field of each kind."""

    name = forms.CharField()
    price = forms.DecimalField()
    kind = forms.ChoiceField(choices=[("", "–"), ("air", "Air"), ("liquid", "Liquid")])
    is_open = forms.BooleanField(required=False)
    sizes = forms.MultipleChoiceField(choices=[("s", "Small"), ("l", "Large")])
    on = forms.DateField()
    today = forms.DateField(initial=date.today)
    sheet = forms.FileField(required=False)


STORED = {
    "name": "A",
    "price": Decimal("1.50"),
    "kind": "air",
    "is_open": False,
    "sizes": ["s"],
    "on": date(2026, 11, 20),
}
SEEN = {
    "name": "A",
    "price": "1.50",
    "kind": "air",
    "is_open": "False",
    "sizes": ["s"],
    "on": "2026-11-20",
}
SENT = {
    "name": "A",
    "price": "1.5",
    "kind": "air",
    "sizes": ["s"],
    "on": "2026-11-20",
}


def found(stored=None, sent=None, seen=SEEN):
    """The clashes of what is stored now and sent, with what was seen."""
    now = STORED | (stored or {})
    return clashes(
        seen,
        state_of(ServerForm(initial=now)),
        ServerForm(SENT | (sent or {}), initial=now),
    )


def test_a_state_holds_what_is_stored_and_survives_its_token():
    state = state_of(ServerForm(initial=STORED))

    assert state == SEEN
    assert state_in(token_of(state)) == SEEN


def test_a_token_that_somebody_wrote_is_none():
    assert state_in(token_of({"name": "A"})[:-1]) is None
    assert state_in("") is None


def test_what_nobody_changed_does_not_clash_whatever_is_typed():
    assert found() == []
    assert found(sent={"name": "B", "kind": "liquid"}) == []


def test_a_change_of_somebody_else_clashes_with_what_was_left_as_it_was():
    assert found(stored={"kind": "liquid"}) == [
        Clash(label="Kind", before="Air", saved="Liquid", yours="Air")
    ]


@pytest.mark.parametrize(
    ("field", "saved", "typed", "clash"),
    [
        ("name", "B", "C", ("A", "B", "C")),
        ("price", Decimal("2.00"), "3", ("1.50", "2.00", "3")),
        ("is_open", True, "", ("no", "yes", "no")),
        ("sizes", ["s", "l"], ["l"], ("Small", "Small, Large", "Large")),
        (
            "on",
            date(2026, 12, 1),
            "2026-12-02",
            ("2026-11-20", "2026-12-01", "2026-12-02"),
        ),
    ],
)
def test_each_kind_of_field_is_told_in_words(field, saved, typed, clash):
    (only,) = found(stored={field: saved}, sent={field: typed})

    assert (only.before, only.saved, only.yours) == clash


def test_the_same_change_by_both_is_no_clash():
    assert found(stored={"price": Decimal("2.00")}, sent={"price": "2"}) == []


def test_with_a_false_token_all_that_differs_from_what_is_stored_clashes():
    clash = found(sent={"name": "B"}, seen=None)

    assert clash == [Clash(label="Name", before="", saved="A", yours="B")]
