"""Labels of the panel: stable, without a link to names or to the order of joining."""

from uuid import UUID

from scoring.models import Worksheet
from scoring.selectors.panel_labels import panel_labels


def sheet(evaluator, order):
    return Worksheet(evaluator_id=evaluator, label_order=UUID(int=order))


def test_labels_follow_the_drawn_order_alone():
    sheets = [sheet(1, 30), sheet(2, 10), sheet(3, 20)]

    assert panel_labels(sheets) == {2: "A", 3: "B", 1: "C"}
    assert panel_labels(reversed(sheets)) == panel_labels(sheets)


def test_after_z_comes_aa():
    labels = panel_labels(sheet(number, number) for number in range(28))

    assert (labels[25], labels[26], labels[27]) == ("Z", "AA", "AB")


def test_orders_are_drawn_at_random_and_kept(story):
    orders = [row.label_order for row in story.evaluation.worksheets.order_by("id")]
    again = [row.label_order for row in story.evaluation.worksheets.order_by("id")]

    assert orders == again
    assert len(set(orders)) == 4
