"""Check every audit chain."""

from typing import Any, override

from django.core.management.base import BaseCommand, CommandError

from procurement.audit.verifying import verify_all


class Command(BaseCommand):
    """Recompute all hashes; fail and name the first bad entry of each broken chain."""

    help = "Check the hash chains of the audit trail."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        broken = 0
        for verdict in verify_all():
            if verdict.fault is None:
                self.stdout.write(
                    f"{verdict.chain}: {verdict.entries} entries hold, "
                    f"head {verdict.head}"
                )
                continue
            broken += 1
            self.stdout.write(
                f"{verdict.chain}: broken at entry {verdict.fault.sequence}: "
                f"{verdict.fault.reason}"
            )
        if broken:
            message = f"{broken} chain(s) do not hold."
            raise CommandError(message)
