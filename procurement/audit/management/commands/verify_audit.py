"""Check every audit chain, and keep or compare their heads."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, override

from django.core.management.base import BaseCommand, CommandError

from procurement.audit.listing import chain_heads
from procurement.audit.models import AuditChain
from procurement.audit.verifying import Fault, verify_all, verify_head


class Command(BaseCommand):
    """Recompute all hashes; fail and name the first bad entry of each broken chain."""

    help = "Check the hash chains of the audit trail."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--keep", metavar="FILE", help="write the heads to a file")
        parser.add_argument("--kept", metavar="FILE", help="compare with heads kept")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        faults = self._check_chains()
        if options["kept"]:
            faults += self._compare(Path(options["kept"]))
        for fault in faults:
            self.stdout.write(
                f"{fault.chain}: broken at entry {fault.sequence}: {fault.reason}"
            )
        if faults:
            message = f"{len({fault.chain for fault in faults})} chain(s) do not hold."
            raise CommandError(message)
        if options["keep"]:
            names = AuditChain.objects.values_list("name", flat=True)
            text = json.dumps(chain_heads(names), indent=1)
            Path(options["keep"]).write_text(text, encoding="utf-8")

    def _check_chains(self) -> list[Fault]:
        verdicts = verify_all()
        for verdict in verdicts:
            if verdict.fault is None:
                self.stdout.write(
                    f"{verdict.chain}: {verdict.entries} entries hold, "
                    f"head {verdict.head}"
                )
        return [verdict.fault for verdict in verdicts if verdict.fault]

    @staticmethod
    def _compare(path: Path) -> list[Fault]:
        kept = json.loads(path.read_text(encoding="utf-8"))
        found = [verify_head(row["chain"], row["length"], row["head"]) for row in kept]
        return [fault for fault in found if fault]
