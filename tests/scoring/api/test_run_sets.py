"""Run sets over REST: the catalogue's and the evaluation's own, nobody else's."""

from catalog.models import Offer
from tests.factories import make_run_set, make_sku, make_tender
from tests.scoring.api.test_evaluations import address, client_of


def test_results_bound_to_another_evaluation_are_not_in_the_list(story):
    sku = make_sku()
    Offer.objects.update(sku=sku)
    for_all = make_run_set(sku)
    own = make_run_set(sku, tender=story.tender)
    make_run_set(sku, tender=make_tender(officer=story.officer))

    rows = client_of(story.officer).get(address(story, "run-sets/")).json()

    assert [row["id"] for row in rows] == [str(for_all.uuid), str(own.uuid)]
    assert rows[0]["score_minutes"] == "28.9"
