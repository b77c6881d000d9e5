"""Labels of the panel: the same at every look, without a link to a name."""

from uuid import UUID

from scoring.models import Candidate, Worksheet
from scoring.selectors.panel_labels import panel_labels


def sheet(evaluator, order):
    return Worksheet(evaluator_id=evaluator, label_order=UUID(int=order))


def test_labels_do_not_depend_on_the_order_in_which_people_joined():
    sheets = [sheet(1, 30), sheet(2, 10), sheet(3, 20)]
    candidate = Candidate(uuid=UUID(int=7))

    labels = panel_labels(sheets, candidate)

    assert sorted(labels.values()) == ["A", "B", "C"]
    assert panel_labels(reversed(sheets), candidate) == labels


def test_each_candidate_has_an_order_of_its_own():
    sheets = [sheet(number, number) for number in range(1, 5)]

    orders = {
        tuple(panel_labels(sheets, Candidate(uuid=UUID(int=number))).items())
        for number in range(40)
    }

    assert len(orders) > 10


def test_who_is_recused_takes_no_label():
    sheets = [sheet(number, number) for number in range(1, 4)]

    labels = panel_labels(sheets, Candidate(uuid=UUID(int=7)), {2})

    assert sorted(labels.items()) in ([(1, "A"), (3, "B")], [(1, "B"), (3, "A")])


def test_after_z_comes_aa():
    labels = panel_labels(
        [sheet(number, number) for number in range(28)], Candidate(uuid=UUID(int=7))
    )

    assert set(labels.values()) >= {"A", "Z", "AA", "AB"}
    assert len(labels) == 28


def test_orders_are_drawn_at_random_and_kept(story):
    orders = [row.label_order for row in story.evaluation.worksheets.order_by("id")]
    again = [row.label_order for row in story.evaluation.worksheets.order_by("id")]

    assert orders == again
    assert len(set(orders)) == 4
