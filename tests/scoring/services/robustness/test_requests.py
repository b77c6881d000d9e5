import pytest

from procurement.outbox.models import Job
from procurement.permissions import PermissionRefusedError
from scoring.models import Candidate, RobustnessCheck
from scoring.selectors.rankings.results import ranking_of
from scoring.services.robustness.requests import request_checks
from tests.factories import make_user


def test_a_ranking_is_checked_once_while_nothing_changes(story):
    ranking = ranking_of(story.evaluation)

    first = request_checks(by=story.officer, ranking=ranking)
    second = request_checks(by=story.approver, ranking=ranking)

    assert second == first
    job = Job.objects.get(kind="scoring.check_robustness")
    assert (job.queue, job.arguments) == ("default", {"check": str(first.uuid)})
    assert first.document is None


def test_a_change_of_the_inputs_is_another_check(story):
    before = request_checks(by=story.officer, ranking=ranking_of(story.evaluation))
    Candidate.objects.filter(pk=story.candidates["C"].pk).update(admission="rejected")

    after = request_checks(by=story.officer, ranking=ranking_of(story.evaluation))

    assert before != after
    assert Job.objects.filter(kind="scoring.check_robustness").count() == 2


def test_a_job_that_failed_is_asked_for_again(story):
    ranking = ranking_of(story.evaluation)
    check = request_checks(by=story.officer, ranking=ranking)
    Job.objects.filter(pk=check.job_id).update(state=Job.State.FAILED)

    again = request_checks(by=story.officer, ranking=ranking)

    assert again.job_id != check.job_id
    assert again.job.state == Job.State.WAITING


def test_who_may_not_read_the_ranking_asks_for_nothing(story):
    ranking = ranking_of(story.evaluation)

    with pytest.raises(PermissionRefusedError):
        request_checks(by=make_user("Otto Outsider"), ranking=ranking)

    assert not RobustnessCheck.objects.exists()
    assert not Job.objects.filter(kind="scoring.check_robustness").exists()
