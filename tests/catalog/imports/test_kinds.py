"""Each kind of cell takes its own values and refuses the rest with a reason."""

from datetime import date
from decimal import Decimal

import pytest

from catalog.imports.errors import ImportRefusedError
from catalog.imports.kinds import (
    ChoiceKind,
    CodeKind,
    DayKind,
    KeyKind,
    NumberKind,
    PercentKind,
    PriceKind,
    TextKind,
    WholeKind,
    YesNoKind,
)
from catalog.imports.numbers import NumberStyle
from catalog.imports.quote_sheet import CATEGORY_NAMES, Category
from catalog.imports.spreadsheets.grid import Cell

PRICE = PriceKind(places=6, maximum=Decimal(10**12))


def read(kind, value, style=NumberStyle.POINT, **facts):
    return kind.read(Cell(row=1, column=1, value=value, **facts), style)


@pytest.mark.parametrize(
    ("kind", "value", "result"),
    [
        (TextKind(limit=9), "  a  b ", "a b"),
        (TextKind(limit=9, is_multiline=True), "a\r\nb", "a\nb"),
        (TextKind(limit=9), Decimal("2026.5"), "2026.5"),
        (KeyKind(), "s3_a-b", "s3_a-b"),
        (NumberKind(places=2, maximum=Decimal(9)), Decimal("1.20"), Decimal("1.2")),
        (NumberKind(places=2, maximum=Decimal(9)), "1.20", Decimal("1.2")),
        (NumberKind(places=0, maximum=Decimal(9)), Decimal("-0"), Decimal(0)),
        (WholeKind(minimum=1, maximum=9), Decimal("9.0"), 9),
        (PercentKind(), "13 %", Decimal("0.13")),
        (PercentKind(), "0", Decimal(0)),
        (PercentKind(), "100", Decimal(1)),
        (PercentKind(), "0.5%", Decimal("0.005")),
        (DayKind(), "2024-02-29", date(2024, 2, 29)),
        (DayKind(), date(2100, 12, 31), date(2100, 12, 31)),
        (ChoiceKind(names=CATEGORY_NAMES), "COMPUTE", Category.SERVER),
        (ChoiceKind(names=CATEGORY_NAMES), "机柜与供电", Category.RACK_POWER),
        (ChoiceKind(names=CATEGORY_NAMES), "rack_power", Category.RACK_POWER),
        (CodeKind(codes=frozenset({"USD"})), " USD ", "USD"),
        (YesNoKind(), "是", True),
        (YesNoKind(), "No", False),
        (YesNoKind(), True, True),
        (PRICE, "未报价", None),
        (PRICE, "0.00285", Decimal("0.00285")),
    ],
)
def test_a_sound_value_is_read(kind, value, result):
    found = read(kind, value)

    assert found == result
    assert type(found) is type(result)


@pytest.mark.parametrize(
    ("kind", "value", "code"),
    [
        (TextKind(limit=2), "abc", "text_too_long"),
        (TextKind(limit=9), date(2026, 1, 1), "text_expected"),
        (TextKind(limit=9), True, "text_expected"),
        (KeyKind(), "-a", "key_invalid"),
        (KeyKind(), "a" * 41, "key_invalid"),
        (NumberKind(places=2, maximum=Decimal(9)), date(2026, 1, 1), "number_invalid"),
        (NumberKind(places=2, maximum=Decimal(9)), Decimal(10), "number_too_large"),
        (WholeKind(minimum=1, maximum=9), Decimal("1.5"), "number_whole"),
        (PercentKind(), "13.00125%", "number_decimals"),
        (PercentKind(), Decimal("0.13"), "percent_ambiguous"),
        (DayKind(), "1999-12-31", "date_window"),
        (DayKind(), "2101-01-01", "date_window"),
        (DayKind(), "2026-1-1", "date_invalid"),
        (DayKind(), Decimal(46387), "date_invalid"),
        (CodeKind(codes=frozenset({"USD"})), "usd", "currency_unknown"),
        (YesNoKind(), "maybe", "choice_unknown"),
        (PRICE, "–", "number_digits"),
        (PRICE, "none", "number_invalid"),
    ],
)
def test_an_unsound_value_is_refused(kind, value, code):
    with pytest.raises(ImportRefusedError) as refusal:
        read(kind, value)

    assert refusal.value.error.code == code


def test_a_percent_cell_holds_its_fraction():
    assert read(PercentKind(), Decimal("0.13"), is_percent=True) == Decimal("0.13")


def test_a_refused_choice_lists_what_is_allowed():
    with pytest.raises(
        ImportRefusedError, match=r"Allowed: Server / 服务器, GPU, Network / "
    ):
        read(ChoiceKind(names=CATEGORY_NAMES), "Logistics")
