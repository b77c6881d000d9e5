from decimal import Decimal

from scoring.mcda.evaluate import evaluate
from scoring.models import Cell, Evaluation
from scoring.selectors.rankings.results import ranking_of
from scoring.selectors.robustness.inputs import (
    checked_inputs,
    compared_rules,
    robustness_sha256,
)


def fresh(story):
    return ranking_of(Evaluation.objects.get(pk=story.evaluation.pk))


def test_other_names_give_the_same_result(story):
    ranking = fresh(story)

    named = evaluate(checked_inputs(ranking))

    assert [item.total for item in named.ranked] == [
        item.total for item in ranking.result.ranked
    ]
    assert named.ranked[0].key == str(story.candidates["B"].uuid)


def test_the_hash_is_of_values_and_not_of_how_rows_are_read_or_written(story):
    before = robustness_sha256(fresh(story))
    first = Cell.objects.filter(worksheet__evaluation=story.evaluation).first()
    first.save()  # PostgreSQL now reads it last

    assert robustness_sha256(fresh(story)) == before
    assert robustness_sha256(ranking_of(story.evaluation)) == before


def test_the_chain_for_ties_has_an_order(story):
    before = robustness_sha256(fresh(story))
    chain = story.evaluation.tie_breaks[::-1]
    Evaluation.objects.filter(pk=story.evaluation.pk).update(tie_breaks=chain)

    assert robustness_sha256(fresh(story)) != before


def test_the_log_has_a_base_where_none_was_recorded(story):
    story.evaluation.price_log_base = None

    _low, fixed, log = compared_rules(story.evaluation)

    assert (fixed.range_low, log.log_base) == (None, Decimal(3))
