"""Editors keep servers; each figure has its source."""

from decimal import Decimal

import pytest

from catalog.models import EarlierFigure, Manufacturer, ServerSku
from catalog.services.skus import create_sku, edit_sku
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from tests.factories import make_gpu, make_manufacturer, make_sku

VALUES = {"name": "XE9680", "gpu_count": 8, "source": "data sheet"}


def test_a_server_is_added_with_a_maker_that_is_made_once(editor):
    first = create_sku(by=editor, values=VALUES, maker="Dell")
    second = create_sku(by=editor, values=VALUES | {"name": "XE8545"}, maker=" dell ")

    assert (first.slug, second.slug) == ("dell-xe9680", "dell-xe8545")
    assert Manufacturer.objects.get() == first.manufacturer == second.manufacturer
    actions = AuditEntry.objects.order_by("sequence").values_list("action", flat=True)
    assert list(actions) == ["manufacturer_created", "sku_created", "sku_created"]


def test_an_edit_says_what_changed(editor):
    sku = make_sku(max_power_kilowatts=Decimal("10.2"), source="data sheet")

    edit_sku(
        by=editor,
        sku=sku,
        values={"max_power_kilowatts": Decimal("11.0"), "source": "data sheet"},
    )

    entry = AuditEntry.objects.get()
    assert entry.action == "sku_edited"
    assert entry.details == {
        "before": {"max_power_kilowatts": "10.2"},
        "after": {"max_power_kilowatts": "11"},
    }


def test_a_replaced_figure_stays_with_the_source_that_it_had(editor):
    old, new = make_gpu(name="H100"), make_gpu(name="H200")
    sku = make_sku(
        gpu=old, rack_units=Decimal(8), source="data sheet", source_date="2024"
    )
    values = {"gpu": new, "rack_units": None, "source": "errata", "notes": "x"}

    edit_sku(by=editor, sku=sku, values=values)

    rows = EarlierFigure.objects.filter(sku=sku).order_by("column")
    assert [
        (row.column, row.value, row.replaced_by, row.source, row.source_date)
        for row in rows
    ] == [
        ("gpu", "H100", "H200", "data sheet", "2024"),
        ("rack_units", "8", "", "data sheet", "2024"),
    ]
    assert {row.changed_by for row in rows} == {editor}


@pytest.mark.parametrize(
    "wrong",
    [
        {"source": " "},
        {"gpu_count": 0},
        {"gpu_count": 145},
        {"price_usd_low": Decimal(2), "price_usd_high": Decimal(1)},
        {"name": ""},
        {"name": "x\x00"},
    ],
)
def test_a_server_that_can_not_be_is_refused(editor, wrong):
    with pytest.raises(RuleBrokenError):
        create_sku(by=editor, values=VALUES | wrong, maker="Dell")

    assert ServerSku.objects.count() == Manufacturer.objects.count() == 0


def test_one_name_a_maker(editor):
    maker = make_manufacturer()
    create_sku(by=editor, values=VALUES | {"manufacturer": maker})

    with pytest.raises(RuleBrokenError):
        create_sku(by=editor, values=VALUES | {"manufacturer": maker, "name": "xe9680"})


@pytest.mark.parametrize("role", ["officer", "administrator", "outsider"])
def test_others_change_nothing(request, role):
    person, sku = request.getfixturevalue(role), make_sku(name="A", source="x")

    with pytest.raises(PermissionRefusedError):
        create_sku(by=person, values=VALUES, maker="Dell")
    with pytest.raises(PermissionRefusedError):
        edit_sku(by=person, sku=sku, values={"name": "B", "source": "x"})

    assert ServerSku.objects.get().name == "A"
