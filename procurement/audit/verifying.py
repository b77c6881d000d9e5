"""Recompute the audit chains and name the first entry that does not hold."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from procurement.audit.models import AuditChain, AuditEntry
from procurement.audit.recording import entry_hash

START = "0" * 64


@dataclass(frozen=True, slots=True)
class Fault:
    """The first entry of a chain that does not hold, and why."""

    chain: str
    sequence: int
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check of one chain found."""

    chain: str
    entries: int
    head: str
    fault: Fault | None


def verify_chain(chain: AuditChain) -> Verdict:
    """Walk one chain from its start; stop at the first fault.

    Each entry is read together with the head, in one statement, so that entries which
    are added meanwhile do not look like a fault.
    """
    previous, expected = START, 1
    entries = AuditEntry.objects.filter(chain__name=chain.name).select_related("chain")
    for entry in entries.order_by("sequence").iterator(chunk_size=500):
        chain = entry.chain
        if entry.sequence != expected:
            return _broken(chain, expected, _("the entry is missing"))
        if entry.previous_hash != previous:
            return _broken(chain, expected, _("it does not name the entry before it"))
        if entry_hash(entry, chain.name) != entry.hash:
            return _broken(chain, expected, _("its content does not match its hash"))
        previous, expected = entry.hash, expected + 1
    if (chain.length, chain.head) != (expected - 1, previous):
        return _broken(chain, expected, _("entries were cut off at the end"))
    return Verdict(chain.name, expected - 1, previous, None)


def verify_all() -> list[Verdict]:
    """Check every chain, the organisation's first."""
    chains = sorted(AuditChain.objects.all(), key=lambda chain: chain.name)
    return [verify_chain(chain) for chain in chains]


def verify_head(chain: str, length: int, head: str) -> Fault | None:
    """Compare with a head that was kept elsewhere: a rebuilt chain does not hold it."""
    if length == 0:
        return None if head == START else Fault(chain, 0, _("the kept head is invalid"))
    entry = AuditEntry.objects.filter(chain__name=chain, sequence=length).first()
    if entry is None:
        return Fault(chain, length, _("the entry that was kept is missing"))
    if entry.hash != head:
        return Fault(chain, length, _("the chain was rebuilt since its head was kept"))
    return None


def _broken(chain: AuditChain, sequence: int, reason: str) -> Verdict:
    fault = Fault(chain.name, sequence, reason)
    return Verdict(chain.name, sequence - 1, chain.head, fault)
