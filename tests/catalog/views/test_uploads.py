"""The form, the page that watches the reading, and the file itself."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from catalog.models import BenchmarkUpload
from catalog.services.readings import read_upload
from procurement.outbox.models import Job
from procurement.outbox.running import run_job
from tests.catalog.packing import packed, result_folder
from tests.factories import make_sku, make_tender

FORM = "/benchmarks/upload/"


def form(content=b"content", **words):
    return {
        "file": SimpleUploadedFile("../../results.tar.gz", content),
        "sku": make_sku().slug,
        "provenance": "measured",
    } | words


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("officer", True),
        ("editor", True),
        ("administrator", False),
        ("finance", False),
        ("auditor", False),
        ("evaluator", False),
    ],
)
def test_who_may_upload(request, signed_in, role, may):
    browser = signed_in(request.getfixturevalue(role))

    assert browser.get(FORM).status_code == (200 if may else 403)
    assert browser.post(FORM, form()).status_code == (302 if may else 403)
    assert BenchmarkUpload.objects.count() == int(may)


def test_a_sent_file_is_read_and_its_page_shows_the_result(
    signed_in, officer, tender, tmp_path
):
    browser = signed_in(officer)
    content = packed(result_folder(tmp_path))

    answer = browser.post(FORM, form(content, tender=tender.reference))

    upload = BenchmarkUpload.objects.get()
    assert answer["Location"] == f"/benchmarks/uploads/{upload.uuid}/"
    assert (upload.file_name, upload.tender) == ("results.tar.gz", tender)
    waiting = browser.get(answer["Location"]).content.decode()
    assert 'hx-trigger="every 2s"' in waiting
    run_job(str(upload.job.uuid), read_upload)
    done = browser.get(answer["Location"]).content.decode()
    assert "hx-trigger" not in done
    assert "Llama 2 70B LoRA" in done
    assert "25.40" in done
    assert "GPU samples" in done


def test_the_part_that_changes_comes_alone(signed_in, officer):
    browser = signed_in(officer)
    place = browser.post(FORM, form())["Location"]
    Job.objects.update(
        state="running", progress_percent=35, progress_text="Reading the files"
    )

    answer = browser.get(place, headers={"HX-Request": "true", "HX-Target": "reading"})

    html = answer.content.decode()
    assert html.strip().startswith('<div id="reading"')
    assert "35 / 100" in html
    assert "Reading the files" in html
    assert "<html" not in html


def test_a_refused_file_says_why(signed_in, officer):
    browser = signed_in(officer)
    place = browser.post(FORM, form())["Location"]
    run_job(str(BenchmarkUpload.objects.get().job.uuid), read_upload)

    html = browser.get(place).content.decode()

    assert "The upload is not a gzip file." in html
    assert "not readable" in html


@pytest.mark.parametrize(
    "wrong",
    [
        {"sku": "unknown"},
        {"provenance": "catalogue"},
        {"file": ""},
        {"columns": "x" * 2001},
    ],
)
def test_a_wrong_field_keeps_nothing(signed_in, officer, wrong):
    assert signed_in(officer).post(FORM, form(**wrong)).status_code == 422
    assert BenchmarkUpload.objects.count() == 0


def test_a_foreign_evaluation_is_no_choice(signed_in, officer):
    foreign = make_tender(reference="EV-SECRET")

    answer = signed_in(officer).post(FORM, form(tender=foreign.reference))

    assert answer.status_code == 422
    assert ">EV-SECRET<" not in answer.content.decode()
    assert BenchmarkUpload.objects.count() == 0


def test_a_file_larger_than_may_be_is_refused(signed_in, officer, settings):
    settings.UPLOAD_MAX_BYTES = 3

    answer = signed_in(officer).post(FORM, form())

    assert answer.status_code == 422
    assert "larger than" in answer.content.decode()
    assert BenchmarkUpload.objects.count() == 0


def test_the_file_comes_back_as_it_was_sent(signed_in, officer, outsider):
    place = signed_in(officer).post(FORM, form())["Location"]

    answer = signed_in(outsider).get(f"{place}file/")

    assert b"".join(answer.streaming_content) == b"content"
    assert answer["Content-Disposition"] == 'attachment; filename="results.tar.gz"'
    assert answer["X-Content-Type-Options"] == "nosniff"
