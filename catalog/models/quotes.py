"""Quotes with their terms and payments; sealed ones are not in the rows."""

import uuid
from typing import TYPE_CHECKING, Any, Self, override

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from catalog.models.currencies import currency_field
from catalog.models.rounds import QuoteRound
from catalog.models.service_levels import ServiceLevel
from catalog.models.tenders import Tender
from catalog.models.vendor_links import VendorLink
from catalog.models.vendors import Vendor
from procurement.permissions import Role, Stage

if TYPE_CHECKING:
    from procurement.permissions import Principal


def opened(prefix: str = "tender__") -> models.Q:
    """Rows whose tender is unsealed, or was opened after the deadline."""
    return models.Q(**{f"{prefix}is_sealed": False}) | models.Q(
        **{f"{prefix}opened_at__isnull": False, f"{prefix}quote_deadline__lte": Now()}
    )


def in_opened_round() -> models.Q:
    """Quotes of no further round that is still sealed, by the database's clock."""
    sealed = QuoteRound.objects.filter(
        tender=models.OuterRef("tender"), number=models.OuterRef("round")
    ).exclude(opened_at__isnull=False, deadline__lte=Now())
    return models.Q(tender__is_sealed=False) | ~models.Q(models.Exists(sealed))


def priced(prefix: str = "") -> models.Q:
    """Rows of quotes whose prices are open; of two envelopes those that passed."""
    return models.Q(**{f"{prefix}has_sealed_prices": False})


def readers_of_prices(user: "Principal", prefix: str = "tender__") -> models.Q:
    """Rows whose prices the person may read: by role, or because they are released."""
    roles = user.organisation_roles
    if Role.MEMBER not in roles:
        return models.Q(pk__in=[])
    priced = [Role.OFFICER, Role.APPROVER, Role.OBSERVER]
    members = {f"{prefix}members__user": user}
    seen = models.Q(**members, **{f"{prefix}members__role__in": priced})
    seen |= models.Q(
        models.Q(**{f"{prefix}hides_prices": False})
        | models.Q(**{f"{prefix}prices_released_at__isnull": False}),
        **members,
        **{f"{prefix}members__role": Role.EVALUATOR},
    )
    if Role.FINANCE in roles:
        seen |= models.Q(**{f"{prefix}stage": Stage.PUBLISHED})
    if Role.AUDITOR in roles:
        seen |= models.Q(**{f"{prefix}stage__in": [Stage.PUBLISHED, Stage.CANCELLED]})
    return seen


class Incoterm(models.TextChoices):
    """Who carries cost and risk up to which place: Incoterms 2020."""

    EXW = "EXW", _("EXW, ex works")
    FCA = "FCA", _("FCA, free carrier")
    FAS = "FAS", _("FAS, free alongside ship")
    FOB = "FOB", _("FOB, free on board")
    CFR = "CFR", _("CFR, cost and freight")
    CIF = "CIF", _("CIF, cost, insurance and freight")
    CPT = "CPT", _("CPT, carriage paid to")
    CIP = "CIP", _("CIP, carriage and insurance paid to")
    DAP = "DAP", _("DAP, delivered at place")
    DPU = "DPU", _("DPU, delivered at place unloaded")
    DDP = "DDP", _("DDP, delivered duty paid")


class QuoteQuerySet(models.QuerySet["Quote"]):
    """Quotes, by who may read them and whether they still count."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep opened quotes whose prices are open and which the person may read."""
        seen = self.model.objects.filter(
            opened(), in_opened_round(), priced(), readers_of_prices(user)
        )
        return self._among(seen, user)

    def offered_to(self, user: "Principal") -> Self:
        """Keep opened quotes of two envelopes: all inside read the technical part."""
        seen = self.model.objects.filter(
            opened(),
            in_opened_round(),
            tender__has_two_envelopes=True,
            tender__in=Tender.objects.visible_to(user).values("pk"),
        )
        return self._among(seen, user)

    def known_to(self, user: "Principal") -> Self:
        """Keep the quotes of whose existence the person may know."""
        visible = self.model.objects.visible_to(user).values("pk")
        offered = self.model.objects.offered_to(user).values("pk")
        return self.filter(models.Q(pk__in=visible) | models.Q(pk__in=offered))

    def _among(self, seen: "QuoteQuerySet", user: "Principal") -> Self:
        recused = self.model.objects.filter(
            tender__recusals__user_id=user.pk or 0,
            tender__recusals__vendor_id=models.F("vendor_id"),
        )
        return self.filter(pk__in=seen.values("pk")).exclude(
            pk__in=recused.values("pk")
        )

    def current(self) -> Self:
        """Keep the newest version of each quote."""
        return self.filter(is_current=True)


