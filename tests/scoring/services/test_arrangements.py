"""The order changes as a whole; what moves keeps its key, its points and its cells."""

from decimal import Decimal

import pytest

from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from scoring.models import CriteriaVersion
from scoring.selectors.arrangements import (
    DOWN,
    UP,
    Arrangement,
    arrangement_of,
    read_arrangement,
)
from scoring.services.arrangements import arrange_criteria
from tests.factories import make_criteria


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


def test_a_criterion_takes_its_points_into_another_dimension(officer, version):
    moved = arrangement_of(version).moved("1.4", DOWN)

    arrange_criteria(by=officer, version=version, arrangement=moved)

    row = version.criteria.get(key="1.4")
    assert (row.dimension.key, row.weight) == ("2", 5)
    assert arrangement_of(version).branches["2"] == ("1.4", "2.1", "2.2", "2.3", "2.4")
    assert sum(leaf.weight for leaf in version.criteria.all()) == Decimal(100)
    details = AuditEntry.objects.get(action="criteria_arranged").details
    assert details["from"].startswith("K1 K2 K3 K4\n1: 1.1 1.2 1.3 1.4\n")
    assert details["to"].startswith("K1 K2 K3 K4\n1: 1.1 1.2 1.3\n2: 1.4 2.1")


def test_dimensions_and_knock_outs_move_among_themselves(officer, version):
    moved = arrangement_of(version).moved("3", UP).moved("K1", DOWN)

    arrange_criteria(by=officer, version=version, arrangement=moved)

    after = arrangement_of(version)
    assert list(after.branches) == ["1", "3", "2", "4", "5"]
    assert after.knock_outs == ("K2", "K1", "K3", "K4")


def test_the_same_order_records_nothing(officer, version):
    same = read_arrangement(arrangement_of(version).text)

    arrange_criteria(by=officer, version=version, arrangement=same)

    assert not AuditEntry.objects.filter(action="criteria_arranged").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda text: text.replace(" 1.4", ""),
        lambda text: text.replace("1.4", "1.3"),
        lambda text: text.replace("1.4", "9.9"),
        lambda text: text.replace("K4", "1.4"),
        lambda text: text.rsplit("\n", 1)[0],
    ],
)
def test_an_order_that_loses_or_invents_something_is_refused(officer, version, wrong):
    before = arrangement_of(version)

    with pytest.raises(RuleBrokenError) as caught:
        arrange_criteria(
            by=officer,
            version=version,
            arrangement=read_arrangement(wrong(before.text)),
        )

    assert caught.value.code == "arrangement_incomplete"
    assert arrangement_of(version) == before


def test_others_arrange_nothing(evaluator, version):
    before = arrangement_of(version)

    with pytest.raises(PermissionRefusedError):
        arrange_criteria(
            by=evaluator, version=version, arrangement=before.moved("1", DOWN)
        )

    assert arrangement_of(version) == before


def test_at_the_ends_nothing_moves():
    order = Arrangement(knock_outs=("K1",), branches={"1": ("1.1",), "2": ()})

    assert order.moved("K1", UP) == order
    assert order.moved("1", UP) == order
    assert order.moved("2", DOWN) == order
    assert order.moved("1.1", UP) == order
