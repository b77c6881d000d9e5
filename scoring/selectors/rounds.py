"""The rounds of an evaluation, and what a later one changes for its candidates."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import QuerySet

from catalog.models import Offer, QuoteRound, Tender, Vendor
from catalog.selectors.openings import OpeningState, round_state
from procurement.accounts.models import User
from scoring.models import Candidate, Evaluation
from scoring.selectors.boards import Board
from scoring.selectors.costs.quoted_totals import QuotedTotal, quoted_totals
from scoring.selectors.offers import standing_offers


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """A further round with its invited vendors and how far its opening is."""

    row: QuoteRound
    vendors: tuple[str, ...]
    opening: OpeningState


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A candidate whose vendor has an offer in a later, opened round."""

    candidate: Candidate
    offer: Offer
    before: QuotedTotal
    after: QuotedTotal

    @property
    def change(self) -> Decimal | None:
        """The new net total less the old one; a cheaper offer is below 0."""
        if self.before.net is None or self.after.net is None:
            return None
        return self.after.net.amount - self.before.net.amount


def round_rows(tender: Tender, user: User) -> tuple[RoundRow, ...]:
    """The further rounds, the newest first."""
    rows = tender.rounds.select_related("begun_by").order_by("-number")
    found = []
    for row in rows.prefetch_related("invitations__vendor"):
        row.tender = tender
        names = sorted(each.vendor.name for each in row.invitations.all())
        opening = round_state(row, user)
        found.append(RoundRow(row=row, vendors=tuple(names), opening=opening))
    return tuple(found)


def vendors_to_invite(evaluation: Evaluation) -> QuerySet[Vendor]:
    """The vendors of the candidates that take part, by name."""
    counting = evaluation.candidates.counting().filter(offer__isnull=False)
    return Vendor.objects.filter(pk__in=counting.values("vendor")).order_by("name")


def moves_of(board: Board) -> tuple[Move, ...]:
    """What taking the latest round over would change; for readers of prices."""
    tender = board.evaluation.tender
    if not board.reads_prices:
        return ()
    newest = {
        (row.quote.vendor_id, row.position): row for row in standing_offers(tender)
    }
    found = []
    for row in board.candidates:
        if row.offer is None:
            continue
        offer = newest.get((row.offer.quote.vendor_id, row.offer.position))
        if offer is None or offer.quote.round <= row.offer.quote.round:
            continue
        moved = Candidate(pk=row.pk, offer=offer, admission=row.admission)
        after = quoted_totals(tender, [moved])[row.pk]
        before = board.totals[row.pk]
        found.append(Move(candidate=row, offer=offer, before=before, after=after))
    return tuple(found)