class Quote(models.Model):
    """What one vendor offers in one round; a replacement keeps the old version."""

    class Lateness(models.TextChoices):
        """Whether it came in time."""

        IN_TIME = "in_time", _("in time")
        LATE = "late", _("late")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tender = models.ForeignKey(Tender, models.PROTECT, related_name="quotes")
    vendor = models.ForeignKey(Vendor, models.PROTECT, related_name="quotes")
    round = models.PositiveSmallIntegerField(_("round"), default=1)
    version = models.PositiveSmallIntegerField(_("version"), default=1)
    replaces = models.OneToOneField(
        "self", models.PROTECT, related_name="replaced_by", null=True, blank=True
    )
    is_current = models.BooleanField(default=True)
    vendor_reference = models.CharField(
        _("vendor's reference"), max_length=100, blank=True
    )
    quoted_on = models.DateField(_("quote date"), null=True, blank=True)
    received_at = models.DateTimeField(_("received"))
    has_sealed_prices = models.BooleanField(
        default=False,
        editable=False,
        help_text=_("in a second envelope that is not opened, or never will be"),
    )
    lateness = models.CharField(
        max_length=10, choices=Lateness, default=Lateness.IN_TIME
    )
    currency = currency_field(_("currency"))
    tax_basis = models.CharField(_("tax basis"), max_length=5, choices=Tender.TaxBasis)
    tax_rate = models.DecimalField(
        _("tax rate"),
        max_digits=8,
        decimal_places=6,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_("a fraction: 0.13 is 13 %; empty means not stated, never 0"),
    )
    valid_until = models.DateField(_("valid until"), null=True, blank=True)
    delivery_weeks = models.DecimalField(
        _("delivery, weeks"),
        max_digits=5,
        decimal_places=1,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(260)],
    )
    delivery_on = models.DateField(_("delivery date"), null=True, blank=True)
    incoterm = models.CharField(
        _("incoterm"), max_length=3, choices=Incoterm, blank=True
    )
    incoterm_place = models.CharField(
        _("incoterm, named place"), max_length=120, blank=True
    )
    payment_terms = models.CharField(_("payment terms"), max_length=1000, blank=True)
    warranty_years = models.DecimalField(
        _("warranty, years"),
        max_digits=4,
        decimal_places=1,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(20)],
    )
    warranty_includes = models.CharField(
        _("what the warranty includes"), max_length=1000, blank=True
    )
    service_level = models.ForeignKey(
        ServiceLevel, models.PROTECT, related_name="quotes", null=True, blank=True
    )
    service_level_name = models.CharField(
        _("service level as written"), max_length=200, blank=True
    )
    buy_back_share = models.DecimalField(
        _("buy-back, share of the price"),
        max_digits=8,
        decimal_places=6,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
    )
    buy_back_month = models.PositiveSmallIntegerField(
        _("buy-back after months"), null=True, blank=True
    )
    buy_back_conditions = models.CharField(
        _("buy-back conditions"), max_length=1000, blank=True
    )
    notes = models.TextField(_("notes"), blank=True)
    file = models.FileField(upload_to="quotes/", blank=True)
    file_name = models.CharField(max_length=200, blank=True)
    file_sha256 = models.CharField(max_length=64, blank=True)
    sheet_plan = models.JSONField(
        default=dict,
        blank=True,
        editable=False,
        help_text=_("how the columns of the vendor's own sheet were read"),
    )
    content_sha256 = models.CharField(
        max_length=64,
        editable=False,
        help_text=_("SHA-256 of the canonical terms, offers and lines"),
    )
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        help_text=_("the officer; none when the vendor sent it by its own link"),
    )
    link = models.ForeignKey(
        VendorLink, models.PROTECT, related_name="quotes", null=True, blank=True
    )
    recorded_at = models.DateTimeField(db_default=Now())

    objects = QuoteQuerySet.as_manager()

    class Meta:
        ordering = ["tender", "received_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tender", "vendor", "round", "version"],
                name="quote_version_once_per_vendor_and_round",
            ),
            models.UniqueConstraint(
                fields=["tender", "vendor", "round"],
                condition=models.Q(is_current=True),
                name="quote_current_once_per_vendor_and_round",
            ),
            models.UniqueConstraint(
                fields=["tender", "file_sha256"],
                condition=~models.Q(file_sha256="") & models.Q(link=None),
                name="quote_file_once_per_tender",
            ),
            models.UniqueConstraint(
                fields=["tender", "vendor", "file_sha256"],
                condition=models.Q(link__isnull=False),
                name="quote_file_once_per_vendor_by_link",
            ),
            models.CheckConstraint(
                condition=models.Q(recorded_by=None) ^ models.Q(link=None),
                name="quote_of_an_officer_or_of_a_link",
            ),
            models.CheckConstraint(
                condition=models.Q(tax_rate=None)
                | models.Q(tax_rate__gte=0, tax_rate__lte=1),
                name="quote_tax_rate_is_a_share",
            ),
            models.CheckConstraint(
                condition=models.Q(tax_basis="net") | models.Q(tax_rate__isnull=False),
                name="quote_with_tax_states_its_rate",
                violation_error_message=_("State the tax rate of prices with tax."),
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.vendor} ({self.tender}, v{self.version})"

    @override
    def save(self, *arguments: Any, **options: Any) -> None:
        """Seal the prices of a new quote wherever they are in a second envelope."""
        if self._state.adding:
            self.has_sealed_prices = self.tender.has_two_envelopes
        super().save(*arguments, **options)


