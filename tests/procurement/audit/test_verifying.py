"""A changed, missing or cut entry is found and named."""

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, transaction

from procurement.audit.models import AuditChain, AuditEntry
from procurement.audit.recording import record
from procurement.audit.verifying import verify_all, verify_chain, verify_head


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


def test_heads_that_were_kept_betray_a_chain_that_was_rebuilt(
    chain_of_three, tender, officer, tmp_path
):
    kept = tmp_path / "heads.json"
    call_command("verify_audit", keep=str(kept))
    alter("delete from audit_auditentry")
    alter("update audit_auditchain set length = 0, head = repeat('0', 64)")
    for number in (1, 2, 9):
        details = {"number": number}
        record(
            by=officer,
            action="noted",
            subject=tender,
            details=details,
            tender=tender.uuid,
        )

    call_command("verify_audit")

    with pytest.raises(CommandError, match="1 chain"):
        call_command("verify_audit", kept=str(kept))


def test_a_chain_that_grew_still_holds_the_head_that_was_kept(
    chain_of_three, tender, officer, tmp_path
):
    kept = tmp_path / "heads.json"
    call_command("verify_audit", keep=str(kept))
    record(by=officer, action="noted", subject=tender, tender=tender.uuid)

    call_command("verify_audit", kept=str(kept))


def test_a_kept_head_that_is_missing_is_named(chain_of_three):
    assert verify_head(chain_of_three, 9, "f" * 64).reason == (
        "the entry that was kept is missing"
    )
    assert verify_head("nothing", 0, "0" * 64) is None
    assert verify_head("nothing", 0, "f" * 64).reason == "the kept head is invalid"


def test_entries_that_are_added_meanwhile_are_no_fault(chain_of_three, tender, officer):
    seen_before = AuditChain.objects.get(name=chain_of_three)
    record(by=officer, action="noted", subject=tender, tender=tender.uuid)

    verdict = verify_chain(seen_before)

    assert (verdict.entries, verdict.fault) == (4, None)
