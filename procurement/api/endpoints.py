"""The base of every endpoint."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django.core.exceptions import ImproperlyConfigured
from rest_framework.views import APIView

from procurement.permissions import ORGANISATION, Action, Scope


class Endpoint(APIView):
    """One endpoint: names its action; the table is asked before anything is read.

    ``actions`` overrides ``needs`` by HTTP method in lower case. ``token_scope`` is
    what a token must hold: ``read`` for safe methods and ``write`` else, unless said.
    """

    needs: ClassVar[Action | None] = None
    actions: ClassVar[Mapping[str, Action]] = {}
    token_scopes: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def action_of(cls, method: str) -> Action:
        """The action that a method needs; what it does not answer needs that of GET."""
        name = method.lower()
        if name in {"head", "options"} or not hasattr(cls, name):
            name = "get"
        action = cls.actions.get(name, cls.needs)
        if action is None:
            message = f"{cls.__name__} names no action for {method}."
            raise ImproperlyConfigured(message)
        return action

    @property
    def user(self) -> Any:  # noqa: ANN401  # a User, or an agent's token
        """Who asks."""
        return cast("Any", self.request.user)

    def find_scope(self) -> Scope:
        """What the permission is asked about: the organisation, unless overridden."""
        return ORGANISATION
