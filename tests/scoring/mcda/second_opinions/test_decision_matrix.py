from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import Kind
from scoring.mcda.second_opinions.decision_matrix import decision_matrix
from tests.scoring.mcda.inputs import criterion, evaluation, quality_and_price
from tests.scoring.mcda.story import story_inputs


def test_cells_are_benefits_and_the_price_is_a_cost():
    found = decision_matrix(
        evaluate(quality_and_price({"X": (".9", 120), "Y": (".8", 100)}))
    )

    assert found.candidates == ("Y", "X")
    assert found.rows == ((4.2, 100.0), (4.6, 120.0))
    assert (found.weights, found.costs) == ((0.6, 0.4), (False, True))
    assert found.columns == ((4.2, 4.6), (100.0, 120.0))


def test_a_criterion_without_weight_is_left_out():
    found = decision_matrix(
        evaluate(quality_and_price({"X": (".9", 120)}, price_points=0))
    )

    assert (found.rows, found.costs) == (((4.6,),), (False,))


def test_the_story_gives_its_means_unrounded():
    found = decision_matrix(evaluate(story_inputs("running")))

    column = [row[1] for row in found.rows]
    assert dict(zip(found.candidates, column, strict=True)) == {
        "A": 2.75,
        "B": 4.25,
        "C": 8 / 3,
        "D": 4.0,
        "E": 4.25,
    }


def test_nothing_ranked_is_no_matrix():
    assert (
        decision_matrix(evaluate(evaluation((criterion("q", Kind.CURVE),), ()))) is None
    )
