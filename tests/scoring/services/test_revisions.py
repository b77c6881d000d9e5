"""A later version has a reason, is adopted by another, and touches what it changes."""

from datetime import timedelta
from decimal import Decimal

import pytest

from catalog.models import Tender
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import (
    PermissionRefusedError,
    Stage,
    WrongStageError,
)
from scoring.models import Assignment, Cell, Worksheet
from scoring.selectors.guards import refusals
from scoring.selectors.rankings.matrices import evaluation_input, read_matrix
from scoring.selectors.revisions import changes_between
from scoring.selectors.versions import current_version, draft_revision
from scoring.selectors.worksheets.owing import open_cells
from scoring.selectors.worksheets.progress import panel_progress
from scoring.services.criteria import edit_criteria, lock_criteria
from scoring.services.leaves import add_criterion, remove_criterion
from scoring.services.revisions import (
    adopt_revision,
    discard_revision,
    start_revision,
)
from scoring.services.worksheets import Answer, save_cell, submit_worksheet
from tests.factories import at_stage, make_round
from tests.story import make_story

HARDER = ["none", "some", "half", "most", "all"]


@pytest.fixture
def story(db):
    """The evaluation in the middle of scoring; its criteria are locked."""
    return make_story(stage=Stage.SCORING)


@pytest.fixture
def draft(story):
    """Version 2 as its drafter left it: nothing is changed yet."""
    return start_revision(
        by=story.officer, evaluation=story.evaluation, reason=" The load has changed. "
    )


def adopted(story, draft):
    return adopt_revision(by=story.approver, version=draft)


def changed(story, draft, key="1.2", **fields):
    fields = fields or {"anchors_en": HARDER}
    return edit_criteria(by=story.officer, version=draft, changes={key: fields})


def waiting(story) -> set[str]:
    cells = Cell.objects.filter(
        worksheet__evaluation=story.evaluation, awaits_confirmation=True
    )
    return set(cells.values_list("criterion_key", flat=True))


def test_a_draft_is_a_copy_under_the_same_keys(story, draft):
    held = current_version(story.evaluation)

    assert (draft.number, draft.reason) == (2, "The load has changed.")
    assert held.number == 1
    assert changes_between(held, draft) == []
    assert draft.criteria.count() == held.criteria.count()
    assert [row.key for row in draft.dimensions.all()] == ["1", "2", "3", "4", "5"]
    homes = {row.dimension.version_id for row in draft.criteria.exclude(dimension=None)}
    assert homes == {draft.pk}


def test_a_draft_changes_nothing_before_somebody_adopts_it(story, draft):
    changed(story, draft)

    assert current_version(story.evaluation).number == 1
    assert waiting(story) == set()


def test_changed_anchors_wait_for_their_evaluators_and_others_stay(story, draft):
    before = dict(Cell.objects.values_list("pk", "version"))
    given = Cell.objects.filter(criterion_key="1.2").exclude(state="not_scored")
    expected = given.count()
    changed(story, draft)

    adopted(story, draft)

    touched = Cell.objects.filter(awaits_confirmation=True)
    assert waiting(story) == {"1.2"}
    assert touched.count() == expected > 0
    assert dict(Cell.objects.values_list("pk", "version")) == before
    assert current_version(story.evaluation).number == 2


def test_weights_alone_need_no_confirmation(story, draft):
    edit_criteria(
        by=story.officer,
        version=draft,
        changes={"1.2": {"weight": Decimal(8)}, "1.4": {"weight": Decimal(6)}},
    )

    adopted(story, draft)

    assert waiting(story) == set()
    entry = AuditEntry.objects.get(action="revision_adopted")
    assert entry.details["confirm_again"] == []
    assert entry.details["reopened"] == []
    assert set(entry.details["changes"]) == {"1.2", "1.4"}
    assert entry.details["reason"] == "The load has changed."
    assert entry.details["drafted_by"] == story.officer.name


def test_names_and_order_need_no_confirmation_either(story, draft):
    changed(story, draft, name_en="Largest model", perspective="risk")

    adopted(story, draft)

    assert waiting(story) == set()


def test_a_waiting_answer_is_open_everywhere_until_it_is_confirmed(story, draft):
    sheet = story.worksheet(story.evaluator)
    was_open = len(open_cells(sheet))
    was_answered = _answered(story)
    changed(story, draft)
    adopted(story, draft)
    cell = story.cell(story.evaluator, "1.2", "A")
    mine = sheet.cells.filter(criterion_key="1.2").exclude(state="not_scored").count()

    assert len(open_cells(sheet)) == was_open + mine
    assert _answered(story) == was_answered - mine
    assert _state_in_the_matrix(story, cell) == "not_scored"

    saved = _again(story, cell)

    assert saved.version == cell.version + 1
    assert saved.criteria_version.number == 2
    assert not saved.awaits_confirmation
    assert _state_in_the_matrix(story, saved) == "scored"
    assert _answered(story) == was_answered - mine + 1


def _answered(story) -> int:
    progress = panel_progress([story.evaluation])[story.evaluation.pk]
    return next(s.answered for s in progress.sheets if s.evaluator == story.evaluator)


def _state_in_the_matrix(story, cell) -> str:
    matrix = read_matrix(story.evaluation, current_version(story.evaluation))
    return next(
        row.state
        for row in evaluation_input(matrix, {}).cells
        if (row.candidate, row.criterion, row.evaluator)
        == (str(cell.candidate_id), "1.2", str(story.evaluator.pk))
    )


def _again(story, cell):
    return save_cell(
        by=story.evaluator,
        candidate=cell.candidate,
        criterion_key=cell.criterion_key,
        answer=Answer(
            state=cell.state,
            score=cell.score,
            comment=cell.comment,
            seen_version=cell.version,
        ),
    )


