"""Sign in a program by its bearer token."""

from typing import override

from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from procurement.accounts.models import AgentPrincipal, ApiToken, User
from procurement.accounts.services.tokens import find_usable_token, note_use


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer <token>``: a person's token, or an agent's."""

    keyword = b"bearer"

    @override
    def authenticate(
        self, request: Request
    ) -> tuple[User | AgentPrincipal, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != self.keyword:
            return None
        token = find_usable_token(words[1].decode("latin-1")) if words[1:2] else None
        if token is None or len(words) != 2:  # noqa: PLR2004  # the keyword and the token
            message = "The token is unknown, expired or revoked."
            raise exceptions.AuthenticationFailed(message)
        if token.user is not None and not token.user.is_active:
            message = "The person of this token has left."
            raise exceptions.AuthenticationFailed(message)
        note_use(token)
        return token.user or AgentPrincipal(token), token

    @override
    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
