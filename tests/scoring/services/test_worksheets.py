"""Cells are saved one by one with a version, until submission or the deadline."""

from datetime import timedelta
from threading import Barrier

import pytest
from django.db import transaction

from catalog.models import Recusal, Tender
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from scoring.models import Candidate, Cell, NotApplicable, Worksheet
from scoring.services.worksheets import (
    Answer,
    close_worksheets,
    open_worksheets,
    save_cell,
    submit_worksheet,
    worksheet_digest,
)
from tests.concurrency import Waiting, together
from tests.story import make_story


@pytest.fixture
def story(db):
    return make_story(stage=Stage.SCORING)


def save(story, user, *, letter="A", key="1.2", **answer):
    values = {"state": "scored", "score": 4, "seen_version": 1} | answer
    return save_cell(
        by=user,
        candidate=story.candidates[letter],
        criterion_key=key,
        answer=Answer(**values),
    )


def open_again(story, user, *, key="1.2", letter="A"):
    """Take the stored answer of a cell away."""
    story.cell(user, key, letter).delete()


def test_a_first_score_makes_version_one(story):
    open_again(story, story.evaluator)

    cell = save(story, story.evaluator, score=5, comment=" 70B fits. ", seen_version=0)

    assert (cell.state, cell.score, cell.version) == ("scored", 5, 1)
    stored = story.cell(story.evaluator, "1.2", "A")
    assert (stored.score, stored.comment) == (5, "70B fits.")
    assert stored.criteria_version == story.version
    entry = AuditEntry.objects.get(action="cell_saved")
    assert entry.details == {
        "candidate": str(story.candidates["A"].uuid),
        "criterion": "1.2",
        "version": 1,
    }


def test_each_save_makes_the_next_version_and_keeps_no_score_of_a_decline(story):
    save(story, story.evaluator, score=2)

    cell = save(
        story,
        story.evaluator,
        state="declined",
        score=None,
        comment="No log.",
        seen_version=2,
    )

    assert (cell.state, cell.score, cell.version) == ("declined", None, 3)


def test_an_old_version_is_refused_with_what_is_saved(story):
    save(story, story.evaluator, score=2, comment="First tab.")

    with pytest.raises(ConflictError) as refused:
        save(story, story.evaluator, score=5)

    error = refused.value
    assert (error.code, error.version) == ("stale_version", 2)
    changed_at = error.saved["changed_at"]
    assert error.saved == {
        "state": "scored",
        "score": 2,
        "comment": "First tab.",
        "changed_at": changed_at,
    }
    assert changed_at == story.cell(story.evaluator, "1.2", "A").changed_at
    assert story.cell(story.evaluator, "1.2", "A").score == 2


def test_a_repeated_save_whose_answer_got_lost_changes_nothing(story):
    first = save(story, story.evaluator, score=2, comment="Seen.")

    again = save(story, story.evaluator, score=2, comment="Seen.")

    assert again.version == first.version == 2
    assert AuditEntry.objects.filter(action="cell_saved").count() == 1


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({"score": 6}, "score"),
        ({"score": 0}, "score"),
        ({"score": None}, None),
        ({"state": "declined", "score": 3}, None),
        ({"state": "na", "score": None}, "state"),
        ({"state": "recused", "score": None}, "state"),
        ({"comment": "x" * 4001}, "comment"),
    ],
)
def test_what_is_no_answer_is_refused_and_nothing_is_stored(story, answer, field):
    with pytest.raises(RuleBrokenError) as refused:
        save(story, story.evaluator, **answer)

    assert refused.value.field == field
    cell = story.cell(story.evaluator, "1.2", "A")
    assert (cell.score, cell.version) == (3, 1)
    assert not AuditEntry.objects.filter(action="cell_saved").exists()


def test_only_assigned_criteria_can_be_scored(story):
    story.evaluation.assignments.filter(
        evaluator=story.evaluator, criterion_key="1.2"
    ).delete()

    with pytest.raises(RuleBrokenError, match=r"1\.2 is not assigned to you"):
        save(story, story.evaluator)
    with pytest.raises(RuleBrokenError, match=r"1\.1 is not assigned to you"):
        save(story, story.evaluator, key="1.1", seen_version=0)
    with pytest.raises(RuleBrokenError, match=r"3\.1 is not assigned to you"):
        save(story, story.evaluator, key="3.1", seen_version=0)


def test_a_recused_vendor_has_no_cell(story):
    with pytest.raises(RuleBrokenError, match="recused") as refused:
        save(story, story.recused, letter="C", seen_version=0)

    assert refused.value.code == "recused"
    assert not Cell.objects.filter(
        worksheet__evaluator=story.recused, candidate=story.candidates["C"]
    ).exists()


