"""A criterion that judges what the price holds already is pointed out."""

import pytest

from scoring.models import CriteriaVersion, Evaluation
from scoring.selectors.double_counts import double_counts
from tests.factories import make_criteria


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the template whose energy overlaps its price."""
    return make_criteria(tender, "inference_fleet")


def found(version):
    return list(double_counts(version.evaluation, version.criteria.all()))


def test_energy_beside_the_total_cost_of_ownership_is_told(version):
    (warning,) = found(version)

    assert warning.startswith("3.2 may count energy twice: the total cost of owner")


def test_energy_beside_a_quoted_price_is_no_double_count(version):
    version.evaluation.price_basis = Evaluation.PriceBasis.QUOTED_NET

    assert found(version) == []


def test_what_weighs_nothing_counts_nothing(version):
    version.criteria.filter(key="3.2").update(weight=0)

    assert found(version) == []


def test_without_a_price_criterion_nothing_is_counted_twice(version):
    version.criteria.filter(kind="price").update(kind="rubric")

    assert found(version) == []


def test_a_second_price_is_told_whatever_the_basis(version):
    version.criteria.filter(key="3.2").update(metric="quote.price_per_gpu")

    assert found(version) == ["3.2 judges a price beside the price criterion."]


@pytest.mark.parametrize("key", ["five_dimensions", "mid_training", "hyperscale"])
def test_the_other_templates_do_not_warn(tender, key):
    assert found(make_criteria(tender, key)) == []
