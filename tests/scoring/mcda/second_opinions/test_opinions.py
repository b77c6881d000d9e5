from decimal import Decimal

from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import Kind
from scoring.mcda.second_opinions.opinions import Method, second_opinions
from tests.scoring.mcda.inputs import criterion, evaluation, quality_and_price
from tests.scoring.mcda.story import story_inputs


def test_in_the_story_all_three_would_put_hpe_first():
    found = second_opinions(evaluate(story_inputs("running")))

    assert [item.method for item in found] == list(Method)
    assert [item.first for item in found] == [("D",)] * 3
    assert found[0].candidates == ("B", "D", "E", "A", "C")
    assert found[0].ranks == (2, 1, 3, 4, 5)
    assert found[0].scores[1] == Decimal("0.711356023")
    assert (found[2].compromise, found[2].has_advantage) == (("D", "B"), False)
    assert (found[0].compromise, found[0].is_stable) == ((), None)


def test_candidates_that_are_alike_share_first_place():
    found = second_opinions(
        evaluate(quality_and_price({"X": (".5", 100), "Y": (".5", 100)}))
    )

    assert [item.first for item in found] == [("X", "Y")] * 3
    assert [item.ranks for item in found] == [(1, 1)] * 3


def test_nothing_ranked_has_no_opinions():
    assert (
        second_opinions(evaluate(evaluation((criterion("q", Kind.CURVE),), ()))) == ()
    )
