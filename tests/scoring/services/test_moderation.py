"""A consensus stands beside the originals, with its reason and its version."""

from decimal import Decimal

import pytest

from catalog.models import Tender
from procurement.audit.models import AuditEntry
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from scoring.models import Consensus, NotApplicable
from scoring.selectors.rankings.results import ranking_of
from scoring.services.moderation import Verdict, set_consensus
from tests.concurrency import together
from tests.story import STORY, make_story


def decide(story, value="3", *, by=None, key="2.3", letter="B", seen=0, reason="Seen."):
    return set_consensus(
        by=by or story.officer,
        candidate=story.candidates[letter],
        criterion_key=key,
        verdict=Verdict(
            value=None if value is None else Decimal(value),
            reason=reason,
            seen_version=seen,
        ),
    )


def test_a_consensus_gives_the_totals_that_the_story_foresees(story):
    decide(story)

    result = ranking_of(story.evaluation).result
    expected = STORY["expected"]["consensus_what_if"]["2.3|B=3"]
    totals = {story.letter(item.key): item.total for item in result.ranked}
    assert totals.keys() == expected.keys()
    for letter, total in totals.items():
        assert abs(float(total) - float(expected[letter])) < 1e-9
    assert story.letter(result.winners[0]) == "D"


def test_the_originals_stay(story):
    decide(story)

    cells = story.candidates["B"].cells.filter(criterion_key="2.3")
    scores = cells.order_by("worksheet_id").values_list("score", "version")
    assert list(scores) == [(3, 1), (5, 1), (2, 1), (5, 1)]


def test_a_waiver_keeps_the_mean_and_closes_the_cell(story):
    before = ranking_of(story.evaluation).result

    decide(story, None)

    after = ranking_of(story.evaluation).result
    assert [item.total for item in after.ranked] == [
        item.total for item in before.ranked
    ]
    assert before.provisional[0].values["open"] == 6
    assert after.provisional[0].values["open"] == 5


def test_each_decision_is_in_the_audit_with_what_it_replaces(story):
    decide(story, "3", reason=" Anchor 4 asks for more. ")
    decide(story, None, seen=1, reason="Both are right.")

    entries = AuditEntry.objects.filter(
        action__in=["consensus_set", "spread_waived"]
    ).order_by("sequence")
    first, second = (entry.details for entry in entries)
    assert first == {
        "criterion": "2.3",
        "from": None,
        "to": {"value": "3", "reason": "Anchor 4 asks for more."},
    }
    assert second["from"] == {"value": "3", "reason": "Anchor 4 asks for more."}
    assert second["to"] == {"value": None, "reason": "Both are right."}


@pytest.mark.parametrize(
    ("value", "reason", "field"),
    [("0.9", "x", "value"), ("5.001", "x", "value"), ("3", "  ", "reason")],
)
def test_what_is_no_decision_is_refused(story, value, reason, field):
    with pytest.raises(RuleBrokenError) as refused:
        decide(story, value, reason=reason)

    assert refused.value.field == field
    assert not Consensus.objects.exists()


def test_an_old_version_is_refused_with_what_is_decided(story):
    decide(story, "3", reason="First.")

    with pytest.raises(ConflictError) as refused:
        decide(story, "4", by=story.second_officer)

    assert refused.value.version == 1
    assert refused.value.saved == {"value": Decimal("3.000"), "reason": "First."}
    assert Consensus.objects.get().value == 3


def test_only_officers_decide_and_only_in_moderation(story):
    for person in (story.evaluator, story.approver, story.observer):
        with pytest.raises(PermissionRefusedError):
            decide(story, by=person)
    Tender.objects.update(stage=Stage.DECISION)

    with pytest.raises(WrongStageError):
        decide(story)
    assert not Consensus.objects.exists()


def test_there_is_nothing_to_moderate_where_people_do_not_score(story):
    NotApplicable.objects.create(
        evaluation=story.evaluation,
        criterion_key="4.3",
        reason="No bidder offers it.",
        approved_by=story.officer,
    )

    for key, letter in (("1.1", "B"), ("3.1", "B"), ("2.3", "F"), ("4.3", "B")):
        with pytest.raises(RuleBrokenError, match="nothing to moderate"):
            decide(story, key=key, letter=letter)
    assert not Consensus.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_officers_at_once_one_decides_and_the_other_is_told():
    story = make_story()

    outcomes = together(
        lambda: decide(story, "3").version,
        lambda: decide(story, "4", by=story.second_officer).version,
    )

    assert sorted(map(str, outcomes)) == ["1", "stale_version"]
    assert Consensus.objects.get().version == 1
