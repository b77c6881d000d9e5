"""What the audit pages show of one chain, and what they hand out."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from procurement.audit.models import AccessEntry, AuditChain, AuditEntry
from procurement.audit.recording import entry_content
from procurement.audit.verifying import START, verify_chain
from procurement.audit.words import word_of
from procurement.canonical import canonical_json

ROWS = 50


@dataclass(frozen=True, slots=True)
class Filters:
    """What a reader of the chain looks for."""

    text: str = ""
    kind: str = ""
    who: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "Filters":
        """Read them from the address of the page."""
        words = [query.get(name, "") for name in ("q", "kind", "who")]
        return cls(*(word.replace("\x00", "").strip() for word in words))


def chain_content(
    chain_name: str, query: Mapping[str, str], *, withheld: Collection[str] = ()
) -> dict[str, Any]:
    """The context of an audit page: rows, filters, and a verdict if asked.

    Of the actions in ``withheld`` the reader learns that they happened, when and by
    whom, but neither the object nor the details; no search finds them by these.
    """
    chain = _chain(chain_name)
    filters = Filters.of(query)
    page = Paginator(_entries(chain, filters, withheld), ROWS).get_page(
        query.get("page")
    )
    page.object_list = [_told(entry, withheld) for entry in page.object_list]
    kinds = set(_all(chain).values_list("action", flat=True).order_by().distinct())
    names = set(_all(chain).values_list("actor_name", flat=True).order_by().distinct())
    return {
        "chain": chain,
        "filters": filters,
        "page_obj": page,
        "kinds": sorted((str(word_of(kind)), kind) for kind in kinds),
        "people": sorted(names),
        "verdict": verify_chain(chain) if "verify" in query else None,
    }


def chain_json(chain_name: str) -> Iterator[bytes]:
    """The chain as a JSON array: of each entry the text that was hashed, and the hash.

    Whoever holds it can check it alone: SHA-256 of ``content`` gives ``hash``, and
    the content names the hash before it.
    """
    yield b"["
    for entry in _all(_chain(chain_name)).order_by("sequence").iterator(chunk_size=500):
        content = canonical_json(entry_content(entry, chain_name))
        row = {"sequence": entry.sequence, "content": content, "hash": entry.hash}
        yield (b"," if entry.sequence > 1 else b"") + orjson.dumps(row)
    yield b"]"


def chain_heads(names: Iterable[str]) -> list[dict[str, object]]:
    """The heads of chains, to be kept elsewhere: a later check must contain them."""
    chains = AuditChain.objects.filter(name__in=list(names))
    found = chains.values_list("name", "length", "head")
    return [
        {"chain": name, "length": length, "head": head}
        for name, length, head in sorted(found)
    ]


def accesses_to(tender: str) -> QuerySet[AccessEntry]:
    """Who read sealed or hidden prices of a tender, the latest first."""
    return AccessEntry.objects.filter(tender=tender)


def _chain(name: str) -> AuditChain:
    """The chain, or an empty one, unsaved, where nothing was recorded yet."""
    found = AuditChain.objects.filter(name=name).first()
    return found or AuditChain(name=name, length=0, head=START)


def _all(chain: AuditChain) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(chain__name=chain.name)


def _told(entry: AuditEntry, withheld: Collection[str]) -> AuditEntry:
    """The entry as the reader may know it; the row itself stays as it is."""
    if entry.action in withheld:
        entry.subject_type = entry.subject_id = entry.subject_name = ""
        entry.details = {}
    return entry


def _entries(
    chain: AuditChain, filters: Filters, withheld: Collection[str]
) -> QuerySet[AuditEntry]:
    entries = _all(chain).order_by("-sequence")
    if filters.kind:
        entries = entries.filter(action=filters.kind)
    if filters.who:
        entries = entries.filter(actor_name=filters.who)
    if filters.text:
        told = entries.exclude(action__in=withheld)
        entries = told.annotate(told_text=Cast("details", TextField())).filter(
            Q(subject_name__icontains=filters.text)
            | Q(told_text__icontains=filters.text)
        )
    return entries
