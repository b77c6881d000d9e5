"""A changed, missing or cut entry is found and named."""

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, transaction

from procurement.audit.models import AuditEntry
from procurement.audit.recording import record
from procurement.audit.verifying import verify_all


@pytest.fixture
def chain_of_three(officer, tender):
    for number in (1, 2, 3):
        record(
            by=officer,
            action="noted",
            subject=tender,
            details={"number": number, "name": "浪潮"},
            tender=tender.uuid,
        )
    return str(tender.uuid)


def alter(sql):
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        cursor.execute("alter table audit_auditentry disable trigger user")
        cursor.execute(sql)
        cursor.execute("alter table audit_auditentry enable trigger user")


def test_untouched_chain_holds(chain_of_three):
    [verdict] = [v for v in verify_all() if v.chain == chain_of_three]

    assert (verdict.entries, verdict.fault) == (3, None)


def test_the_altered_row_is_named(chain_of_three):
    alter("update audit_auditentry set actor_name = 'Mallory' where sequence = 2")

    [verdict] = [v for v in verify_all() if v.chain == chain_of_three]
    assert (verdict.fault.sequence, verdict.fault.reason) == (
        2,
        "its content does not match its hash",
    )
    with pytest.raises(CommandError, match="1 chain"):
        call_command("verify_audit")


def test_a_removed_row_and_a_cut_end_are_named(chain_of_three):
    alter("delete from audit_auditentry where sequence = 3")

    [verdict] = [v for v in verify_all() if v.chain == chain_of_three]
    assert verdict.fault.reason == "entries were cut off at the end"

    alter("delete from audit_auditentry where sequence = 1")

    [verdict] = [v for v in verify_all() if v.chain == chain_of_three]
    assert (verdict.fault.sequence, verdict.fault.reason) == (
        1,
        "the entry is missing",
    )


def test_the_database_refuses_to_change_an_entry(chain_of_three):
    with pytest.raises(ProgrammingError, match="never changed"), transaction.atomic():
        AuditEntry.objects.update(actor_name="Mallory")
