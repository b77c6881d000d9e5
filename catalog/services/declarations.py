"""An evaluator's declarations: no conflict of interest with a vendor, or one."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import Declaration, Recusal, Tender, Vendor
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What an evaluator says about a vendor; a conflict has a reason."""

    has_conflict: bool = False
    reason: str = ""


def declare(*, by: User, tender: Tender, said: Mapping[Vendor, Statement]) -> None:
    """Record one's own word about vendors; each conflict recuses at once.

    Only an officer takes a recusal back, and then the evaluator is asked again; so a
    vendor that one is recused from is refused here. What stands so already is left.
    """
    require(by, Action.SCORE, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.SCORE, tender)
        _check(by, row, said)
        changed = _changed(by, row, said)
        for vendor, statement in changed.items():
            _store(by, row, vendor, statement)
        if changed:
            _record(by, row, changed)


def _check(by: User, tender: Tender, said: Mapping[Vendor, Statement]) -> None:
    if tender.recusals.filter(user=by, vendor__in=list(said)).exists():
        raise RuleBrokenError(_("You are recused from this vendor."), "recused")
    for vendor, statement in said.items():
        if statement.has_conflict and not statement.reason.strip():
            raise RuleBrokenError(
                _("Say what the conflict with %(vendor)s is.")
                % {"vendor": vendor.name},
                "reason_missing",
            )
        if statement.reason.strip() and not statement.has_conflict:
            raise RuleBrokenError(
                _("A reason stands beside %(vendor)s, but no conflict.")
                % {"vendor": vendor.name},
                "reason_without_conflict",
            )


def _changed(
    by: User, tender: Tender, said: Mapping[Vendor, Statement]
) -> dict[Vendor, Statement]:
    rows = tender.declarations.filter(user=by, has_conflict=False)
    cleared = set(rows.values_list("vendor_id", flat=True))
    return {
        vendor: statement
        for vendor, statement in said.items()
        if statement.has_conflict or vendor.pk not in cleared
    }


def _store(by: User, tender: Tender, vendor: Vendor, statement: Statement) -> None:
    Declaration.objects.update_or_create(
        tender=tender,
        user=by,
        vendor=vendor,
        defaults={
            "has_conflict": statement.has_conflict,
            "declared_at": database_now(),
        },
    )
    if statement.has_conflict:
        recusal = Recusal(
            tender=tender,
            user=by,
            vendor=vendor,
            reason=statement.reason.strip(),
            recorded_by=by,
        )
        check_row(recusal)
        recusal.save()


def _record(by: User, tender: Tender, said: Mapping[Vendor, Statement]) -> None:
    conflicts = {v.name: s.reason.strip() for v, s in said.items() if s.has_conflict}
    record(
        by=by,
        action="conflicts_declared",
        subject=tender,
        details={
            "none": sorted(v.name for v, s in said.items() if not s.has_conflict),
            "conflicts": conflicts,
        },
        tender=tender.uuid,
    )
