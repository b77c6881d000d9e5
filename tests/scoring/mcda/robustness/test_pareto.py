from decimal import Decimal

from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import Kind
from scoring.mcda.robustness.pareto import trade_off
from tests.scoring.mcda.inputs import criterion, evaluation, quality_and_price
from tests.scoring.mcda.story import story_inputs


def test_who_is_beaten_on_quality_and_price_is_off_the_front():
    inputs = quality_and_price(
        {"X": (".9", 120), "Y": (".8", 100), "Z": (".7", 110), "W": (".8", 101)}
    )

    found = trade_off(evaluate(inputs))

    assert found.most == 60
    by_key = {item.candidate: item for item in found.trades}
    assert (by_key["X"].quality, by_key["X"].price) == (54, Decimal(120))
    assert {key for key, item in by_key.items() if item.is_on_front} == {"X", "Y"}


def test_two_that_are_alike_are_both_on_the_front():
    found = trade_off(evaluate(quality_and_price({"X": (".5", 100), "Y": (".5", 100)})))

    assert [item.is_on_front for item in found.trades] == [True, True]


def test_in_the_story_all_but_dell_are_on_the_front():
    found = trade_off(evaluate(story_inputs("running")))

    assert found.most == 86
    assert [item.candidate for item in found.trades if not item.is_on_front] == ["A"]


def test_without_prices_or_candidates_there_is_nothing_to_trade():
    found = trade_off(evaluate(evaluation((criterion("q", Kind.CURVE),), ())))

    assert (found.most, found.trades) == (100, ())
