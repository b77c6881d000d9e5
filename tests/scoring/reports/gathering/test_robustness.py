from procurement.outbox.running import run_job
from scoring.reports.gathering.robustness import robustness_part
from scoring.selectors.rankings.results import ranking_of
from scoring.services.robustness.calculation import check_robustness
from scoring.services.robustness.requests import request_checks


def test_the_checks_are_frozen_as_the_worker_stored_them(story):
    ranking = ranking_of(story.evaluation)
    check = request_checks(by=story.officer, ranking=ranking)
    run_job(str(check.job.uuid), check_robustness)
    check.refresh_from_db()

    found = robustness_part(ranking)

    assert found == check.document
    assert found["simulation"]["draws"] == 10_000


def test_before_the_worker_is_done_all_but_the_draws_is_frozen(story):
    found = robustness_part(ranking_of(story.evaluation))

    assert found["simulation"] is None
    assert found["leader"] == str(story.candidates["B"].uuid)
    assert len(found["intervals"]) == 5 + 18
