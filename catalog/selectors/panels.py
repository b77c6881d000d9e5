"""Who is on the panel of a tender, and who is recused from whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from catalog.models import (
    Declaration,
    InvitedVendor,
    Recusal,
    Tender,
    TenderMember,
    TenderRate,
)
from procurement.permissions import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What one evaluator has declared: the vendors without a conflict, and with one."""

    name: str
    without: tuple[str, ...]
    conflicts: tuple[str, ...]
    declared_at: datetime | None
    """When they last declared; nothing before they did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The people of an evaluation."""

    members: tuple[TenderMember, ...]
    recusals: tuple[Recusal, ...]
    declared: tuple[Declared, ...]

    @property
    def lacks_second_officer(self) -> bool:
        """Whether sealed quotes could not be opened: that takes two officers."""
        officers = [member for member in self.members if member.role == Role.OFFICER]
        return len(officers) < 2  # noqa: PLR2004  # dual control


def panel_of(tender: Tender) -> Panel:
    """Members by role and name, the recusals, and what each evaluator declared."""
    order = {role.value: place for place, role in enumerate(_ORDER)}
    members = sorted(
        tender.members.select_related("user"),
        key=lambda member: (order[member.role], member.user.name, member.pk),
    )
    recusals = tender.recusals.select_related("user", "vendor", "recorded_by")
    return Panel(
        members=tuple(members),
        recusals=tuple(recusals),
        declared=_declared(tender, members),
    )


def _declared(tender: Tender, members: Sequence[TenderMember]) -> tuple[Declared, ...]:
    rows = list(tender.declarations.select_related("vendor").order_by("vendor__name"))
    return tuple(
        _declared_by(member, [row for row in rows if row.user_id == member.user_id])
        for member in members
        if member.role == Role.EVALUATOR
    )


def _declared_by(member: TenderMember, rows: Sequence[Declaration]) -> Declared:
    return Declared(
        name=member.user.name,
        without=tuple(row.vendor.name for row in rows if not row.has_conflict),
        conflicts=tuple(row.vendor.name for row in rows if row.has_conflict),
        declared_at=max((row.declared_at for row in rows), default=None),
    )


def invitations_of(tender: Tender) -> tuple[InvitedVendor, ...]:
    """The invited vendors by name."""
    rows = tender.invitations.select_related("vendor")
    return tuple(sorted(rows, key=lambda row: (row.vendor.name.casefold(), row.pk)))


def rates_of(tender: Tender) -> tuple[TenderRate, ...]:
    """The frozen rates by currency."""
    return tuple(tender.rates.order_by("currency"))


_ORDER = (Role.OFFICER, Role.EVALUATOR, Role.APPROVER, Role.OBSERVER)
