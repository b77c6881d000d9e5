"""Create and edit a tender, move its stage; lock its row for the other services."""

from dataclasses import asdict, dataclass, field
from datetime import datetime
from decimal import Decimal
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.utils.translation import gettext as _

from catalog.models import Tender, TenderMember
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row, label_of
from procurement.clock import database_now
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import (
    ORGANISATION,
    STAGE_NAMES,
    Action,
    Role,
    Stage,
    require,
)

EDITABLE_WHILE_QUOTING = frozenset({"title", "quote_deadline", "scores_deadline"})


@dataclass(frozen=True, slots=True, kw_only=True)
class TenderTerms:
    """What an officer fixes before quotes come in."""

    title: str
    currency: str
    nodes: int
    quote_deadline: datetime
    tax_basis: str = Tender.TaxBasis.NET
    budget: Decimal | None = None
    scores_deadline: datetime | None = None
    time_zone: str = "UTC"
    is_sealed: bool = False
    hides_prices: bool = True
    accepts_late_quotes: bool = False
    shows_quote_count: bool = False
    has_two_envelopes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TenderIdentity:
    """How a new tender is known; the next reference of the year unless given.

    A form that is sent twice has one ``uuid``, and makes one tender.
    """

    reference: str = ""
    uuid: UUID = field(default_factory=uuid4)
    is_invented: bool = False


def create_tender(
    *, by: User, terms: TenderTerms, identity: TenderIdentity | None = None
) -> Tender:
    """Make a tender in set-up, with its maker as its first officer."""
    identity = identity or TenderIdentity()
    require(by, Action.CREATE_EVALUATION, ORGANISATION)
    with transaction.atomic():
        tender = Tender(
            **asdict(terms),
            uuid=identity.uuid,
            reference=identity.reference or _next_reference(),
            is_invented=identity.is_invented,
            created_by=by,
        )
        check_row(tender)
        if not identity.is_invented:
            _check_deadline_ahead(tender.quote_deadline)
        tender.save()
        member = TenderMember(tender=tender, user=by, role=Role.OFFICER)
        check_row(member)
        member.save()
        tender.refresh_from_db()
        record(
            by=by,
            action="tender_created",
            subject=tender,
            details=asdict(terms) | {"is_invented": identity.is_invented},
            tender=tender.uuid,
        )
    return tender


def edit_tender(*, by: User, tender: Tender, terms: TenderTerms) -> Tender:
    """Change the terms; while quotes come in only titles and deadlines move."""
    require(by, Action.EDIT_SETUP, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.EDIT_SETUP, tender)
        changes = {
            name: (getattr(row, name), value)
            for name, value in asdict(terms).items()
            if getattr(row, name) != value
        }
        _check_changes(row, changes)
        for name, (_before, after) in changes.items():
            setattr(row, name, after)
        check_row(row)
        row.save(update_fields=list(changes))
        if changes:
            record(
                by=by,
                action="tender_edited",
                subject=row,
                details={name: list(pair) for name, pair in changes.items()},
                tender=row.uuid,
            )
    return row


def set_stage(*, by: User, tender: Tender, stage: Stage, reason: str = "") -> Tender:
    """Write the stage; the caller has checked that the move is allowed now.

    Refuses when someone else moved it since ``tender`` was read.
    """
    action = Action.PUBLISH if stage is Stage.PUBLISHED else Action.MOVE_STAGE
    require(by, action, tender)
    with transaction.atomic():
        row = Tender.objects.select_for_update().get(pk=tender.pk)
        if row.stage != tender.stage:
            raise ConflictError(
                _("Someone else has moved the evaluation to the stage %(stage)s.")
                % {"stage": STAGE_NAMES[Stage(row.stage)]},
                saved={"stage": row.stage},
            )
        row.stage = stage
        check_row(row)
        row.save(update_fields=["stage"])
        record(
            by=by,
            action="stage_moved",
            subject=row,
            details={"from": tender.stage, "to": stage, "reason": reason},
            tender=row.uuid,
        )
    tender.stage = row.stage
    return tender


def locked_tender(by: User, action: Action, tender: Tender) -> Tender:
    """Lock the row and ask the table again: the stage may have moved meanwhile."""
    row = Tender.objects.select_for_update().get(pk=tender.pk)
    require(by, action, row)
    return row


def await_turn() -> None:
    """Let one transaction at a time make a tender."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtext('tender_reference'))")


def _next_reference() -> str:
    await_turn()
    prefix = f"EV-{database_now().year}-"
    taken = Tender.objects.filter(reference__startswith=prefix).values_list(
        "reference", flat=True
    )
    numbers = [reference.removeprefix(prefix) for reference in taken]
    last = max((int(number) for number in numbers if number.isdecimal()), default=0)
    return f"{prefix}{last + 1:03}"


def _check_changes(row: Tender, changes: dict[str, tuple[object, object]]) -> None:
    if row.stage != Stage.SETUP:
        _check_only_deadlines(row, changes)
    elif "quote_deadline" in changes:
        _check_deadline_ahead(changes["quote_deadline"][1])
    if "currency" in changes and row.rates.exists():
        raise RuleBrokenError(
            _("Remove the frozen rates first: they are worth in %(currency)s.")
            % {"currency": row.currency},
            "rates_frozen",
            "currency",
        )
    if changes.get("is_sealed") == (True, False) and row.quotes.exists():
        raise RuleBrokenError(
            _("The seal stays once the evaluation has taken quotes."),
            "seal_stays",
            "is_sealed",
        )


def _check_only_deadlines(
    row: Tender, changes: dict[str, tuple[object, object]]
) -> None:
    locked = sorted(set(changes) - EDITABLE_WHILE_QUOTING)
    if locked:
        raise RuleBrokenError(
            _("%(field)s: fixed since quotes are asked for.")
            % {"field": label_of(Tender, locked[0])},
            "locked",
            locked[0],
        )
    if "quote_deadline" not in changes:
        return
    if row.opened_at or row.quote_deadline <= database_now():
        raise RuleBrokenError(
            _("The deadline for quotes has passed and can no longer be moved."),
            "deadline_passed",
            "quote_deadline",
        )
    new = changes["quote_deadline"][1]
    if not isinstance(new, datetime) or new < row.quote_deadline:
        raise RuleBrokenError(
            _("While quotes come in the deadline can only be moved to a later time."),
            "deadline_earlier",
            "quote_deadline",
        )


def _check_deadline_ahead(deadline: object) -> None:
    if not isinstance(deadline, datetime) or deadline <= database_now():
        raise RuleBrokenError(
            _("The deadline for quotes must lie ahead."),
            "deadline_passed",
            "quote_deadline",
        )
