"""How the documentation of the API names our tokens."""

from typing import Any, override

from drf_spectacular.extensions import OpenApiAuthenticationExtension


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its base registers subclasses untyped
    """A bearer token of a person or of an agent."""

    target_class = "procurement.accounts.authentication.TokenAuthentication"
    name = "token"

    @override
    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
