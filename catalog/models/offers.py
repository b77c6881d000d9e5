"""Offers (configurations) of a quote: lines, price breaks, options of the officers."""

import uuid
from collections.abc import Sequence
from decimal import Decimal
from typing import ClassVar, override

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from catalog.models.quotes import Quote, priced
from catalog.models.skus import ServerSku
from catalog.models.tenders import Tender


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
    discount_label = models.CharField(
        _("discount on the total"), max_length=120, blank=True
    )
    discount_share = models.DecimalField(
        _("discount on the total, share"),
        max_digits=8,
        decimal_places=6,
        null=True,
        blank=True,
        help_text=_("a fraction of the lines that count: 0.02 is 2 %"),
    )
    discount_amount = models.DecimalField(
        _("discount on the total, amount"),
        max_digits=20,
        decimal_places=6,
        null=True,
        blank=True,
        help_text=_("in the currency and tax basis of the quote"),
    )

    class Meta:
        ordering = ["quote", "position", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(discount_share=None)
                | models.Q(
                    discount_share__gt=0,
                    discount_share__lte=1,
                    discount_amount__isnull=True,
                ),
                name="offer_discount_is_a_share_or_an_amount",
            ),
            models.CheckConstraint(
                condition=models.Q(discount_amount=None)
                | models.Q(discount_amount__gt=0),
                name="offer_discount_amount_positive",
            ),
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


class QuoteLineManager(models.Manager["QuoteLine"]):
    """Lines as they must be read: with their price breaks and the officers' choice.

    Lines whose prices are sealed in a second envelope are in no row.
    """

    @override
    def get_queryset(self) -> models.QuerySet["QuoteLine"]:
        chosen = ChosenOption.objects.filter(
            tender=models.OuterRef("offer__quote__tender"), key=models.OuterRef("key")
        )
        steps = LineBreak.objects.filter(line=models.OuterRef("pk"))
        steps = steps.order_by("from_quantity")
        read = {
            "break_starts": ArraySubquery(steps.values("from_quantity")),
            "break_prices": ArraySubquery(steps.values("unit_price")),
            "is_chosen": models.Q(is_optional=True) & models.Exists(chosen),
        }
        rows = super().get_queryset().filter(priced("offer__quote__"))
        return rows.annotate(**read)


class QuoteLine(models.Model):
    """One line in the quote's own currency, on its tax basis unless it has its own.

    ``unit_price`` holds below the lowest price break. With every row that is read come
    its price breaks, the lowest first, and ``is_chosen``: an optional line counts once
    the officers chose its key.
    """

    break_starts: Sequence[Decimal] = ()
    break_prices: Sequence[Decimal] = ()
    is_chosen: bool = False

    class Category(models.TextChoices):
        """What is bought; each belongs to one group of the comparison."""

        SERVER = "server", _("Server")
        GPU = "gpu", _("GPU")
        NETWORK = "network", _("Network")
        STORAGE = "storage", _("Storage")
        RACK_POWER = "rack_power", _("Rack and power")
        SOFTWARE = "software", _("Software")
        SUPPORT = "support", _("Support")
        INSTALL = "install", _("Installation")
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
    tax_basis = models.CharField(
        _("own tax basis"), max_length=5, choices=Tender.TaxBasis, blank=True
    )
    tax_rate = models.DecimalField(
        _("own tax rate"),
        max_digits=8,
        decimal_places=6,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
    )
    is_optional = models.BooleanField(_("option"), default=False)
    included_in = models.CharField(
        _("included in"),
        max_length=40,
        blank=True,
        help_text=_("key of the line whose price holds this one"),
    )

    objects = QuoteLineManager()
    with_sealed: ClassVar[models.Manager["QuoteLine"]] = models.Manager()

    class Meta:
        ordering = ["offer", "position"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tax_rate=None)
                | models.Q(tax_rate__gte=0, tax_rate__lte=1),
                name="line_tax_rate_is_a_share",
            ),
            models.CheckConstraint(
                condition=models.Q(included_in="")
                | models.Q(unit_price__isnull=True, is_optional=False),
                name="line_inside_another_has_no_price",
            ),
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


class LineBreak(models.Model):
    """A unit price that holds for the whole line from a quantity on."""

    line = models.ForeignKey(QuoteLine, models.CASCADE, related_name="breaks")
    from_quantity = models.DecimalField(
        _("from quantity"), max_digits=12, decimal_places=3
    )
    unit_price = models.DecimalField(_("unit price"), max_digits=20, decimal_places=6)

    class Meta:
        ordering = ["line", "from_quantity"]
        constraints = [
            models.UniqueConstraint(
                fields=["line", "from_quantity"], name="break_once_per_quantity"
            ),
            models.CheckConstraint(
                condition=models.Q(from_quantity__gt=0, unit_price__gte=0),
                name="break_in_range",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"≥ {self.from_quantity}: {self.unit_price}"


class ChosenOption(models.Model):
    """An option that officers chose: it counts in the totals of every vendor."""

    tender = models.ForeignKey(Tender, models.CASCADE, related_name="chosen_options")
    key = models.CharField(_("key"), max_length=40)
    reason = models.CharField(_("reason"), max_length=500)
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    chosen_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["tender", "key"]
        constraints = [
            models.UniqueConstraint(
                fields=["tender", "key"], name="option_chosen_once_per_tender"
            ),
        ]

    @override
    def __str__(self) -> str:
        return self.key
