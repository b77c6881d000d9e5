"""The commercial event: members, frozen rates, invited vendors, the two switches."""

import uuid
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self, override
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from catalog.models.currencies import currency_field
from catalog.models.vendors import Vendor
from procurement.permissions import ROLE_NAMES, STAGE_NAMES, Role, Stage

if TYPE_CHECKING:
    from catalog.models.rounds import QuoteRound
    from procurement.permissions import Principal


def check_time_zone(name: str) -> None:
    """Refuse what is no IANA time zone."""
    if name not in available_timezones():
        raise ValidationError(_("This is no IANA time zone, such as Europe/Berlin."))


TENDER_ROLES = (Role.OFFICER, Role.EVALUATOR, Role.APPROVER, Role.OBSERVER)


INSIDE = frozenset({*TENDER_ROLES, Role.FINANCE, Role.AUDITOR})


class TenderQuerySet(models.QuerySet["Tender"]):
    """Tenders, by who may know of them."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep a member's own; finance and auditors also see ended ones."""
        roles = user.organisation_roles
        if Role.MEMBER not in roles:
            return self.none()
        seen = models.Q(members__user_id=user.pk or 0)
        if Role.FINANCE in roles:
            seen |= models.Q(stage=Stage.PUBLISHED)
        if Role.AUDITOR in roles:
            seen |= models.Q(stage__in=[Stage.PUBLISHED, Stage.CANCELLED])
        return self.filter(pk__in=self.model.objects.filter(seen).values("pk"))