def test_who_drafted_a_version_does_not_adopt_it(story, draft):
    with pytest.raises(PermissionRefusedError):
        adopt_revision(by=story.officer, version=draft)

    assert draft_revision(story.evaluation) == draft


def test_another_officer_may_adopt_it(story, draft):
    assert adopt_revision(by=story.second_officer, version=draft).is_locked


@pytest.mark.parametrize("who", ["evaluator", "observer"])
def test_others_neither_draft_nor_adopt(story, draft, who):
    person = getattr(story, who)

    with pytest.raises(PermissionRefusedError):
        adopt_revision(by=person, version=draft)
    with pytest.raises(PermissionRefusedError):
        discard_revision(by=person, version=draft)


def test_a_draft_that_could_not_be_locked_is_not_adopted(story, draft):
    changed(story, draft, anchors_en=["", "b", "c", "d", "e"])

    with pytest.raises(RuleBrokenError) as caught:
        adopted(story, draft)

    assert caught.value.code == "anchors_missing"
    assert current_version(story.evaluation).number == 1


@pytest.mark.parametrize("state", ["takes quotes", "is sealed", "is open"])
def test_while_a_round_runs_no_version_is_adopted(story, draft, state):
    tender = story.evaluation.tender
    Tender.objects.update(is_sealed=True, stage=Stage.EVIDENCE)
    tender.refresh_from_db()
    row = make_round(tender, [story.evaluation.candidates.first().vendor])
    over = database_now() - timedelta(hours=1)
    row.deadline = row.deadline if state == "takes quotes" else over
    row.opened_at = over if state == "is open" else None
    row.save()

    if state == "is open":
        assert adopted(story, draft).is_locked
        return
    with pytest.raises(RuleBrokenError) as refused:
        adopted(story, draft)
    assert refused.value.code == "round_running"
    assert "Round 2 runs" in str(refused.value)
    assert not draft_revision(story.evaluation).is_locked


def test_a_draft_cannot_be_locked_by_its_drafter(story, draft):
    with pytest.raises(RuleBrokenError) as caught:
        lock_criteria(by=story.officer, version=draft)

    assert caught.value.code == "revision_not_adopted"


def test_a_reason_is_needed_and_one_draft_at_a_time(story):
    def start(reason):
        return start_revision(
            by=story.officer, evaluation=story.evaluation, reason=reason
        )

    with pytest.raises(RuleBrokenError) as silent:
        start("  ")
    start("Load")
    with pytest.raises(RuleBrokenError) as second:
        start("Load")

    assert (silent.value.code, second.value.code) == ("reason_missing", "revision_open")
    assert story.evaluation.criteria_versions.count() == 2


@pytest.mark.parametrize("stage", [Stage.SETUP, Stage.QUOTES, Stage.MODERATION])
def test_outside_evidence_and_scoring_no_version_follows(story, stage):
    at_stage(story.tender, stage)

    with pytest.raises(WrongStageError):
        start_revision(by=story.officer, evaluation=story.evaluation, reason="Load")

    assert draft_revision(story.evaluation) is None


def test_a_discarded_draft_leaves_nothing_but_its_entry(story, draft):
    discard_revision(by=story.officer, version=draft)

    assert story.evaluation.criteria_versions.count() == 1
    details = AuditEntry.objects.get(action="revision_discarded").details
    assert details == {"version": 2, "reason": "The load has changed."}


def test_the_next_stage_waits_for_the_draft(story, draft):
    codes = {str(each.code) for each in refusals(story.evaluation, Stage.MODERATION)}

    assert "revision_open" in codes


def test_nobody_scores_what_is_gone_and_its_cells_are_kept(story, draft):
    kept = Cell.objects.filter(criterion_key="5.4").count()
    remove_criterion(by=story.officer, criterion=draft.criteria.get(key="5.4"))
    assert Assignment.objects.filter(criterion_key="5.4").exists()

    adopted(story, draft)

    assert not Assignment.objects.filter(criterion_key="5.4").exists()
    assert Cell.objects.filter(criterion_key="5.4").count() == kept > 0
    matrix = read_matrix(story.evaluation, current_version(story.evaluation))
    assert "5.4" not in {cell.criterion for cell in evaluation_input(matrix, {}).cells}


def test_something_new_to_score_opens_every_worksheet(story, draft):
    Worksheet.objects.update(submitted_at=story.tender.created_at)
    made = add_criterion(
        by=story.officer,
        version=draft,
        dimension=draft.dimensions.get(key="5"),
        fields={"name_en": "Warm spare", "anchors_en": HARDER},
    )

    adopted(story, draft)

    assert not Worksheet.objects.filter(submitted_at__isnull=False).exists()
    found = [str(each) for each in refusals(story.evaluation, Stage.MODERATION)]
    assert f"Nobody scores the criteria {made.key}." in found
    reopened = AuditEntry.objects.get(action="revision_adopted").details["reopened"]
    assert sorted(reopened) == sorted(
        sheet.evaluator.name for sheet in Worksheet.objects.all()
    )


def test_a_submitted_worksheet_opens_again_with_its_waiting_answers(story, draft):
    sheet = story.worksheet(story.evaluator)
    Worksheet.objects.update(submitted_at=story.tender.created_at)
    Cell.objects.filter(criterion_key="1.2").exclude(worksheet=sheet).update(
        state="not_scored", score=None
    )
    changed(story, draft)

    adopted(story, draft)

    opened = Worksheet.objects.filter(submitted_at=None)
    assert list(opened) == [sheet]
    with pytest.raises(RuleBrokenError):
        submit_worksheet(by=story.evaluator, evaluation=story.evaluation)
