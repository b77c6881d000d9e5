"""Make a person from the command line: the first administrator, as a rule."""

from argparse import ArgumentParser
from typing import Any, override

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from procurement.accounts.models import Console
from procurement.accounts.models.users import ORGANISATION_ROLES
from procurement.accounts.services.users import create_user


class Command(BaseCommand):
    """Create a user; the one-time password is printed once."""

    help = "Create a user and print the one-time password."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("name")
        parser.add_argument(
            "--role",
            action="append",
            default=[],
            choices=[role.value for role in ORGANISATION_ROLES],
            help="may be given several times",
        )
        parser.add_argument("--language", default="en", choices=["en", "zh-hans"])

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user, password = create_user(
                by=Console(),
                email=options["email"],
                name=options["name"],
                roles=options["role"],
                language=options["language"],
            )
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        self.stdout.write(f"{user.email}: one-time password {password}")
