"""What the document holds of a ranking as it stands, and what it keeps from whom."""

import json

import pytest

from scoring.mcda.aggregation import RubricCell
from scoring.models import Consensus
from scoring.reports.scorecards.documents import frozen_scorecard, live_scorecard
from scoring.selectors.rankings.results import ranking_of


@pytest.fixture
def ranking(story):
    return ranking_of(story.evaluation)


def test_every_shown_score_is_the_mean_of_the_marks(ranking):
    card = live_scorecard(ranking, frozenset(), shows_marks=True)

    cells = {(cell["candidate"], cell["criterion"]): cell for cell in card["cells"]}
    keys = {str(row.pk): str(row.uuid) for row in ranking.matrix.candidates}
    for item in ranking.result.ranked:
        for own in item.criteria:
            if isinstance(own.working, RubricCell):
                cell = cells[keys[item.key], own.criterion.key]
                scores = [int(mark["score"]) for mark in cell["marks"]]
                assert scores == sorted(scores)
                assert sum(scores) / len(scores) == float(own.working.mean)


def test_single_scores_are_kept_from_who_may_not_see_them(ranking, story):
    Consensus.objects.create(
        candidate=story.candidates["B"],
        criterion_key="1.2",
        value="3.5",
        reason="Talked over.",
        decided_by=story.officer,
    )
    card = live_scorecard(ranking_of(story.evaluation), frozenset(), shows_marks=False)

    assert [cell["marks"] for cell in card["cells"]] == [[]]
    assert card["cells"][0]["consensus"] == "3.5"


def test_a_hidden_vendor_is_nowhere(ranking, story):
    hidden = story.candidates["C"]

    card = live_scorecard(ranking, frozenset({hidden.vendor_id}), shows_marks=True)

    written = json.dumps(card, ensure_ascii=False)
    assert card["is_partial"]
    for secret in ("Inspur", str(hidden.uuid), "33201"):
        assert secret not in written


def test_no_name_of_an_evaluator_and_no_label_is_in_it(ranking, story):
    written = json.dumps(live_scorecard(ranking, frozenset(), shows_marks=True))

    assert [name for name in story.evaluators if name in written] == []
    assert "label" not in written


def test_a_frozen_version_has_the_marks_data_and_times_of_the_snapshot(snapshot):
    card = frozen_scorecard(snapshot, "ab" * 32)

    assert (card["version"], card["sha256"]) == (3, "ab" * 32)
    assert card["ranking"]["rows"] == snapshot["ranking"]["rows"]
    assert {len(cell["marks"]) for cell in card["cells"]} <= {1, 2, 3, 4}
    assert card["candidates"][0]["submitted_at"] == snapshot["quotes"][0]["received_at"]
    assert all(datum["value"] for datum in card["data"])
