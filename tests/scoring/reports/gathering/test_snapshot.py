"""The frozen document holds what the pages show, and passes its own checks."""

from decimal import Decimal

import pytest
from django.utils import timezone

from procurement.permissions import Stage
from scoring.models import CostAssumption
from scoring.reports.gathering.snapshot import (
    FreezeTerms,
    canonical_text,
    inputs_digest,
    snapshot_of,
)
from scoring.selectors.rankings.results import ranking_of
from tests.story import STORY, make_story

pytestmark = pytest.mark.django_db


def frozen(story, **changes):
    terms = {
        "version": 1,
        "state": "final",
        "frozen_at": timezone.now(),
        "prepared_by": story.officer.name,
        "recommended": story.candidates["D"],
        "reserve": story.candidates["B"],
    }
    return snapshot_of(ranking_of(story.evaluation), FreezeTerms(**(terms | changes)))


def test_the_final_version_holds_the_ranking_of_the_story():
    story = make_story(stage=Stage.DECISION, moment="final")

    snapshot = frozen(story)

    letters = {str(c.uuid): letter for letter, c in story.candidates.items()}
    final = STORY["expected"]["final_v3"]
    rows = snapshot["ranking"]["rows"]
    assert [letters[row["candidate"]] for row in rows] == final["order"]
    for row in rows:
        told = Decimal(final["totals"][letters[row["candidate"]]])
        assert abs(Decimal(row["total"]) - told) < Decimal("1e-9")


def test_cost_results_and_quotes_are_those_of_the_story():
    story = make_story(stage=Stage.DECISION, moment="final")

    snapshot = frozen(story)

    letters = {str(c.uuid): letter for letter, c in story.candidates.items()}
    for result in snapshot["cost"]["results"]:
        told = STORY["expected"]["tco"][letters[result["candidate"]]]
        npv = Decimal(told[str(result["horizon_years"])]["npv"])
        assert abs(Decimal(result["npv"]) - npv) < Decimal("0.005")
    totals = {letters[q["candidate"]]: Decimal(q["total"]) for q in snapshot["quotes"]}
    assert totals == {k: Decimal(v) for k, v in STORY["totals_usd_net"].items()}


def test_a_provisional_result_says_why_in_both_languages():
    snapshot = frozen(make_story(), state="draft", version=1)

    reasons = snapshot["ranking"]["provisional_reasons"]
    assert snapshot["ranking"]["is_provisional"]
    assert any("under review" in reason["en"] for reason in reasons)
    assert all(reason["zh"] for reason in reasons)


def test_evaluators_have_labels_and_no_names():
    story = make_story(stage=Stage.DECISION, moment="final")

    text = canonical_text(frozen(story))

    assert not any(name in text for name in story.evaluators)


def test_the_hash_of_the_inputs_moves_only_with_the_inputs():
    story = make_story(stage=Stage.DECISION, moment="final")
    before = inputs_digest(ranking_of(story.evaluation))

    assert inputs_digest(ranking_of(story.evaluation)) == before

    CostAssumption.objects.filter(key="tariff").update(value=Decimal("0.093"))
    assert inputs_digest(ranking_of(story.evaluation)) != before
