import hashlib
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

import pytest
from hypothesis import given, strategies as st

from procurement.canonical import (
    NotCanonicalError,
    canonical_json,
    canonical_value,
    digest,
    plain_text,
)
from procurement.money import Money, TaxBasis

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals(allow_nan=False, allow_infinity=False, places=6)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=4
        )
    ),
    max_leaves=12,
)


class Colour(StrEnum):
    RED = "red"


def test_keys_are_sorted_and_blanks_left_out():
    assert canonical_json({"b": 1, "a": {"d": [], "c": None}}) == (
        '{"a":{"c":null,"d":[]},"b":1}'
    )


def test_decimals_are_strings_that_agree_for_equal_values():
    assert canonical_json([Decimal("1.50"), Decimal("1.5"), Decimal("15E-1")]) == (
        '["1.5","1.5","1.5"]'
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1E+3", "1000"),
        ("1E-7", "0.0000001"),
        ("-0.00", "0"),
        ("-0", "0"),
        ("100", "100"),
        ("-1.10", "-1.1"),
    ],
)
def test_decimal_text_has_no_exponent_closing_zero_or_negative_zero(value, text):
    assert plain_text(Decimal(value)) == text


def test_text_stays_as_typed_in_utf_8():
    assert canonical_json("浪潮 é\n") == '"浪潮 é\\n"'
    assert digest("浪潮") == hashlib.sha256('"浪潮"'.encode()).hexdigest()


def test_dates_instants_identifiers_and_choices_have_one_form():
    east = timezone(timedelta(hours=1))
    value = [
        date(2026, 11, 16),
        datetime(2026, 11, 20, 12, 4, tzinfo=east),
        datetime(2026, 11, 20, 11, 4, 0, 5, tzinfo=UTC),
        UUID(int=1),
        Colour.RED,
        {Colour.RED: True},
    ]

    assert canonical_value(value) == [
        "2026-11-16",
        "2026-11-20T11:04:00Z",
        "2026-11-20T11:04:00.000005Z",
        "00000000-0000-0000-0000-000000000001",
        "red",
        {"red": True},
    ]


def test_money_is_its_three_strings():
    price = Money(Decimal("1.20"), "USD", TaxBasis.NET)

    assert canonical_json(MappingProxyType({"price": price})) == (
        '{"price":{"amount":"1.2","currency":"USD","tax_basis":"net"}}'
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (1.0, "$: float is not exact"),
        ({"a": [float("nan")]}, "$.a[0]: float is not exact"),
        (Decimal("NaN"), "$: Decimal('NaN') has no canonical form"),
        (Decimal("Infinity"), "$: Decimal('Infinity') has no canonical form"),
        ({1: "a"}, "$: key 1 is not text"),
        ({"a", "b"}, None),
        (b"bytes", "$: b'bytes' has no canonical form"),
        (
            datetime(2026, 1, 1),  # noqa: DTZ001 -- the naive instant is the case
            "$: instant without time zone",
        ),
        ("\ud800", "$: text is not valid Unicode"),
        ({"\udfff": 1}, "$: text is not valid Unicode"),
        (object, "$: <class 'object'> has no canonical form"),
    ],
)
def test_what_has_no_exact_form_is_refused_with_its_place(value, message):
    with pytest.raises(NotCanonicalError) as refusal:
        canonical_json(value)

    assert message is None or str(refusal.value) == message
    assert refusal.value.path.startswith("$")


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), values))
def test_order_of_keys_never_changes_the_digest(members):
    backwards = dict(reversed(members.items()))

    assert digest(backwards) == digest(members)
