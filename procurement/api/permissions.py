"""The one table, asked before an endpoint reads anything."""

from typing import Any, override

from rest_framework import exceptions
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from procurement.permissions import require


class TablePermission(BasePermission):
    """Ask the one table; fail closed for a view that names no action."""

    @override
    def has_permission(self, request: Request, view: Any) -> bool:
        if not hasattr(view, "action_of") or request.method is None:
            return False
        if not request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        _check_token_scope(request, view)
        require(request.user, view.action_of(request.method), view.find_scope())
        return True


def _check_token_scope(request: Request, view: Any) -> None:  # noqa: ANN401  # an Endpoint; importing it would close a circle with DRF settings
    scopes = getattr(request.auth, "scopes", None)
    if scopes is None:
        return
    method = (request.method or "GET").lower()
    safe = method in {"get", "head", "options"}
    needed = view.token_scopes.get(method, "read" if safe else "write")
    if needed not in scopes:
        message = f"The token lacks the scope '{needed}'."
        raise exceptions.PermissionDenied(message)
