from dataclasses import replace
from decimal import Decimal

from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import Kind
from scoring.mcda.robustness.additive import additive_model
from tests.scoring.mcda.inputs import criterion, evaluation, quality_and_price
from tests.scoring.mcda.story import not_applicable, story_inputs


def test_the_model_of_the_story_gives_its_totals_back():
    result = evaluate(story_inputs("running"))

    model = additive_model(result)

    assert model.leader == "B"
    assert set(model.rivals) == {"A", "C", "D", "E"}
    assert model.dimensions["3"] == ("3.1", "3.2", "3.3")
    assert sum(model.weights.values()) == 1
    for item in result.ranked:
        points = 100 * sum(
            model.weights[leaf] * model.shares[item.key][leaf] for leaf in model.weights
        )
        assert points == item.total
    assert 100 * model.lead("B", "D") == result.lead


def test_what_does_not_apply_is_no_part_of_the_model():
    model = additive_model(evaluate(not_applicable(story_inputs("running"), "3.3")))

    assert model.dimensions["3"] == ("3.1", "3.2")
    assert "3.3" not in model.weights
    assert sum(model.weights.values()) == 1


def test_of_equal_totals_the_one_the_chain_put_first_leads():
    inputs = quality_and_price(
        {"A": (".50", 50), "B": (".75", 75), "C": ("1.00", 100)}, price_points=50
    )

    assert additive_model(evaluate(inputs)).leader == "A"


def test_inside_a_band_the_leader_by_points_leads_and_not_the_winner():
    inputs = quality_and_price({"X": (".9", 120), "Y": (".8", 100)})
    inputs = replace(inputs, rules=replace(inputs.rules, band=Decimal(1)))
    result = evaluate(
        replace(
            inputs, rules=replace(inputs.rules, tie_breaks=inputs.rules.tie_breaks[1:])
        )
    )

    assert (result.winners, result.first_by_points) == (("X",), ("Y",))
    assert additive_model(result).leader == "Y"


def test_without_a_ranked_candidate_there_is_no_model():
    assert (
        additive_model(evaluate(evaluation((criterion("q", Kind.CURVE),), ()))) is None
    )
