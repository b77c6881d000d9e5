"""The command prints a password that works once."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from procurement.accounts.models import User
from procurement.permissions import Role


@pytest.mark.django_db
def test_the_command_makes_a_person_and_prints_the_password():
    out = StringIO()

    call_command(
        "create_user", "ann@example.org", "Ann", "--role=administrator", stdout=out
    )

    password = out.getvalue().split()[-1]
    user = User.objects.get(email="ann@example.org")
    assert user.check_password(password)
    assert Role.ADMINISTRATOR in user.organisation_roles


@pytest.mark.django_db
def test_the_command_says_what_is_wrong():
    with pytest.raises(CommandError, match="valid email"):
        call_command("create_user", "not an address", "Ann")
