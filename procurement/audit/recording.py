"""Add an entry to an audit chain, in the transaction of what it records."""

from collections.abc import Mapping
from typing import Protocol
from uuid import UUID

from django.db import models, transaction
from structlog.contextvars import get_contextvars

from procurement.audit.models import (
    ORGANISATION_CHAIN,
    AccessEntry,
    AuditChain,
    AuditEntry,
)
from procurement.canonical import canonical_value, digest
from procurement.clock import database_now


class Actor(Protocol):
    """Who did it: a person or a token; both have a name."""

    @property
    def pk(self) -> int | None:
        """The key of the person; None for a token."""
        ...

    @property
    def uuid(self) -> UUID | None:
        """The public identifier; None for the system."""
        ...

    @property
    def name(self) -> str:
        """The name to record."""
        ...


def record(
    *,
    by: Actor,
    action: str,
    subject: models.Model | type[models.Model],
    details: Mapping[str, object] | None = None,
    tender: UUID | str | None = None,
) -> AuditEntry:
    """Append to the chain of the tender or the organisation; lock its head first.

    The subject is a row, or a whole table that was filled at once. What comes in while
    the quotes are sealed goes to the chain of :func:`sealed_chain`.

    Everyone who may read the chain reads the details: of what some of them may not
    see yet (a score before moderation, a sealed price) record a hash, never the value.
    """
    with transaction.atomic():
        chain = _locked_chain(str(tender) if tender else ORGANISATION_CHAIN)
        entry = AuditEntry(
            chain=chain,
            sequence=chain.length + 1,
            at=database_now(),
            actor_uuid=by.uuid,
            actor_name=by.name,
            action=action,
            subject_type=subject._meta.label_lower,  # noqa: SLF001  # Django's documented Model._meta
            subject_id=_identifier(subject),
            subject_name=_name(subject)[:250],
            details=canonical_value(dict(details or {})),
            request_id=str(get_contextvars().get("request_id", ""))[:64],
            previous_hash=chain.head,
        )
        entry.hash = entry_hash(entry, chain.name)
        entry.save(force_insert=True)
        chain.length, chain.head = entry.sequence, entry.hash
        chain.save(update_fields=["length", "head"])
    return entry


def sealed_chain(tender: UUID) -> str:
    """The tender's second chain, which nobody is shown before the quotes are opened.

    In the first one even the number of its entries would tell how many came.
    """
    return f"sealed-{tender.hex}"


def entry_hash(entry: AuditEntry, chain_name: str) -> str:
    """SHA-256 over the previous hash and the canonical content of the entry."""
    return digest(entry_content(entry, chain_name))


def entry_content(entry: AuditEntry, chain_name: str) -> dict[str, object]:
    """What the hash covers: everything but the hash itself."""
    return {
        "chain": chain_name,
        "sequence": entry.sequence,
        "at": entry.at,
        "actor": entry.actor_uuid,
        "actor_name": entry.actor_name,
        "action": entry.action,
        "subject_type": entry.subject_type,
        "subject_id": entry.subject_id,
        "subject_name": entry.subject_name,
        "details": entry.details,
        "request_id": entry.request_id,
        "previous_hash": entry.previous_hash,
    }


def record_access(*, by: Actor, tender: UUID, path: str) -> None:
    """Note in the access log that someone read sealed or hidden prices."""
    AccessEntry.objects.create(
        user_id=by.pk, user_name=by.name, tender=str(tender), path=path[:300]
    )


def _identifier(subject: models.Model | type[models.Model]) -> str:
    if isinstance(subject, type):
        return ""
    return str(getattr(subject, "uuid", subject.pk))


def _name(subject: models.Model | type[models.Model]) -> str:
    if isinstance(subject, type):
        return str(subject._meta.verbose_name_plural)  # noqa: SLF001  # Django's documented Model._meta
    return str(subject)


def _locked_chain(name: str) -> AuditChain:
    AuditChain.objects.bulk_create([AuditChain(name=name)], ignore_conflicts=True)
    return AuditChain.objects.select_for_update().get(name=name)
