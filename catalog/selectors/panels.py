"""Who is on the panel of a tender, and who is recused from whom."""

from dataclasses import dataclass

from catalog.models import InvitedVendor, Recusal, Tender, TenderMember, TenderRate
from procurement.permissions import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The people of an evaluation."""

    members: tuple[TenderMember, ...]
    recusals: tuple[Recusal, ...]

    @property
    def lacks_second_officer(self) -> bool:
        """Whether sealed quotes could not be opened: that takes two officers."""
        officers = [member for member in self.members if member.role == Role.OFFICER]
        return len(officers) < 2  # noqa: PLR2004  # dual control


def panel_of(tender: Tender) -> Panel:
    """Members by role and name, and the recusals."""
    order = {role.value: place for place, role in enumerate(_ORDER)}
    members = sorted(
        tender.members.select_related("user"),
        key=lambda member: (order[member.role], member.user.name, member.pk),
    )
    recusals = tender.recusals.select_related("user", "vendor", "recorded_by")
    return Panel(members=tuple(members), recusals=tuple(recusals))


def invitations_of(tender: Tender) -> tuple[InvitedVendor, ...]:
    """The invited vendors by name."""
    rows = tender.invitations.select_related("vendor")
    return tuple(sorted(rows, key=lambda row: (row.vendor.name.casefold(), row.pk)))


def rates_of(tender: Tender) -> tuple[TenderRate, ...]:
    """The frozen rates by currency."""
    return tuple(tender.rates.order_by("currency"))


_ORDER = (Role.OFFICER, Role.EVALUATOR, Role.APPROVER, Role.OBSERVER)
