"""Give a person a new one-time password from the command line."""

from argparse import ArgumentParser
from typing import Any, override

from django.core.management.base import BaseCommand, CommandError

from procurement.accounts.models import Console, User
from procurement.accounts.services.passwords import give_one_time_password


class Command(BaseCommand):
    """Replace a person's password; the new one is printed once and works once."""

    help = "Give a person a new one-time password and print it."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(email__iexact=options["email"]).first()
        if user is None:
            message = f"Nobody here has the e-mail address {options['email']}."
            raise CommandError(message)
        password = give_one_time_password(by=Console(), user=user)
        self.stdout.write(f"{user.email}: one-time password {password}")
