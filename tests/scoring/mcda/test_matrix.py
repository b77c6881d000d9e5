from decimal import Decimal
from fractions import Fraction

from scoring.mcda.exact import RoundingMode
from scoring.mcda.matrix import EvaluatorInput, RoundingRule, Rules, TieBreak


def test_an_evaluator_without_a_list_scores_every_rubric_criterion():
    assert EvaluatorInput(key="a").is_assigned("1.1")
    assert EvaluatorInput(key="a", criteria=frozenset({"1.1"})).is_assigned("1.1")
    assert not EvaluatorInput(key="a", criteria=frozenset()).is_assigned("1.1")


def test_pages_show_two_places_and_exports_four():
    rule = RoundingRule()

    assert str(rule.shown(Fraction(200, 3))) == "66.67"
    assert str(rule.exported(Fraction(200, 3))) == "66.6667"


def test_a_policy_may_fix_places_and_mode():
    rule = RoundingRule(places=1, export_places=1, mode=RoundingMode.HALF_UP)

    assert str(rule.shown(Fraction(1, 20))) == "0.1"
    assert str(rule.exported(Fraction(1, 20))) == "0.1"


def test_default_rules_are_those_of_the_house():
    rules = Rules()

    assert (rules.quorum, rules.spread_limit, rules.band) == (2, Decimal("0.40"), 0)
    assert rules.tie_breaks == (
        TieBreak.LOWER_PRICE,
        TieBreak.HIGHER_TECHNICAL,
        TieBreak.EARLIER_SUBMISSION,
    )