def test_a_knocked_out_candidate_has_no_cell(story):
    with pytest.raises(RuleBrokenError, match="takes no part"):
        save(story, story.evaluator, letter="F", seen_version=0)

    assert not story.candidates["F"].cells.exists()


def test_a_criterion_that_does_not_apply_has_no_cell(story):
    NotApplicable.objects.create(
        evaluation=story.evaluation,
        criterion_key="1.2",
        reason="No training.",
        approved_by=story.officer,
    )

    with pytest.raises(RuleBrokenError, match="does not apply"):
        save(story, story.evaluator)


def test_only_an_evaluator_scores_and_only_in_scoring(story):
    for person in (story.officer, story.approver, story.observer):
        with pytest.raises(PermissionRefusedError):
            save(story, person)

    Tender.objects.update(stage=Stage.MODERATION)
    with pytest.raises(WrongStageError):
        save(story, story.evaluator)

    assert not Cell.objects.filter(version__gt=1).exists()


def test_after_the_deadline_of_the_database_nothing_is_saved_or_submitted(story):
    Tender.objects.update(scores_deadline=database_now() - timedelta(milliseconds=1))

    with pytest.raises(ConflictError, match="deadline") as refused:
        save(story, story.evaluator)
    assert refused.value.code == "deadline_passed"
    with pytest.raises(ConflictError, match="deadline"):
        submit_worksheet(by=story.evaluator, evaluation=story.evaluation)
    assert story.cell(story.evaluator, "1.2", "A").version == 1


def test_before_the_deadline_it_is_saved(story):
    Tender.objects.update(scores_deadline=database_now() + timedelta(minutes=1))

    assert save(story, story.evaluator).version == 2


def test_submission_locks_the_worksheet_and_notes_the_digest_of_its_answers(story):
    sheet = submit_worksheet(by=story.evaluator, evaluation=story.evaluation)

    assert sheet.is_locked
    entry = AuditEntry.objects.get(action="worksheet_submitted")
    assert entry.details == {"cells": 60, "sha256": worksheet_digest(sheet)}
    with pytest.raises(ConflictError) as refused:
        save(story, story.evaluator, score=2)
    assert refused.value.code == "worksheet_locked"
    assert story.cell(story.evaluator, "1.2", "A").score == 3


def test_a_score_changed_behind_the_door_no_longer_fits_the_digest(story):
    sheet = submit_worksheet(by=story.evaluator, evaluation=story.evaluation)
    before = worksheet_digest(sheet)

    Cell.objects.filter(pk=story.cell(story.evaluator, "1.2", "A").pk).update(score=5)

    assert worksheet_digest(sheet) != before


def test_a_second_submission_finds_the_first(story):
    first = submit_worksheet(by=story.evaluator, evaluation=story.evaluation)

    second = submit_worksheet(by=story.evaluator, evaluation=story.evaluation)

    assert second.submitted_at == first.submitted_at
    assert AuditEntry.objects.filter(action="worksheet_submitted").count() == 1


def test_an_open_cell_keeps_the_worksheet_open(story):
    open_again(story, story.evaluator)
    save(story, story.evaluator, key="1.4", score=5, comment="")

    with pytest.raises(RuleBrokenError, match="2 cells are still open") as refused:
        submit_worksheet(by=story.evaluator, evaluation=story.evaluation)

    assert refused.value.code == "worksheet_incomplete"
    assert not story.worksheet(story.evaluator).is_submitted


def test_closing_locks_what_was_not_submitted_and_names_it(story):
    submit_worksheet(by=story.evaluator, evaluation=story.evaluation)

    close_worksheets(by=story.officer, evaluation=story.evaluation)

    sheets = Worksheet.objects.order_by("id")
    assert [sheet.is_submitted for sheet in sheets] == [True, False, False, False]
    assert [sheet.is_locked for sheet in sheets] == [True] * 4
    entry = AuditEntry.objects.get(action="worksheets_closed")
    assert entry.details == {"not_submitted": ["M. Okafor", "J. Lindqvist", "S. Rao"]}


def test_opening_makes_one_worksheet_for_each_assigned_evaluator(story):
    Worksheet.objects.all().delete()
    story.evaluation.assignments.filter(evaluator=story.recused).delete()

    opened = open_worksheets(by=story.officer, evaluation=story.evaluation)
    again = open_worksheets(by=story.officer, evaluation=story.evaluation)

    names = {sheet.evaluator.name for sheet in opened}
    assert names == {"Chen Wei", "J. Lindqvist", "S. Rao"}
    assert [sheet.pk for sheet in opened] == [sheet.pk for sheet in again]


@pytest.mark.django_db(transaction=True)
def test_of_two_tabs_one_saves_and_the_other_is_told():
    story = make_story(stage=Stage.SCORING)

    outcomes = together(
        lambda: save(story, story.evaluator, score=2).version,
        lambda: save(story, story.evaluator, score=4).version,
    )

    assert sorted(map(str, outcomes)) == ["2", "stale_version"]
    cell = story.cell(story.evaluator, "1.2", "A")
    assert cell.version == 2
    assert cell.score == (2 if outcomes[0] == 2 else 4)


