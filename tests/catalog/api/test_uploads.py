"""Agents send packed folders; nothing about others ever comes back."""

import hashlib
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from catalog.models import BenchmarkUpload
from catalog.services.readings import read_upload
from procurement.accounts.services.tokens import create_personal_token, revoke_token
from procurement.outbox.running import run_job
from procurement.permissions import Role
from tests.catalog.packing import SCORE, agent_of, headers, packed, result_folder
from tests.factories import add_member, make_sku, make_tender

ADDRESS = "/api/v1/uploads/"


@pytest.fixture
def sku():
    return make_sku(slug="xe9680")


@pytest.fixture
def secret(editor, sku):
    return agent_of(editor, sku)[1]


def send(secret, body=b"content", sku="xe9680", media_type="application/gzip", **more):
    said = headers(secret, sku, body, **more)
    return Client().post(ADDRESS, body, content_type=media_type, headers=said)


def ask(secret, uuid):
    return Client().get(
        f"{ADDRESS}{uuid}/", headers={"Authorization": f"Bearer {secret}"}
    )


def test_a_new_upload_is_201_and_the_same_again_is_200(secret, sku):
    first, second = send(secret), send(secret, sku=str(sku.uuid))

    upload = BenchmarkUpload.objects.get()
    assert (first.status_code, second.status_code) == (201, 200)
    assert (
        first.json()
        == second.json()
        == {
            "id": str(upload.uuid),
            "status": "queued",
            "detail": None,
            "sha256": hashlib.sha256(b"content").hexdigest(),
            "run_sets": [],
            "url": f"/benchmarks/uploads/{upload.uuid}/",
        }
    )
    assert upload.file_name == "results.tar.gz"


def test_what_was_read_is_told_to_the_agent(secret, tmp_path):
    body = packed(result_folder(tmp_path))
    sent = send(secret, body).json()
    run_job(str(BenchmarkUpload.objects.get().job.uuid), read_upload)

    told = ask(secret, sent["id"]).json()

    run_set = BenchmarkUpload.objects.get().run_sets.get()
    assert told["status"] == "done"
    score = told["run_sets"][0].pop("score_minutes")
    assert float(score) == pytest.approx(SCORE, abs=1e-9)
    assert told["run_sets"] == [
        {
            "id": str(run_set.uuid),
            "benchmark": "llama2_70b_lora",
            "official": True,
            "reason": None,
            "url": f"/benchmarks/{run_set.uuid}/",
        }
    ]


def test_why_an_upload_was_not_read_is_told(secret):
    sent = send(secret).json()
    run_job(str(BenchmarkUpload.objects.get().job.uuid), read_upload)

    told = ask(secret, sent["id"]).json()

    assert (told["status"], told["detail"]) == (
        "failed",
        "The upload is not a gzip file.",
    )


@pytest.mark.parametrize(
    "named", ["other-server", "", "x\x00", "6f3c0d1d-2467-4293-be00-43fe2d18243c"]
)
def test_a_server_that_the_token_does_not_name_is_not_there(secret, named):
    make_sku(slug="other-server")

    answer = send(secret, sku=named)

    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"] == (
        "This token does not reach the server that X-Sku names. Name a SKU within the "
        "scope of the token, or ask for a token for this one."
    )
    assert BenchmarkUpload.objects.count() == 0


def test_a_foreign_upload_is_not_there(secret, officer, sku, tender):
    _, bound = agent_of(officer, sku, tender=tender)
    _, elsewhere = agent_of(officer, make_sku(slug="other"))
    uuid = send(bound).json()["id"]

    assert ask(bound, uuid).status_code == 200
    assert ask(secret, uuid).status_code == 404
    assert ask(elsewhere, uuid).status_code == 404
    assert ask(secret, uuid4()).status_code == 404


def test_an_agent_reads_nothing_else(secret):
    browser = Client(headers={"Authorization": f"Bearer {secret}"})

    assert browser.get(ADDRESS).status_code in {403, 405}
    assert browser.get("/benchmarks/").status_code == 302


def test_a_person_is_refused_whatever_the_token(officer, sku):

    ends = timezone.now() + timedelta(days=1)
    for scopes in (["read", "write"], ["upload"]):
        _, secret = create_personal_token(
            by=officer, name=scopes[0], scopes=scopes, expires_at=ends
        )
        assert send(secret).status_code == 403
    assert BenchmarkUpload.objects.count() == 0


def test_without_a_working_token_nothing_is_read(editor, sku):
    agent, secret = agent_of(editor, sku)
    revoke_token(by=editor, token=agent.token)

    for wrong in (secret, "gpp_unknown", ""):
        answer = send(wrong)
        assert answer.status_code == 401
        assert answer["WWW-Authenticate"] == "Bearer"
    assert BenchmarkUpload.objects.count() == 0


def test_other_content_than_announced_is_422(secret):
    answer = send(secret, **{"X-Content-SHA256": "0" * 64})

    assert answer.status_code == 422
    assert answer.json()["code"] == "upload_hash_mismatch"
    assert BenchmarkUpload.objects.count() == 0


def test_too_large_is_413_by_its_length_and_by_its_bytes(secret, settings):
    settings.UPLOAD_MAX_BYTES = 3

    answer = send(secret)

    assert (answer.status_code, answer.json()["code"]) == (413, "upload_too_large")
    assert BenchmarkUpload.objects.count() == 0


def test_an_understated_length_is_a_cut_body_and_422(secret):
    said = headers(secret, "xe9680", b"content")

    answer = Client().generic(
        "POST",
        ADDRESS,
        b"content",
        content_type="application/gzip",
        headers=said,
        CONTENT_LENGTH="3",
    )

    assert (answer.status_code, answer.json()["code"]) == (422, "upload_hash_mismatch")


def test_a_body_of_unknown_length_is_411(secret):
    said = headers(secret, "xe9680", b"content")

    answer = Client().generic(
        "POST",
        ADDRESS,
        b"content",
        content_type="application/gzip",
        headers=said,
        CONTENT_LENGTH="",
    )

    assert answer.status_code == 411


@pytest.mark.parametrize("media_type", ["application/json", "multipart/form-data", "x"])
def test_another_type_is_415(secret, media_type):
    answer = send(secret, media_type=media_type)

    assert answer.status_code == 415
    assert answer["Content-Type"] == "application/problem+json"


def test_an_ended_evaluation_answers_409(officer, sku, tender):
    _, secret = agent_of(officer, sku, tender=tender)
    tender.stage = "cancelled"
    tender.save()

    answer = send(secret)

    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_stage")


def test_too_many_column_names_are_refused(secret):
    answer = send(secret, **{"X-Columns": "a," * 1500})

    assert answer.status_code == 422
    assert BenchmarkUpload.objects.count() == 0


def test_a_member_of_the_evaluation_sees_what_its_agent_sent(
    officer, sku, tender, approver, outsider
):
    _, secret = agent_of(officer, sku, tender=tender)
    send(secret)
    foreign = make_tender()
    add_member(foreign, outsider, Role.OFFICER)

    assert BenchmarkUpload.objects.visible_to(approver).count() == 1
    assert BenchmarkUpload.objects.visible_to(outsider).count() == 0
