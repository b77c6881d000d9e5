"""The page of the agents' tokens."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from catalog.models import AgentGrant
from catalog.services.agents import grant_agent_token
from procurement.accounts.models import ApiToken
from procurement.accounts.services.tokens import find_usable_token
from tests.factories import make_sku, make_tender

PAGE = "/benchmarks/tokens/"


def form(**words) -> dict[str, object]:
    return {"name": "loan machine", "days": "30", "skus": [make_sku().slug]} | words


@pytest.mark.parametrize(
    ("role", "status"),
    [
        ("officer", 200),
        ("editor", 200),
        ("administrator", 403),
        ("finance", 403),
        ("auditor", 403),
        ("evaluator", 403),
    ],
)
def test_who_keeps_the_agents(request, signed_in, role, status):
    browser = signed_in(request.getfixturevalue(role))

    assert browser.get(PAGE).status_code == status
    assert browser.post(PAGE, form()).status_code == status
    assert ApiToken.objects.count() == (1 if status == 200 else 0)


def test_the_token_is_shown_once(signed_in, officer, tender):
    browser = signed_in(officer)

    answer = browser.post(PAGE, form(tender=tender.reference))

    html = answer.content.decode()
    secret = re.search(r'data-copy="(gpp_[^"]+)"', html).group(1)
    assert find_usable_token(secret).name == "loan machine"
    assert AgentGrant.objects.get().tender == tender
    assert secret not in browser.get(PAGE).content.decode()


@pytest.mark.parametrize(
    "wrong", [{"skus": []}, {"skus": ["999999"]}, {"days": "365"}, {"name": ""}]
)
def test_a_wrong_field_makes_no_token(signed_in, officer, wrong):
    assert signed_in(officer).post(PAGE, form(**wrong)).status_code == 422
    assert ApiToken.objects.count() == 0


def test_a_foreign_evaluation_is_no_choice(signed_in, officer):
    foreign = make_tender(reference="EV-SECRET")
    browser = signed_in(officer)

    answer = browser.post(PAGE, form(tender=foreign.reference))

    assert answer.status_code == 422
    assert ">EV-SECRET<" not in answer.content.decode()
    assert ApiToken.objects.count() == 0


def test_a_token_is_revoked_by_who_may_know_of_it(signed_in, officer, editor, tender):
    token, secret = grant_agent_token(
        by=officer,
        name="loan machine",
        skus=[make_sku()],
        tender=tender,
        expires_at=timezone.now() + timedelta(days=1),
    )
    address = f"{PAGE}{token.uuid}/revoke/"

    assert signed_in(editor).post(address).status_code == 404
    assert find_usable_token(secret) is not None
    assert signed_in(officer).post(address).status_code == 302
    assert find_usable_token(secret) is None


def test_the_number_of_queries_does_not_grow(
    signed_in, officer, django_assert_num_queries
):
    browser = signed_in(officer)
    browser.get(PAGE)
    for count in (3, 30):
        for number in range(count):
            grant_agent_token(
                by=officer,
                name=f"t{count}-{number}",
                skus=[make_sku(), make_sku()],
                tender=None,
                expires_at=timezone.now() + timedelta(days=1),
            )
        with django_assert_num_queries(9):
            browser.get(PAGE)