@pytest.mark.django_db(transaction=True)
def test_of_two_tabs_that_both_score_first_one_saves():
    story = make_story(stage=Stage.SCORING)
    open_again(story, story.evaluator)

    outcomes = together(
        lambda: save(story, story.evaluator, score=2, seen_version=0).version,
        lambda: save(story, story.evaluator, score=4, seen_version=0).version,
    )

    assert sorted(map(str, outcomes)) == ["1", "stale_version"]


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_one_of_two_tabs_would_lose_its_score():
    """The control: read, compare and write alone let both pass."""
    story = make_story(stage=Stage.SCORING)
    pk = story.cell(story.evaluator, "1.2", "A").pk

    def naive(score):
        cell = Cell.objects.get(pk=pk)
        seen = cell.version
        together_read.wait(timeout=10)
        if cell.version == seen:
            cell.score, cell.version = score, cell.version + 1
            cell.save()
        return cell.version

    together_read = Barrier(2)
    assert together(lambda: naive(2), lambda: naive(4)) == [2, 2]


@pytest.mark.django_db(transaction=True)
def test_a_save_that_waits_for_the_submission_is_refused():
    story = make_story(stage=Stage.SCORING)
    late = Waiting(lambda: save(story, story.evaluator, score=2).version)

    with transaction.atomic():
        submit_worksheet(by=story.evaluator, evaluation=story.evaluation)
        late.start()

    assert late.finish() == "worksheet_locked"
    assert story.cell(story.evaluator, "1.2", "A").score == 3
    entry = AuditEntry.objects.get(action="worksheet_submitted")
    digest = worksheet_digest(story.worksheet(story.evaluator))
    assert entry.details["sha256"] == digest


@pytest.mark.django_db(transaction=True)
def test_a_save_that_waits_for_the_end_of_scoring_is_refused():
    story = make_story(stage=Stage.SCORING)
    late = Waiting(lambda: save(story, story.evaluator, score=2).version)

    with transaction.atomic():
        tender = Tender.objects.select_for_update().get(pk=story.tender.pk)
        tender.stage = Stage.MODERATION
        tender.save()
        late.start()

    assert late.finish() == "wrong_stage"
    assert story.cell(story.evaluator, "1.2", "A").score == 3


@pytest.mark.django_db(transaction=True)
def test_a_save_that_waits_past_the_deadline_is_refused():
    story = make_story(stage=Stage.SCORING)
    late = Waiting(lambda: save(story, story.evaluator, score=2).version)

    with transaction.atomic():
        tender = Tender.objects.select_for_update().get(pk=story.tender.pk)
        tender.scores_deadline = database_now() + timedelta(milliseconds=400)
        tender.save()
        late.start()
        assert database_now() < tender.scores_deadline
        while database_now() <= tender.scores_deadline:
            pass

    assert late.finish() == "deadline_passed"


@pytest.mark.django_db(transaction=True)
def test_checks_before_the_lock_would_let_a_late_save_through():
    """The control: who checks first and waits then writes into a locked worksheet."""
    story = make_story(stage=Stage.SCORING)
    pk = story.cell(story.evaluator, "1.2", "A").pk

    def naive():
        with transaction.atomic():
            sheet = story.worksheet(story.evaluator)
            assert not sheet.is_locked
            Worksheet.objects.select_for_update().get(pk=sheet.pk)
            return Cell.objects.filter(pk=pk).update(score=2, version=2)

    late = Waiting(naive)
    with transaction.atomic():
        submit_worksheet(by=story.evaluator, evaluation=story.evaluation)
        late.start()

    assert late.finish() == 1
    assert story.cell(story.evaluator, "1.2", "A").score == 2


@pytest.mark.django_db(transaction=True)
def test_a_save_that_waits_for_a_recusal_is_refused():
    story = make_story(stage=Stage.SCORING)
    late = Waiting(lambda: save(story, story.evaluator, score=2).version)

    with transaction.atomic():
        Tender.objects.select_for_update().get(pk=story.tender.pk)
        Recusal.objects.create(
            tender=story.tender,
            user=story.evaluator,
            vendor=story.candidates["A"].vendor,
            reason="Owns shares.",
            recorded_by=story.officer,
        )
        late.start()

    assert late.finish() == "recused"


def test_a_candidate_that_was_taken_out_meanwhile_is_not_scored(story):
    stale = story.candidates["A"]
    Candidate.objects.filter(pk=stale.pk).update(
        admission="withdrawn", admission_reason="By letter."
    )

    with pytest.raises(RuleBrokenError, match="takes no part"):
        save(story, story.evaluator)
