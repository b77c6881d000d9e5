"""Merge two vendors that are one: everything moves, the old name and address stay."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from django.core.files.storage import default_storage
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _

from catalog.models import InvitedVendor, Tender, Vendor, VendorAlias
from catalog.models.quotes import opened
from catalog.selectors.vendor_merges import MergePlan, merge_plan
from catalog.services.catalogue import require_editor
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.clock import database_now
from procurement.errors import ConflictError, RuleBrokenError

FILLED: Final = ("name_zh", "country", "website")
JOINED: Final = ("strengths", "typical_customers", "notes")


def merge_vendors(*, by: User, kept: Vendor, merged: Vendor, seen: str) -> Vendor:
    """Move all that belongs to one vendor to another, and keep its name as an alias.

    ``seen`` is the version of the plan that the person confirmed. Frozen versions of
    evaluations hold the names of their day and are not touched.
    """
    require_editor(by)
    with transaction.atomic():
        keys = [kept.pk, merged.pk]
        rows = {
            row.pk: row
            for row in Vendor.objects.select_for_update().filter(pk__in=keys)
        }
        plan = merge_plan(kept=kept, merged=merged, user=by)
        _check(plan, seen)
        into, old = rows[kept.pk], rows[merged.pk]
        tenders = _tenders_to_tell(old)
        try:
            _move(by, into, old)
        except IntegrityError as error:
            raise RuleBrokenError(
                _("Something of both vendors can't stand side by side."),
                "merge_clash",
            ) from error
        _record(by, into, merged, plan, tenders)
    return into


def _check(plan: MergePlan, seen: str) -> None:
    if plan.refusals:
        raise RuleBrokenError(plan.refusals[0], "merge_refused")
    if seen != plan.version:
        raise ConflictError(
            _("Something of this vendor has changed since. Look at the plan again."),
            saved={},
            code="stale_plan",
        )


def _tenders_to_tell(old: Vendor) -> list[Tender]:
    """Those that invited it, and those whose opened quotes name it."""
    told = models.Q(invitations__vendor=old)
    told |= models.Q(quotes__vendor=old) & opened("")
    found = Tender.objects.filter(told).values("pk")
    return list(Tender.objects.filter(pk__in=found).order_by("pk"))


def _move(by: User, into: Vendor, old: Vendor) -> None:
    _join_invitations(into, old)
    _keep_level_names_apart(into, old)
    twice = into.recusals.values_list("tender_id", "user_id")
    for tender, user in twice:
        old.recusals.filter(tender_id=tender, user_id=user).delete()
    _join_declarations(into, old)
    _drop_files_that_stand_there(into, old)
    if into.contacts.filter(is_first=True).exists():
        old.contacts.update(is_first=False)
    into.manufacturers.add(*old.manufacturers.all())
    for relation in Vendor._meta.related_objects:  # noqa: SLF001  # Django's documented Model._meta
        # All tables that name a vendor, those of the layers above too.
        belongs = relation.field.name
        rows = relation.related_model._base_manager.filter(**{belongs: old})  # noqa: SLF001  # Django's documented Model._base_manager
        rows.update(**{belongs: into})
    _fill(into, old)
    slug, name, key = old.slug, old.name, old.uuid
    old.delete()
    into.save()
    VendorAlias.objects.create(
        vendor=into, slug=slug, name=name, uuid=key, merged_by=by
    )


def _join_declarations(into: Vendor, old: Vendor) -> None:
    """Whoever declared about both keeps one word; a conflict is never lost."""
    for row in into.declarations.all():
        same = old.declarations.filter(tender_id=row.tender_id, user_id=row.user_id)
        if same.filter(has_conflict=True).exists():
            into.declarations.filter(pk=row.pk).update(has_conflict=True)
        same.delete()


def _join_invitations(into: Vendor, old: Vendor) -> None:
    """Where both are invited one invitation stays, with links and rounds of both."""
    both = InvitedVendor.objects.filter(
        vendor=old, tender__in=into.invitations.values("tender")
    )
    for invitation in both:
        stays = into.invitations.get(tender=invitation.tender_id)
        if stays.links.filter(revoked_at=None).exists():
            working = invitation.links.filter(revoked_at=None)
            working.update(revoked_at=database_now())
        invitation.links.update(invitation=stays)
        stays.rounds.add(*invitation.rounds.all())
        invitation.delete()


def _drop_files_that_stand_there(into: Vendor, old: Vendor) -> None:
    """The same content once; the other copy is deleted after the merge."""
    same = old.attachments.filter(sha256__in=into.attachments.values("sha256"))
    for attachment in same:
        name = str(attachment.file.name)
        attachment.delete()
        transaction.on_commit(partial(default_storage.delete, name))


def _keep_level_names_apart(into: Vendor, old: Vendor) -> None:
    taken = set(into.service_levels.values_list("name", flat=True))
    taken |= set(old.service_levels.values_list("name", flat=True))
    for level in old.service_levels.filter(name__in=into.service_levels.values("name")):
        number, wanted = 1, ""
        while not wanted or wanted in taken:
            number += 1
            wanted = f"{level.name[:110]} ({number})"
        taken.add(wanted)
        level.name = wanted
        level.save(update_fields=["name"])


def _fill(into: Vendor, old: Vendor) -> None:
    """Take what the kept vendor lacks; its own words stand first."""
    for name in FILLED:
        if not getattr(into, name):
            setattr(into, name, getattr(old, name))
    for name in JOINED:
        held = getattr(into, name).splitlines()
        more = [line for line in getattr(old, name).splitlines() if line not in held]
        setattr(into, name, "\n".join([*held, *more]))


def _record(
    by: User,
    into: Vendor,
    merged: Vendor,
    plan: MergePlan,
    tenders: list[Tender],
) -> None:
    """Tell the organisation and each evaluation; of quotes nothing is counted."""
    for tender in tenders:
        record(
            by=by,
            action="vendors_merged",
            subject=tender,
            details=_names(into, merged),
            tender=tender.uuid,
        )
    catalogue = {part.key: len(part.names) for part in plan.parts if part.key}
    details = {**_names(into, merged), "uuid": merged.uuid, "moved": catalogue}
    record(by=by, action="vendors_merged", subject=into, details=details)


def _names(into: Vendor, merged: Vendor) -> Mapping[str, object]:
    return {"was": merged.name, "vendor": into.name}
