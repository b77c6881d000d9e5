"""Tokens of hidden evaluations are not in the rows."""

from datetime import timedelta

from django.utils import timezone

from catalog.selectors.agents import agent_tokens
from catalog.services.agents import grant_agent_token
from tests.factories import make_sku


def test_a_token_of_a_hidden_evaluation_is_not_there(officer, editor, tender):
    words = {"skus": [make_sku()], "expires_at": timezone.now() + timedelta(days=1)}
    grant_agent_token(by=officer, name="secret", tender=tender, **words)
    grant_agent_token(by=officer, name="open", tender=None, **words)

    assert [token.name for token in agent_tokens(officer)] == ["open", "secret"]
    assert [token.name for token in agent_tokens(editor)] == ["open"]