class PaymentStep(models.Model):
    """One part of the price: how much, at which event, how many days after it."""

    class Milestone(models.TextChoices):
        """The event that makes the part due."""

        ORDER = "order", _("order")
        SHIPMENT = "shipment", _("shipment")
        DELIVERY = "delivery", _("delivery")
        ACCEPTANCE = "acceptance", _("acceptance")
        INVOICE = "invoice", _("invoice")
        WARRANTY_END = "warranty_end", _("end of the warranty")

    quote = models.ForeignKey(Quote, models.CASCADE, related_name="payments")
    position = models.PositiveSmallIntegerField()
    share = models.DecimalField(_("share"), max_digits=8, decimal_places=6)
    milestone = models.CharField(_("event"), max_length=12, choices=Milestone)
    days = models.PositiveSmallIntegerField(_("days after the event"), default=0)

    class Meta:
        ordering = ["quote", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["quote", "position"], name="payment_position_once_per_quote"
            ),
            models.CheckConstraint(
                condition=models.Q(share__gt=0, share__lte=1),
                name="payment_share_is_a_share",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.share} {self.milestone}"


class StagedQuote(models.Model):
    """An uploaded quote file that waits for its uploader to confirm the preview.

    A vendor's own sheet (``is_own_sheet``) waits for its plan first.

    An officer's counts as received when it was uploaded; a vendor's, sent by its own
    link, only when it is submitted.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tender = models.ForeignKey(Tender, models.CASCADE, related_name="staged_quotes")
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    link = models.ForeignKey(
        VendorLink,
        models.CASCADE,
        related_name="staged_quotes",
        null=True,
        blank=True,
    )
    received_at = models.DateTimeField()
    file = models.FileField(upload_to="staged/")
    file_name = models.CharField(max_length=200)
    file_sha256 = models.CharField(max_length=64)
    is_own_sheet = models.BooleanField(default=False)
    sheet_plan = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["tender", "received_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(uploaded_by=None) ^ models.Q(link=None),
                name="staged_quote_of_an_officer_or_of_a_link",
            )
        ]

    @override
    def __str__(self) -> str:
        return self.file_name
