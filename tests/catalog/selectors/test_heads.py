"""What the head of an evaluation tells of its quotes, and to whom."""

from datetime import timedelta

import pytest

from catalog.models import Offer, Quote
from catalog.selectors.heads import QuotesHead, quotes_head
from procurement.clock import database_now
from tests.factories import make_quote, make_vendor


@pytest.fixture
def quoted(tender):
    """An evaluation for which two vendors quoted, one of them late."""
    early = make_quote(tender, vendor=make_vendor(name="Aperture"))
    late = make_quote(tender, vendor=make_vendor(name="Blackmesa"))
    Quote.objects.filter(pk=late.pk).update(lateness=Quote.Lateness.LATE)
    assert early.offers.get().gpus_per_node == 8
    return tender


def test_the_vendors_that_quoted_and_their_gpus_are_counted(quoted, officer):
    assert quotes_head(quoted, officer) == QuotesHead(
        gpus=quoted.nodes * 8, received=2, late=1
    )


def test_no_gpus_are_counted_where_the_offers_differ(quoted, officer):
    one = Offer.objects.filter(quote__vendor__name="Aperture")
    one.update(gpus_per_node=4)

    assert quotes_head(quoted, officer).gpus is None
    assert quotes_head(quoted, officer).received == 2


def test_a_sealed_evaluation_tells_nothing(quoted, officer):
    quoted.is_sealed = True
    quoted.quote_deadline = database_now() + timedelta(days=1)
    quoted.save()

    assert quotes_head(quoted, officer) == QuotesHead()


def test_who_may_not_know_of_the_quotes_counts_none(quoted, evaluator):
    assert quoted.waits_for_release

    assert quotes_head(quoted, evaluator) == QuotesHead()
