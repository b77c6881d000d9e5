"""Dimensions are added empty, renamed, and go only while they hold nothing."""

import pytest

from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from scoring.models import CriteriaVersion
from scoring.services.dimensions import (
    DimensionName,
    add_dimension,
    remove_dimension,
    rename_dimension,
)
from tests.factories import make_criteria


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


def test_a_new_dimension_stands_last_and_is_empty(officer, version):
    made = add_dimension(
        by=officer, version=version, name=DimensionName(en="Green", zh="绿色")
    )

    assert (made.key, made.position, made.criteria.count()) == ("6", 6, 0)
    details = AuditEntry.objects.get(action="dimension_added").details
    assert details["name"] == {"en": "Green", "zh": "绿色"}


def test_a_dimension_needs_an_english_name(officer, version):
    with pytest.raises(RuleBrokenError) as caught:
        add_dimension(by=officer, version=version, name=DimensionName(en=" "))

    assert caught.value.field == "name_en"
    assert version.dimensions.count() == 5


def test_a_new_name_is_recorded_with_the_old_one(officer, version):
    row = version.dimensions.get(key="1")

    rename_dimension(
        by=officer, dimension=row, name=DimensionName(en="Scale", zh="规模")
    )
    rename_dimension(
        by=officer, dimension=row, name=DimensionName(en="Scale", zh="规模")
    )

    entry = AuditEntry.objects.get(action="dimension_renamed")
    assert entry.details["from"]["name"]["en"] == "Model scale"
    assert entry.details["to"]["name"]["en"] == "Scale"


def test_only_an_empty_dimension_can_go(officer, version):
    with pytest.raises(RuleBrokenError) as caught:
        remove_dimension(by=officer, dimension=version.dimensions.get(key="1"))
    assert caught.value.code == "dimension_not_empty"

    made = add_dimension(by=officer, version=version, name=DimensionName(en="Green"))
    remove_dimension(by=officer, dimension=made)

    assert version.dimensions.count() == 5
    assert AuditEntry.objects.filter(action="dimension_removed").count() == 1


def test_others_change_no_dimension(evaluator, version):
    with pytest.raises(PermissionRefusedError):
        add_dimension(by=evaluator, version=version, name=DimensionName(en="Green"))

    assert version.dimensions.count() == 5
