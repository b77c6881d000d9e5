"""Recompute the audit chains and name the first entry that does not hold."""

from dataclasses import dataclass

from procurement.audit.models import AuditChain
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
    """Walk one chain from its start; stop at the first fault."""
    previous, expected = START, 1
    for entry in chain.entries.order_by("sequence").iterator(chunk_size=500):
        if entry.sequence != expected:
            return _broken(chain, expected, "the entry is missing")
        if entry.previous_hash != previous:
            return _broken(chain, expected, "it does not name the entry before it")
        if entry_hash(entry, chain.name) != entry.hash:
            return _broken(chain, expected, "its content does not match its hash")
        previous, expected = entry.hash, expected + 1
    if (chain.length, chain.head) != (expected - 1, previous):
        return _broken(chain, expected, "entries were cut off at the end")
    return Verdict(chain.name, expected - 1, previous, None)


def verify_all() -> list[Verdict]:
    """Check every chain, the organisation's first."""
    chains = sorted(AuditChain.objects.all(), key=lambda chain: chain.name)
    return [verify_chain(chain) for chain in chains]


def _broken(chain: AuditChain, sequence: int, reason: str) -> Verdict:
    fault = Fault(chain.name, sequence, reason)
    return Verdict(chain.name, sequence - 1, chain.head, fault)
