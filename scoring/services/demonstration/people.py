"""The invented people, each with a password that is told once."""

from collections.abc import Mapping
from dataclasses import dataclass

from procurement.accounts.models import Console, User
from procurement.accounts.services.passwords import keep_one_time_password
from procurement.accounts.services.users import create_user
from procurement.permissions import ROLE_NAMES, Role
from scoring.services.demonstration.telling import Telling


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """How a person signs in; the password is stored nowhere in this form."""

    user: User
    password: str
    roles: tuple[str, ...]


def make_people(*, by: Console, telling: Telling) -> Mapping[str, Login]:
    """Make one person per role, by their names."""
    panel = telling.more["panel"].items()
    inside = {name: role for role, names in panel for name in names}
    return {
        name: _made(by, name, roles, inside.get(name))
        for name, roles in telling.more["people"].items()
    }


def _made(by: Console, name: str, roles: list[str], inside: str | None) -> Login:
    user, password = create_user(by=by, email=_address(name), name=name, roles=roles)
    user = keep_one_time_password(by=by, user=user)
    held = [*roles, inside] if inside and not roles else roles
    return Login(
        user=user,
        password=password,
        roles=tuple(str(ROLE_NAMES[Role(role)]) for role in held),
    )


def _address(name: str) -> str:
    return f"{name.lower().replace('. ', '.').replace(' ', '.')}@example.org"
