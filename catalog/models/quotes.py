"""Quotes: their offers (configurations) and lines; sealed ones are not in the rows."""

import uuid
from decimal import Decimal
from typing import TYPE_CHECKING, Self, override

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from catalog.models.currencies import currency_field
from catalog.models.service_levels import ServiceLevel
from catalog.models.skus import ServerSku
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


class QuoteQuerySet(models.QuerySet["Quote"]):
    """Quotes, by who may read them and whether they still count."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep opened quotes whose prices the person may read."""
        seen = self.model.objects.filter(opened(), readers_of_prices(user))
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
    incoterm = models.CharField(_("incoterm"), max_length=20, blank=True)
    payment_terms = models.CharField(_("payment terms"), max_length=1000, blank=True)
    warranty_years = models.DecimalField(
        _("warranty, years"),
        max_digits=4,
        decimal_places=1,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(20)],
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


class StagedQuote(models.Model):
    """An uploaded quote file that waits for its uploader to confirm the preview.

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


class Offer(models.Model):
    """One configuration inside a quote: a SKU, a number of servers, priced lines."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    quote = models.ForeignKey(Quote, models.PROTECT, related_name="offers")
    position = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("configuration"), max_length=160)
    sku = models.ForeignKey(
        ServerSku, models.PROTECT, related_name="offers", null=True, blank=True
    )
    sku_name = models.CharField(
        _("server part number as written"), max_length=100, blank=True
    )
    nodes = models.PositiveIntegerField(_("servers"), validators=[MinValueValidator(1)])
    gpus_per_node = models.PositiveSmallIntegerField(
        _("GPUs per server"), validators=[MinValueValidator(1)]
    )
    gpu_name = models.CharField(_("GPU"), max_length=120, blank=True)
    rack_units = models.DecimalField(
        _("height, U"), max_digits=5, decimal_places=1, null=True, blank=True
    )
    is_base = models.BooleanField(_("base offer"), default=True)

    class Meta:
        ordering = ["quote", "position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["quote", "position"], name="offer_position_once_per_quote"
            ),
            models.CheckConstraint(
                condition=models.Q(nodes__gte=1, gpus_per_node__gte=1),
                name="offer_has_servers_and_gpus",
            ),
        ]

    @override
    def __str__(self) -> str:
        return self.name

    @property
    def gpus(self) -> int:
        """GPUs of the whole offer."""
        return self.nodes * self.gpus_per_node


class QuoteLine(models.Model):
    """One priced line in the quote's own currency and tax basis."""

    class Category(models.TextChoices):
        """What is bought; each belongs to one group of the comparison."""

        COMPUTE = "compute", _("Compute")
        NETWORK = "network", _("Network")
        STORAGE = "storage", _("Storage")
        RACK_POWER = "rack_power", _("Rack and power")
        SOFTWARE = "software", _("Software")
        SUPPORT = "support", _("Support")
        SERVICES = "services", _("Services")
        TRAINING = "training", _("Training")
        FREIGHT = "freight", _("Freight")
        SPARES = "spares", _("Spares")
        OTHER = "other", _("Other")

    offer = models.ForeignKey(Offer, models.CASCADE, related_name="lines")
    position = models.PositiveSmallIntegerField()
    category = models.CharField(_("category"), max_length=12, choices=Category)
    key = models.CharField(
        _("key"),
        max_length=40,
        blank=True,
        help_text=_("same key, same thing: quotes are compared by it"),
    )
    label = models.CharField(_("label"), max_length=200)
    unit = models.CharField(_("unit"), max_length=40, blank=True)
    quantity = models.DecimalField(_("quantity"), max_digits=12, decimal_places=3)
    unit_price = models.DecimalField(
        _("unit price"),
        max_digits=20,
        decimal_places=6,
        null=True,
        blank=True,
        help_text=_("empty means not offered, never free"),
    )
    discount = models.DecimalField(
        _("discount"),
        max_digits=8,
        decimal_places=6,
        default=Decimal(0),
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_("a fraction of the line: 0.05 is 5 %"),
    )
    first_year = models.PositiveSmallIntegerField(
        _("first year"),
        null=True,
        blank=True,
        help_text=_("support and other recurring lines: total of the years, evenly"),
    )
    last_year = models.PositiveSmallIntegerField(_("last year"), null=True, blank=True)
    tier = models.CharField(_("price tier"), max_length=40, blank=True)

    class Meta:
        ordering = ["offer", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["offer", "position"], name="line_position_once_per_offer"
            ),
            models.UniqueConstraint(
                fields=["offer", "key"],
                condition=~models.Q(key=""),
                name="line_key_once_per_offer",
            ),
            models.CheckConstraint(
                condition=models.Q(quantity__gt=0), name="line_quantity_positive"
            ),
            models.CheckConstraint(
                condition=models.Q(unit_price=None) | models.Q(unit_price__gte=0),
                name="line_price_not_negative",
            ),
            models.CheckConstraint(
                condition=models.Q(discount__gte=0, discount__lte=1),
                name="line_discount_is_a_share",
            ),
            models.CheckConstraint(
                condition=models.Q(first_year=None, last_year=None)
                | models.Q(
                    first_year__isnull=False,
                    last_year__isnull=False,
                    first_year__gte=1,
                    last_year__gte=models.F("first_year"),
                ),
                name="line_years_in_order",
            ),
        ]

    @override
    def __str__(self) -> str:
        return self.label

    @property
    def is_offered(self) -> bool:
        """Whether the line has a price; a missing one is never zero."""
        return self.unit_price is not None
