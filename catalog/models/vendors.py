"""Vendors sell, manufacturers build; depots, risk flags and contacts of a vendor."""

import uuid
from typing import override

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from catalog.models.sources import Sourced


class Manufacturer(models.Model):
    """Who builds GPUs or servers."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120)

    class Meta:
        ordering = [Lower("name"), "id"]
        constraints = [
            models.UniqueConstraint(Lower("name"), name="manufacturer_name_once")
        ]

    @override
    def __str__(self) -> str:
        return self.name


class Vendor(models.Model):
    """Who sells: the party that quotes."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120)
    name_zh = models.CharField(_("name in Chinese"), max_length=120, blank=True)
    country = models.CharField(
        _("country"), max_length=2, blank=True, help_text="ISO 3166-1"
    )
    website = models.CharField(_("website"), max_length=200, blank=True)
    manufacturers = models.ManyToManyField(
        Manufacturer,
        blank=True,
        related_name="vendors",
        verbose_name=_("sells products of"),
    )
    strengths = models.TextField(_("strengths"), blank=True)
    typical_customers = models.TextField(_("typical customers"), blank=True)
    notes = models.TextField(_("notes"), blank=True)
    is_invented = models.BooleanField(
        default=False, help_text=_("figures are invented for the demonstration")
    )
    is_active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = [Lower("name"), "id"]
        constraints = [models.UniqueConstraint(Lower("name"), name="vendor_name_once")]

    @override
    def __str__(self) -> str:
        return self.name


class VendorContact(models.Model):
    """A person at a vendor: personal data, shown to those who write to vendors."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    vendor = models.ForeignKey(Vendor, models.CASCADE, related_name="contacts")
    name = models.CharField(_("name"), max_length=120)
    role = models.CharField(_("role"), max_length=120, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("telephone"), max_length=40, blank=True)
    is_first = models.BooleanField(
        _("first to write to"),
        default=False,
        help_text=_("a new vendor link proposes this address; one for each vendor"),
    )

    class Meta:
        ordering = ["vendor", "-is_first", Lower("name"), "id"]
        constraints = [
            models.UniqueConstraint(
                "vendor",
                condition=models.Q(is_first=True),
                name="contact_one_is_first",
            )
        ]

    @override
    def __str__(self) -> str:
        return self.name


class Depot(models.Model):
    """A place with spare parts."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    vendor = models.ForeignKey(Vendor, models.CASCADE, related_name="depots")
    city = models.CharField(_("city"), max_length=80)
    country = models.CharField(_("country"), max_length=2)
    parts = models.CharField(_("parts held"), max_length=200, blank=True)
    hours_to_site = models.DecimalField(
        _("hours to our site"), max_digits=6, decimal_places=1, null=True, blank=True
    )

    class Meta:
        ordering = ["vendor", Lower("city"), "id"]

    @override
    def __str__(self) -> str:
        return f"{self.city} ({self.country})"


class RiskFlag(Sourced):
    """A known risk of a vendor and what became of it."""

    class State(models.TextChoices):
        """Whether it still counts."""

        OPEN = "open", _("open")
        WATCHED = "watched", _("watched")
        CLEARED = "cleared", _("cleared")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    vendor = models.ForeignKey(Vendor, models.CASCADE, related_name="risk_flags")
    text = models.CharField(_("risk"), max_length=250)
    state = models.CharField(
        _("state"), max_length=10, choices=State, default=State.OPEN
    )
    raised_on = models.DateField(_("raised on"))

    class Meta:
        ordering = ["vendor", "-raised_on", "id"]

    @override
    def __str__(self) -> str:
        return self.text
