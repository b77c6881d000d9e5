"""Many rows are refused in the words of the first bad one, and written as any other."""

from decimal import Decimal
from itertools import pairwise

import pytest
from django.db import IntegrityError

from catalog.models import LineBreak, QuoteLine
from procurement.bulk import check_columns, copy_rows
from procurement.cleaning import check_fields
from procurement.errors import RuleBrokenError
from tests.factories import make_quote

NAMES = ("position", "category", "label", "quantity", "unit_price", "is_optional")
SOUND = (
    (1, "server", "Chassis", Decimal(16), Decimal("205497.140749"), False),
    (2, "network", "x" * 200, Decimal("999999999.999"), None, True),
    (3, "other", "机柜", Decimal("1E+3"), Decimal(0), False),
)
WRONG = {
    "position": (-1, 40_000, None, "x", Decimal("NaN")),
    "category": ("", "rubbish", None),
    "label": ("", None, "x" * 201),
    "quantity": (
        None,
        Decimal("0.0001"),
        Decimal("1.0000"),
        Decimal(10**9),
        Decimal("1E+9"),
        Decimal("NaN"),
        Decimal("Infinity"),
        Decimal("sNaN"),
    ),
    "unit_price": (Decimal("1E-7"), Decimal("1.0000000"), Decimal(10**14), "x"),
    "is_optional": (None, "x", 7),
}


def refusal(check, *given, **options):
    with pytest.raises(RuleBrokenError) as found:
        check(*given, **options)
    return str(found.value), found.value.code, found.value.field


def test_sound_rows_pass_without_a_query(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        check_columns(QuoteLine, NAMES, SOUND)
        check_columns(QuoteLine, NAMES, [])


@pytest.mark.parametrize("name", NAMES)
def test_a_bad_value_anywhere_is_refused_as_its_own_row_would_be(name):
    at = NAMES.index(name)
    others = {field.name for field in QuoteLine._meta.fields} - set(
        NAMES
    )  # Django's documented Model._meta
    for value in WRONG[name]:
        bad = tuple(value if n == at else each for n, each in enumerate(SOUND[0]))
        row = QuoteLine(**dict(zip(NAMES, bad, strict=True)))

        found = refusal(check_columns, QuoteLine, NAMES, [*SOUND, bad, *SOUND])

        assert found == refusal(check_fields, row, exclude=others), value


def test_the_first_bad_row_speaks_whichever_its_column():
    first = (1, "server", "Chassis", Decimal(16), Decimal("1E-7"), False)
    second = (2, "rubbish", "", Decimal(16), None, False)

    _, _, field = refusal(check_columns, QuoteLine, NAMES, [*SOUND, first, second])

    assert field == "unit_price"


def test_equal_numbers_of_other_decimals_are_told_apart():
    rows = [(*SOUND[0][:3], Decimal(text), None, False) for text in ("1", "1.0000")]

    for one, other in (rows, rows[::-1]):
        assert refusal(check_columns, QuoteLine, NAMES, [one, other])[2] == "quantity"


def test_copied_rows_are_read_as_they_were_given(tender):
    offer = make_quote(tender).offers.get()
    offer.lines.all().delete()
    names = ("unit", "discount", "key", "included_in", "tax_basis")
    rest = ("a\tb\\N\n", Decimal("0.05"), "", "", "")

    copy_rows(
        QuoteLine,
        ("offer_id", *NAMES, *names),
        [(offer.pk, *row, *rest) for row in SOUND],
    )

    stored = QuoteLine.objects.filter(offer=offer).order_by("position")
    assert tuple(stored.values_list(*NAMES)) == SOUND
    assert set(stored.values_list(*names)) == {rest}
    assert all(a.pk < b.pk for a, b in pairwise(stored))


def test_the_table_refuses_what_its_constraints_forbid(tender):
    line = QuoteLine.objects.filter(offer__quote=make_quote(tender)).first()
    rows = [(line.pk, 8, 1), (line.pk, 8, 2)]

    with pytest.raises(IntegrityError, match="break_once_per_quantity"):
        copy_rows(LineBreak, ("line_id", "from_quantity", "unit_price"), rows)