class Tender(models.Model):
    """One purchase: what people call "the evaluation"."""

    class TaxBasis(models.TextChoices):
        """Whether amounts hold recoverable tax."""

        NET = "net", _("net of tax")
        GROSS = "gross", _("tax included")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    reference = models.CharField(
        _("reference"),
        max_length=20,
        unique=True,
        validators=[RegexValidator(r"\A[A-Z0-9]+(-[A-Z0-9]+)*\Z")],
    )
    title = models.CharField(_("title"), max_length=200)
    stage = models.CharField(
        max_length=12,
        choices=[(stage.value, STAGE_NAMES[stage]) for stage in Stage],
        default=Stage.SETUP,
    )
    currency = currency_field(_("currency"))
    tax_basis = models.CharField(
        _("tax basis"), max_length=5, choices=TaxBasis, default=TaxBasis.NET
    )
    nodes = models.PositiveIntegerField(_("servers asked for"))
    budget = models.DecimalField(
        _("budget ceiling"), max_digits=18, decimal_places=2, null=True, blank=True
    )
    quote_deadline = models.DateTimeField(_("quotes due"))
    scores_deadline = models.DateTimeField(_("scores due"), null=True, blank=True)
    time_zone = models.CharField(
        _("time zone"), max_length=40, default="UTC", validators=[check_time_zone]
    )
    is_sealed = models.BooleanField(
        _("quotes sealed until two officers open them"), default=False
    )
    opened_at = models.DateTimeField(null=True, editable=False)
    shows_quote_count = models.BooleanField(
        _("officers see how many sealed quotes came in"), default=False
    )
    has_two_envelopes = models.BooleanField(
        _("two envelopes: prices open after the technical part"), default=False
    )
    prices_opened_at = models.DateTimeField(null=True, editable=False)
    hides_prices = models.BooleanField(
        _("prices hidden from evaluators until released"), default=True
    )
    accepts_late_quotes = models.BooleanField(
        _("late quotes are taken in, marked and under review"), default=False
    )
    prices_released_at = models.DateTimeField(null=True, editable=False)
    rates_frozen_on = models.DateField(_("exchange rates of"), null=True, blank=True)
    is_invented = models.BooleanField(
        default=False, help_text=_("demonstration: its figures are invented")
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now())

    objects = TenderQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(nodes__gte=1), name="tender_asks_for_a_server"
            ),
            models.CheckConstraint(
                condition=models.Q(budget=None) | models.Q(budget__gt=0),
                name="tender_budget_positive",
            ),
            models.CheckConstraint(
                condition=models.Q(has_two_envelopes=False) | models.Q(is_sealed=True),
                name="tender_envelopes_are_sealed",
                violation_error_message=_("Two envelopes need sealed quotes."),
            ),
        ]

    @override
    def __str__(self) -> str:
        return self.reference

    def roles_of(self, user: "Principal") -> frozenset[Role]:
        """Organisation roles, the roles inside, and who may read prices now."""
        held = user.organisation_roles
        if Role.MEMBER not in held:
            return held
        memo: dict[int, frozenset[Role]] = self.__dict__.setdefault("_roles", {})
        key = user.pk or 0
        if key not in memo:
            # The whole panel is read: it is small, and lists have it prefetched.
            rows = [row for row in self.members.all() if row.user_id == key]
            memo[key] = frozenset(Role(row.role) for row in rows)
        roles = held | memo[key]
        if self._reads_prices(roles):
            roles |= {Role.PRICE_READER}
        if self.has_two_envelopes and self.is_open and roles & INSIDE:
            roles |= {Role.OFFER_READER}
        return roles

    def _reads_prices(self, roles: frozenset[Role]) -> bool:
        if self.waits_for_prices:
            return False
        if roles & {
            Role.OFFICER,
            Role.APPROVER,
            Role.OBSERVER,
            Role.FINANCE,
            Role.AUDITOR,
        }:
            return True
        released = not self.hides_prices or self.prices_released_at is not None
        return Role.EVALUATOR in roles and released

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which its deadlines are shown."""
        return ZoneInfo(self.time_zone)

    @property
    def is_open(self) -> bool:
        """Whether quotes may be read: never sealed, or opened by two officers."""
        return not self.is_sealed or self.opened_at is not None

    @property
    def newest_round(self) -> "QuoteRound | None":
        """The further round that was begun last; None in the first."""
        return max(self.rounds.all(), key=lambda row: row.number, default=None)

    @property
    def receives_openly(self) -> bool:
        """Whether a quote that comes now may be read at once: no seal is on it."""
        newest = self.newest_round
        return self.is_open and (newest is None or newest.is_open)

    def was_opened_after(self, moment: datetime) -> bool:
        """Whether the seal on the quotes that are taken was opened since a moment."""
        newest = self.newest_round
        opened_at = newest.opened_at if newest else self.opened_at
        return self.is_sealed and opened_at is not None and opened_at > moment

    @property
    def hides_values(self) -> bool:
        """Whether what a file says must not be shown: it is, or goes, under a seal."""
        return not (self.are_prices_open and self.receives_openly)

    @property
    def due_now(self) -> datetime:
        """The deadline of the round that takes quotes."""
        newest = self.newest_round
        return newest.deadline if newest else self.quote_deadline

    @property
    def waits_for_prices(self) -> bool:
        """Whether the technical part is open and the prices are still sealed."""
        return self.has_two_envelopes and self.is_open and self.prices_opened_at is None

    @property
    def are_prices_open(self) -> bool:
        """Whether prices are no longer sealed; of two envelopes those that passed."""
        return self.is_open and not self.waits_for_prices

    @property
    def waits_for_release(self) -> bool:
        """Whether prices are hidden from the evaluators now."""
        return self.hides_prices and self.prices_released_at is None

    @property
    def has_ended(self) -> bool:
        """Whether it is published or cancelled."""
        return self.stage in {Stage.PUBLISHED, Stage.CANCELLED}


class TenderMember(models.Model):
    """A person with one role inside one evaluation."""

    tender = models.ForeignKey(Tender, models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="memberships"
    )
    role = models.CharField(
        _("role"),
        max_length=20,
        choices=[(role.value, ROLE_NAMES[role]) for role in TENDER_ROLES],
    )

    class Meta:
        ordering = ["tender", "role", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tender", "user", "role"], name="tender_role_held_once"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.tender}: {self.user} ({self.role})"


class InvitedVendor(models.Model):
    """A vendor asked to quote."""

    tender = models.ForeignKey(Tender, models.CASCADE, related_name="invitations")
    vendor = models.ForeignKey(Vendor, models.PROTECT, related_name="invitations")
    invited_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["tender", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tender", "vendor"], name="vendor_invited_once"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.tender}: {self.vendor}"


class TenderRate(models.Model):
    """A frozen rate: the worth of one unit of ``currency`` in the tender's."""

    tender = models.ForeignKey(Tender, models.CASCADE, related_name="rates")
    currency = currency_field(_("one unit of"))
    rate = models.DecimalField(
        _("is worth in the evaluation's currency"), max_digits=24, decimal_places=12
    )
    on = models.DateField(_("date"))
    source = models.CharField(_("source"), max_length=120)

    class Meta:
        ordering = ["tender", "currency"]
        constraints = [
            models.UniqueConstraint(
                fields=["tender", "currency"], name="tender_rate_once_per_currency"
            ),
            models.CheckConstraint(
                condition=models.Q(rate__gt=0), name="tender_rate_positive"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.tender}: 1 {self.currency} = {self.rate}"


class OpeningKey(models.Model):
    """One officer's turn of the key; two in time of each other open sealed quotes."""

    class Envelope(models.TextChoices):
        """What the key opens; the prices on their own only where they are apart."""

        QUOTES = "quotes", _("quotes")
        PRICES = "prices", _("prices")

    WINDOW = timedelta(minutes=30)

    tender = models.ForeignKey(Tender, models.CASCADE, related_name="opening_keys")
    officer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    envelope = models.CharField(max_length=6, choices=Envelope, default=Envelope.QUOTES)
    round = models.PositiveSmallIntegerField(_("round"), default=1)
    turned_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["tender", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tender", "officer", "envelope", "round"],
                name="opening_key_once_per_officer_envelope_and_round",
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.tender}: {self.officer}"


class Recusal(models.Model):
    """A conflict of interest: the evaluator loses that vendor on every path."""

    tender = models.ForeignKey(Tender, models.CASCADE, related_name="recusals")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="recusals"
    )
    vendor = models.ForeignKey(Vendor, models.PROTECT, related_name="recusals")
    reason = models.CharField(_("reason"), max_length=250)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["tender", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tender", "user", "vendor"], name="recusal_once"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.tender}: {self.user}, {self.vendor}"
