"""An agent's token: for named servers, perhaps for one evaluation, audited there."""

from datetime import timedelta

import pytest
from django.utils import timezone

from catalog.services.agents import grant_agent_token
from procurement.accounts.models import AgentPrincipal, ApiToken
from procurement.accounts.services.tokens import find_usable_token
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import (
    ORGANISATION,
    Action,
    PermissionRefusedError,
    can,
)
from tests.factories import make_sku, make_tender

SOON = timedelta(days=7)


def grant(by, **words):
    given = {"name": "loan machine", "tender": None}
    ends = timezone.now() + SOON
    if "skus" not in words:
        given["skus"] = [make_sku(slug="xe9680")]
    return grant_agent_token(by=by, **(given | {"expires_at": ends} | words))


def test_the_token_may_upload_and_nothing_else(editor):
    token, secret = grant(editor)

    agent = AgentPrincipal(find_usable_token(secret))
    allowed = [action for action in Action if can(agent, action, ORGANISATION)]
    assert allowed == [Action.UPLOAD_BENCHMARKS]
    assert token.scopes == ["upload"]
    assert [row.sku.slug for row in token.grants.all()] == ["xe9680"]


def test_a_grant_stands_in_the_chain_of_its_evaluation(officer, tender):
    grant(officer, tender=tender)

    told = {
        (entry.chain.name, entry.action, str(entry.details.get("servers", "")))
        for entry in AuditEntry.objects.select_related("chain")
    }
    assert told == {
        ("organisation", "token_created", ""),
        (str(tender.uuid), "agent_granted", "['xe9680']"),
    }


@pytest.mark.parametrize("role", ["finance", "auditor", "outsider", "evaluator"])
def test_others_make_no_token(request, role):
    with pytest.raises(PermissionRefusedError):
        grant(request.getfixturevalue(role))

    assert ApiToken.objects.count() == 0


def test_an_evaluation_of_others_can_not_be_named(officer):
    foreign = make_tender()

    with pytest.raises(PermissionRefusedError):
        grant(officer, tender=foreign)

    assert ApiToken.objects.count() == 0


def test_a_token_names_a_server_and_ends_in_time(officer):
    with pytest.raises(RuleBrokenError, match="at least one server"):
        grant(officer, skus=[])
    with pytest.raises(RuleBrokenError, match="in the future"):
        grant(officer, expires_at=timezone.now() - SOON)

    assert ApiToken.objects.count() == 0
    assert AuditEntry.objects.count() == 0
