"""Entries of the audit trail can be added, never changed or removed."""

from django.db import migrations

CREATE = """
create function audit_entry_is_final() returns trigger language plpgsql as $$
begin
    raise exception 'Entries of the audit trail are never changed or removed.';
end $$;
create trigger audit_entry_is_final before update or delete on audit_auditentry
    for each row execute function audit_entry_is_final();
"""
DROP = """
drop trigger audit_entry_is_final on audit_auditentry;
drop function audit_entry_is_final();
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [migrations.RunSQL(CREATE, DROP)]
