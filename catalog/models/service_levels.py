"""Service levels of a vendor: cover and diagnosis, on-site hours, replacement."""

import uuid
from typing import override

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from catalog.models.sources import Sourced
from catalog.models.vendors import Vendor


class ServiceLevel(Sourced):
    """One named service agreement that a vendor offers."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    vendor = models.ForeignKey(Vendor, models.CASCADE, related_name="service_levels")
    name = models.CharField(_("name"), max_length=120)
    cover_hours_per_day = models.PositiveSmallIntegerField(
        _("level 1: hours of cover a day"),
        validators=[MaxValueValidator(24)],
        null=True,
        blank=True,
    )
    cover_days_per_week = models.PositiveSmallIntegerField(
        _("level 1: days of cover a week"),
        validators=[MaxValueValidator(7)],
        null=True,
        blank=True,
    )
    diagnosis_minutes = models.PositiveIntegerField(
        _("level 1: minutes to diagnosis"), null=True, blank=True
    )
    replacement_hours = models.DecimalField(
        _("level 3: hours to replacement"),
        max_digits=7,
        decimal_places=1,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    warranty_years = models.DecimalField(
        _("warranty, years"),
        max_digits=4,
        decimal_places=1,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(20)],
    )
    penalty = models.CharField(_("penalty"), max_length=250, blank=True)

    class Meta:
        ordering = ["vendor", Lower("name"), "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["vendor", "name"], name="service_level_name_once_per_vendor"
            )
        ]

    @override
    def __str__(self) -> str:
        return self.name


class OnsiteTime(models.Model):
    """Level 2: hours until an engineer is on site, by city tier."""

    class CityTier(models.TextChoices):
        """Where the site is."""

        FIRST = "tier_1", _("tier 1 city")
        SECOND = "tier_2", _("tier 2 city")
        THIRD = "tier_3", _("tier 3 city")
        REMOTE = "remote", _("elsewhere")

    service_level = models.ForeignKey(
        ServiceLevel, models.CASCADE, related_name="onsite_times"
    )
    city_tier = models.CharField(_("city tier"), max_length=10, choices=CityTier)
    hours = models.DecimalField(
        _("level 2: hours to site"),
        max_digits=6,
        decimal_places=1,
        validators=[MinValueValidator(0)],
    )

    class Meta:
        ordering = ["service_level", "city_tier"]
        constraints = [
            models.UniqueConstraint(
                fields=["service_level", "city_tier"], name="onsite_time_once_per_tier"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.get_city_tier_display()}: {self.hours} h"
