"""Fill an empty database with the invented demonstration."""

from typing import Any, override

from django.core.management.base import BaseCommand
from django.utils.translation import override as in_language

from procurement.accounts.models import Console
from scoring.services.demonstration.loading import load_demonstration

IN_USE = (
    "The database is in use: no demonstration was loaded. "
    "A new one-time password is given by: .venv/bin/python -m procurement.embedded run "
    "-- .venv/bin/python manage.py give_password E-MAIL"
)


class Command(BaseCommand):
    """Load the demonstration; its passwords are printed once."""

    help = "Fill an empty database with invented people and evaluations."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        with in_language("en"):
            logins = load_demonstration(by=Console())
        if logins is None:
            self.stdout.write(IN_USE)
            return
        self.stdout.write(
            "The demonstration is loaded; all of its figures are invented.\n"
            "Passwords are shown this once:"
        )
        for login in logins:
            roles = ", ".join(login.roles)
            self.stdout.write(
                f"  {login.user.email:<28} {login.password}  {login.user.name}: {roles}"
            )
