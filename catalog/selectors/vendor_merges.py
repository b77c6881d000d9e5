"""What a merge of two vendors would move, and what stands against it.

Neither may tell of a sealed quote: what depends on quotes is said of opened ones only,
and while both vendors may quote under a seal the merge is refused, quotes or not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from catalog.models import (
    InvitedVendor,
    Quote,
    QuoteRound,
    Recusal,
    Tender,
    Vendor,
    VendorAlias,
    VendorStatement,
)
from catalog.models.quotes import in_opened_round, opened
from catalog.selectors.ordering import alphabetical
from procurement.accounts.models import User
from procurement.canonical import digest
from procurement.permissions import Role, Stage
from procurement.punctuation import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class MovingPart:
    """One kind of thing that moves: its title and the names of what moves.

    ``key`` names it in the audit; what hangs on evaluations has none.
    """

    title: StrOrPromise
    names: Sequence[str]
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePlan:
    """What moves as far as the person may know of it, and why it may not be done."""

    parts: Sequence[MovingPart]
    refusals: Sequence[str]

    @property
    def version(self) -> str:
        """A hash of the plan, so that nobody confirms what has changed since."""
        return digest([[str(part.title), list(part.names)] for part in self.parts])


def merge_plan(*, kept: Vendor, merged: Vendor, user: User) -> MergePlan:
    """Work out what merging one vendor into another would do."""
    return MergePlan(
        parts=[
            *_evaluation_parts(merged, user),
            *_catalogue_parts(merged),
        ],
        refusals=refusals(kept=kept, merged=merged, user=user),
    )


def _evaluation_parts(merged: Vendor, user: User) -> list[MovingPart]:
    tenders = Tender.objects.visible_to(user)
    inside = {"tender__in": tenders.values("pk")}
    readable = Tender.objects.filter(
        members__user_id=user.pk or 0,
        members__role__in=[Role.OFFICER, Role.APPROVER, Role.OBSERVER],
    )
    quotes = Quote.objects.visible_to(user).filter(vendor=merged)
    invited = InvitedVendor.objects.filter(vendor=merged, **inside)
    recused = Recusal.objects.filter(vendor=merged, tender__in=readable.values("pk"))
    rounds = quotes.order_by("tender__reference", "round", "version").values_list(
        "tender__reference", "round", "version"
    )
    return [
        MovingPart(
            title=gettext_lazy("Quotes"),
            names=[
                _("%(reference)s, round %(round)s, version %(version)s")
                % {"reference": reference, "round": number, "version": version}
                for reference, number, version in rounds
            ],
        ),
        MovingPart(title=gettext_lazy("Invitations"), names=_references(invited)),
        MovingPart(title=gettext_lazy("Recusals"), names=_references(recused)),
    ]


def _references(rows: QuerySet[InvitedVendor] | QuerySet[Recusal]) -> list[str]:
    column = "tender__reference"
    return list(rows.order_by(column, "id").values_list(column, flat=True))


def _catalogue_parts(merged: Vendor) -> list[MovingPart]:
    levels = merged.service_levels.order_by(alphabetical("name"), "id")
    depots = merged.depots.order_by(alphabetical("city"), "id")
    flags = merged.risk_flags.order_by("-raised_on", "id")
    contacts = merged.contacts.order_by(alphabetical("name"), "id")
    files = merged.attachments.order_by("-added_at", "-id")
    makers = merged.manufacturers.order_by(alphabetical("name"), "id")
    return [
        MovingPart(key=key, title=title, names=[str(row) for row in rows])
        for key, title, rows in (
            ("service_levels", gettext_lazy("Service levels"), levels),
            ("depots", gettext_lazy("Depots"), depots),
            ("risk_flags", gettext_lazy("Risk flags"), flags),
            ("contacts", gettext_lazy("Contacts"), contacts),
            ("files", gettext_lazy("Files"), files),
            ("makers", gettext_lazy("Makers whose servers it sells"), makers),
        )
    ]


def refusals(*, kept: Vendor, merged: Vendor, user: User) -> list[str]:
    """Why the two can't be merged; an evaluation is named to those inside only."""
    if kept.pk == merged.pk:
        return [_("Choose another vendor: a vendor can't be merged into itself.")]
    found = []
    if _under_a_seal(kept, merged).exists():
        found.append(
            _(
                "Both may quote in an evaluation whose sealed quotes are not opened. "
                "Merge them after the opening."
            )
        )
    for rows, columns, text in (
        (
            Quote.objects.filter(opened(), in_opened_round()),
            ["tender", "round"],
            gettext_lazy("Both quoted in the same round of %(evaluations)s."),
        ),
        (
            VendorStatement.objects.filter(opened()),
            ["tender"],
            gettext_lazy("Both made statements in %(evaluations)s."),
        ),
    ):
        tenders = _shared(rows, columns, kept, merged)
        if tenders:
            named = _named(tenders, user)
            found.append(str(text) % {"evaluations": named})
    return found


def _under_a_seal(kept: Vendor, merged: Vendor) -> QuerySet[Tender]:
    """Unopened evaluations in which both may quote, whether or not either did."""
    invited = InvitedVendor.objects.filter(tender=OuterRef("pk"))
    both = Q(Exists(invited.filter(vendor=kept))) & Q(
        Exists(invited.filter(vendor=merged))
    )
    waiting = Tender.objects.exclude(opened("")).exclude(stage=Stage.SETUP)
    sealed = QuoteRound.objects.filter(opened_at=None, tender__is_sealed=True)
    further = Tender.objects.filter(pk__in=sealed.values("tender"))
    found = waiting.filter(both | ~Exists(invited)) | further.filter(both)
    return Tender.objects.filter(pk__in=found.values("pk"))


def _shared(
    rows: QuerySet[Quote] | QuerySet[VendorStatement],
    columns: Sequence[str],
    kept: Vendor,
    merged: Vendor,
) -> set[int]:
    """The evaluations in which both have a row that agrees in the columns."""
    same = rows.filter(
        vendor=kept, **{column: OuterRef(column) for column in columns}
    ).values("pk")
    shared = rows.filter(Exists(same), vendor=merged)
    return set(shared.order_by().values_list("tender_id", flat=True))


def _named(tenders: set[int], user: User) -> str:
    seen = Tender.objects.visible_to(user).filter(pk__in=tenders)
    references = list(seen.order_by("reference").values_list(F("reference"), flat=True))
    if len(references) < len(tenders):
        references.append(_("an evaluation that is not open to you"))
    return listed(references)


def alias_of(slug: str) -> VendorAlias | None:
    """The vendor that once had this address, with the one it is part of now."""
    rows = VendorAlias.objects.select_related("vendor")
    return rows.filter(slug=slug).first()
