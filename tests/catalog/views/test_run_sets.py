"""The pages of run sets: what is scored, from which lines, and who may see it."""

import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.models import Recusal, RunSet
from catalog.services.readings import read_upload
from catalog.services.receiving import receive
from catalog.services.uploads import UploadTarget, store_own_upload
from procurement.outbox.models import Job
from procurement.outbox.running import run_job
from tests.catalog.packing import MINUTES, packed, result_folder
from tests.factories import (
    make_offer,
    make_quote,
    make_run_set,
    make_sku,
    make_tender,
    make_upload,
)
from tests.pages import page

LIST = "/benchmarks/"


def read_from(tmp_path, editor, folder=None) -> RunSet:
    """Store and read ten runs with samples, as the worker does."""
    content = packed(folder or result_folder(tmp_path))
    arrived = tmp_path / "arrived"
    arrived.mkdir()
    file = receive(io.BytesIO(content), arrived, name="r.tar.gz", limit=10_000_000)
    target = UploadTarget(sku=make_sku(name="SYS-821GE"))
    upload, _ = store_own_upload(by=editor, target=target, file=file)
    run_job(str(upload.job.uuid), read_upload)
    return RunSet.objects.get()


def test_the_page_shows_score_runs_samples_and_the_footnote(
    signed_in, outsider, editor, tmp_path
):
    run_set = read_from(tmp_path, editor)

    html = page(signed_in(outsider), f"{LIST}{run_set.uuid}/")

    assert "25.40 <small>min</small>" in html
    assert html.count("dropped, fastest") == html.count("dropped, slowest") == 1
    assert "Own run, not verified by MLCommons" in html
    assert "Result not verified by MLCommons Association." in html
    assert "TDP is not a substitute" in html
    assert "670.5" in html
    assert '<span class="mono">power.draw</span> 2' in html
    assert "not recorded" in html
    assert "<script>" not in html
    assert "style=" not in html


def test_dropped_and_failed_runs_stay_visible_with_their_reason(
    signed_in, outsider, editor, tmp_path
):
    folder = result_folder(tmp_path, MINUTES, samples=False)
    (folder / "result_3.txt").write_text(":::MLLOG {broken\n")
    run_set = read_from(tmp_path, editor, folder)

    html = page(signed_in(outsider), f"{LIST}{run_set.uuid}/")

    assert "did not converge" in html
    assert "result_3.txt" in html
    assert "This log line does not decode" in html
    assert '<td class="n">1</td>' in html
    assert "utilisation, temperature and power are not known" in html


def test_a_score_that_is_not_official_says_why(signed_in, outsider, editor, tmp_path):
    folder = result_folder(tmp_path, MINUTES[:4], samples=False)
    run_set = read_from(tmp_path, editor, folder)

    html = page(signed_in(outsider), f"{LIST}{run_set.uuid}/")

    assert "This score is not official" in html
    assert "4 of 10 runs: the plain mean" in html
    assert "Score by the official rules" not in html


def test_the_reason_is_said_in_the_language_of_the_person(
    signed_in, outsider, editor, tmp_path
):
    folder = result_folder(tmp_path, MINUTES[:4], samples=False)
    run_set = read_from(tmp_path, editor, folder)
    outsider.language = "zh-hans"
    outsider.save()

    for address in (LIST, f"{LIST}{run_set.uuid}/"):
        assert signed_in(outsider).get(address).status_code == 200


def test_the_chart_holds_the_minutes_and_the_mean(
    signed_in, outsider, editor, tmp_path
):
    run_set = read_from(tmp_path, editor)

    chart = signed_in(outsider).get(f"{LIST}{run_set.uuid}/runs/").json()

    assert chart["data"][0]["y"] == sorted(MINUTES)
    assert chart["data"][0]["marker"]["symbol"][0] == "x"
    assert chart["layout"]["annotations"][0]["text"] == "mean: 25.40"


def test_a_hostile_name_is_shown_as_text(signed_in, outsider):
    run_set = make_run_set(
        make_sku(),
        path="<img src=x onerror=alert(1)>",
        result={"runs": [{"file": "<script>x</script>", "minutes": 3.0}]},
    )

    html = page(signed_in(outsider), f"{LIST}{run_set.uuid}/")

    assert "<img" not in html
    assert "<script>x" not in html


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"one", "two", "three"}),
        ("?benchmark=bert", {"two"}),
        ("?sku=three", {"three"}),
        ("?provenance=verified", {"two"}),
        ("?official=no", {"three"}),
        ("?official=yes", {"one", "two"}),
        ("?sku=unknown", set()),
        ("?provenance=none", set()),
    ],
)
def test_filters_keep_what_is_asked_for(signed_in, outsider, query, found):
    make_run_set(make_sku(name="one", slug="one"))
    make_run_set(
        make_sku(name="two", slug="two"), benchmark="bert", provenance="verified"
    )
    make_run_set(make_sku(name="three", slug="three"), is_official=False)

    html = page(signed_in(outsider), f"{LIST}{query}")

    table = html.partition("<tbody>")[2]
    assert {
        name for name in ("one", "two", "three") if f" {name}</td>" in table
    } == found


def test_an_upload_that_waits_or_failed_stands_below(signed_in, outsider):
    make_upload(file_name="waits.tar.gz")
    failed = make_upload(file_name="broken.tar.gz")
    Job.objects.filter(pk=failed.job_id).update(state="failed")
    make_upload(file_name="read.tar.gz", job=None)

    html = page(signed_in(outsider), LIST)

    assert "waits.tar.gz" in html
    assert "broken.tar.gz" in html
    assert "read.tar.gz" not in html


def test_results_of_a_foreign_evaluation_are_nowhere(signed_in, outsider, tender):
    upload = make_upload(
        sku=make_sku(name="SECRET-1"), tender=tender, file_name="SECRET-2"
    )
    run_set = make_run_set(upload.sku, upload=upload, benchmark="secret-3")
    browser = signed_in(outsider)

    html = page(browser, LIST).lower()

    assert "secret" not in html
    for address in ("", "runs/"):
        assert browser.get(f"{LIST}{run_set.uuid}/{address}").status_code == 404
    for address in ("", "file/"):
        page(browser, f"{LIST}uploads/{upload.uuid}/{address}", status=404)


def test_an_evaluator_who_is_recused_sees_nothing_of_that_vendor(
    signed_in, evaluator, second_evaluator, officer, tender
):
    sku = make_sku()
    quote = make_quote(tender)
    make_offer(quote, position=2, is_base=False, sku=sku)
    run_set = make_run_set(sku, tender=tender)
    Recusal.objects.create(
        tender=tender,
        user=evaluator,
        vendor=quote.vendor,
        reason="shares",
        recorded_by=officer,
    )

    assert signed_in(second_evaluator).get(f"{LIST}{run_set.uuid}/").status_code == 200
    assert signed_in(evaluator).get(f"{LIST}{run_set.uuid}/").status_code == 404
    assert RunSet.objects.visible_to(evaluator).count() == 0


@pytest.mark.parametrize("query", ["", "?official=yes"])
def test_the_list_asks_as_much_for_three_as_for_thirty(signed_in, officer, query):
    browser = signed_in(officer)
    counts = []
    for more in (3, 27):
        for _ in range(more):
            make_run_set(make_sku(), tender=make_tender(officer=officer))
        browser.get(f"{LIST}{query}")
        with CaptureQueriesContext(connection) as queries:
            browser.get(f"{LIST}{query}")
        counts.append(len(queries))

    assert counts[0] == counts[1]
    assert RunSet.objects.count() == 30
