"""Tables of accounts."""

from procurement.accounts.models.throttles import Throttle
from procurement.accounts.models.tokens import AgentPrincipal, ApiToken
from procurement.accounts.models.users import (
    Anonymous,
    Console,
    OrganisationRole,
    User,
)

__all__ = [
    "AgentPrincipal",
    "Anonymous",
    "ApiToken",
    "Console",
    "OrganisationRole",
    "Throttle",
    "User",
]
