"""Which options count in the totals: the officers' choice, the same for all vendors."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import ChosenOption, Quote, QuoteLine, Tender
from catalog.models.quotes import in_opened_round
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChoice:
    """Whether the option of a key counts, and why."""

    key: str
    counts: bool
    reason: str


def choose_option(*, by: User, tender: Tender, choice: OptionChoice) -> None:
    """Take the options of a key into the totals of all vendors, or out again."""
    require(by, Action.CHOOSE_OPTIONS, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.CHOOSE_OPTIONS, tender)
        _check(row, choice)
        held = ChosenOption.objects.filter(tender=row, key=choice.key)
        if held.exists() == choice.counts:
            return
        if choice.counts:
            chosen = ChosenOption(
                tender=row, key=choice.key, reason=choice.reason, chosen_by=by
            )
            check_row(chosen)
            chosen.save()
        else:
            held.delete()
        record(
            by=by,
            action="option_chosen" if choice.counts else "option_left_out",
            subject=row,
            details={"key": choice.key, "reason": choice.reason},
            tender=row.uuid,
        )


def _check(tender: Tender, choice: OptionChoice) -> None:
    if not tender.is_open:
        raise RuleBrokenError(
            _("The quotes are sealed; two officers open them first."), "quotes_sealed"
        )
    offered = QuoteLine.objects.filter(
        offer__quote__in=Quote.objects.filter(in_opened_round(), tender=tender),
        is_optional=True,
        key=choice.key,
    )
    if not choice.key or not offered.exists():
        raise RuleBrokenError(
            _("No quote has an option “%(key)s”.") % {"key": choice.key},
            "no_such_option",
            "key",
        )
    if not choice.reason.strip():
        raise RuleBrokenError(_("Give the reason."), "reason_missing", "reason")
