"""Editors keep vendors with service levels, depots and flags; all of it is audited."""

from datetime import date
from decimal import Decimal

import pytest

from catalog.models import Depot, OnsiteTime, RiskFlag, ServiceLevel, Vendor
from catalog.services.vendors import (
    create_vendor,
    edit_vendor,
    remove_depot,
    save_depot,
    save_risk_flag,
    save_service_level,
)
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from tests.factories import make_manufacturer, make_vendor

LEVEL = {"name": "Mission critical", "cover_hours_per_day": 24, "source": "contract"}


def told() -> list[tuple[str, str, dict]]:
    rows = AuditEntry.objects.order_by("sequence")
    return [(row.chain.name, row.action, row.details) for row in rows]


def test_a_vendor_is_added_with_its_makers(editor):
    maker = make_manufacturer(name="Dell")

    vendor = create_vendor(
        by=editor,
        values={"name": "  Dell\u202e  Technologies ", "name_zh": "戴尔"},
        makers=[maker],
    )

    assert (vendor.name, vendor.slug) == ("Dell Technologies", "dell-technologies")
    assert list(vendor.manufacturers.all()) == [maker]
    chain, action, details = told()[0]
    assert (chain, action) == ("organisation", "vendor_created")
    assert details["after"]["name"] == "Dell Technologies"
    assert details["makers"] == ["Dell"]


def test_each_vendor_gets_an_address_of_its_own(editor):
    names = ["Acme", "ACME!", "新华三", "New"]
    slugs = [create_vendor(by=editor, values={"name": name}).slug for name in names]

    assert slugs == ["acme", "acme-2", "vendor", "new-2"]


def test_a_name_is_held_once_whatever_its_case(editor):
    make_vendor(name="Acme", slug="acme")

    with pytest.raises(RuleBrokenError):
        create_vendor(by=editor, values={"name": "aCME"})

    assert Vendor.objects.count() == 1
    assert told() == []


def test_an_edit_records_before_and_after_and_keeps_the_address(editor):
    vendor = make_vendor(name="Acme", slug="acme", strengths="fast")

    edit_vendor(
        by=editor,
        vendor=vendor,
        values={"name": "Acme Ltd", "strengths": "fast"},
        makers=[],
    )
    edit_vendor(by=editor, vendor=vendor, values={"name": "Acme Ltd"}, makers=[])

    vendor.refresh_from_db()
    assert (vendor.name, vendor.slug) == ("Acme Ltd", "acme")
    assert told() == [
        (
            "organisation",
            "vendor_edited",
            {"before": {"name": "Acme"}, "after": {"name": "Acme Ltd"}},
        )
    ]


def test_a_column_that_no_form_has_is_refused(editor):
    with pytest.raises(ValueError, match="is_invented"):
        create_vendor(by=editor, values={"name": "Acme", "is_invented": True})

    assert Vendor.objects.count() == 0


def test_a_service_level_holds_its_hours_by_city_tier(editor):
    vendor = make_vendor()
    hours = {"tier_1": Decimal(4), "tier_2": Decimal("24.5"), "tier_3": None}

    level = save_service_level(by=editor, vendor=vendor, values=LEVEL, hours=hours)

    held = {time.city_tier: time.hours for time in level.onsite_times.all()}
    assert held == {"tier_1": 4, "tier_2": Decimal("24.5")}
    later = save_service_level(
        by=editor,
        vendor=vendor,
        values=LEVEL,
        hours={"tier_1": Decimal(2)},
        level=level,
    )
    assert later.pk == level.pk
    assert OnsiteTime.objects.get().hours == 2
    assert [action for _, action, _ in told()] == [
        "service_level_created",
        "service_level_edited",
    ]
    assert told()[1][2]["hours"] == {
        "before": {"tier_1": "4", "tier_2": "24.5"},
        "after": {"tier_1": "2"},
    }


@pytest.mark.parametrize(
    ("values", "hours"),
    [
        ({"cover_hours_per_day": 25}, {}),
        ({"warranty_years": Decimal(-1)}, {}),
        ({}, {"tier_1": Decimal(-1)}),
        ({}, {"tier_9": Decimal(1)}),
        ({"name": ""}, {}),
    ],
)
def test_impossible_service_is_refused_whole(editor, values, hours):
    vendor = make_vendor()

    with pytest.raises(RuleBrokenError):
        save_service_level(by=editor, vendor=vendor, values=LEVEL | values, hours=hours)

    assert ServiceLevel.objects.count() == OnsiteTime.objects.count() == 0
    assert told() == []


def test_depots_and_flags_belong_to_their_vendor(editor):
    vendor, other = make_vendor(), make_vendor()
    depot = save_depot(
        by=editor, vendor=vendor, values={"city": "Rotterdam", "country": "NL"}
    )
    flag = save_risk_flag(
        by=editor,
        vendor=vendor,
        values={"text": "late", "state": "open", "raised_on": date(2026, 1, 2)},
    )

    with pytest.raises(Depot.DoesNotExist):
        save_depot(by=editor, vendor=other, values={"city": "X"}, depot=depot)
    save_risk_flag(
        by=editor, vendor=vendor, values={"state": "cleared", "notes": "ok"}, flag=flag
    )
    remove_depot(by=editor, depot=depot)

    assert Depot.objects.count() == 0
    assert RiskFlag.objects.get().state == "cleared"
    assert [action for _, action, _ in told()] == [
        "depot_created",
        "risk_flag_raised",
        "risk_flag_edited",
        "depot_removed",
    ]


@pytest.mark.parametrize("role", ["officer", "administrator", "finance", "outsider"])
def test_others_change_nothing(request, role):
    person, vendor = request.getfixturevalue(role), make_vendor(name="Acme")
    depot = Depot.objects.create(vendor=vendor, city="X", country="NL")
    calls = [
        lambda: create_vendor(by=person, values={"name": "New"}),
        lambda: edit_vendor(by=person, vendor=vendor, values={"name": "B"}, makers=[]),
        lambda: save_service_level(by=person, vendor=vendor, values=LEVEL, hours={}),
        lambda: save_depot(by=person, vendor=vendor, values={"city": "Y"}, depot=depot),
        lambda: remove_depot(by=person, depot=depot),
        lambda: save_risk_flag(by=person, vendor=vendor, values={"text": "x"}),
    ]

    for call in calls:
        with pytest.raises(PermissionRefusedError):
            call()

    vendor.refresh_from_db()
    assert (vendor.name, Vendor.objects.count()) == ("Acme", 1)
    assert Depot.objects.get().city == "X"
    assert RiskFlag.objects.count() == ServiceLevel.objects.count() == 0
    assert told() == []
