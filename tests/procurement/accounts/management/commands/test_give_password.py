"""The command replaces a password by one that works once."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from procurement.audit.models import AuditEntry

pytestmark = pytest.mark.django_db


def test_the_command_prints_a_new_password_and_the_audit_knows(officer):
    out = StringIO()

    call_command("give_password", officer.email.upper(), stdout=out)

    officer.refresh_from_db()
    assert officer.check_password(out.getvalue().split()[-1])
    assert officer.one_time_until is not None
    assert AuditEntry.objects.filter(action="one_time_password_given").count() == 1


def test_who_is_not_there_gets_none():
    with pytest.raises(CommandError, match=r"Nobody here has .* nobody@example\.org"):
        call_command("give_password", "nobody@example.org")
