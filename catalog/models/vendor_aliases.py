"""What a vendor was called in the catalogue before it was merged into another."""

import uuid
from typing import override

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower, Now
from django.utils.translation import gettext_lazy as _

from catalog.models.vendors import Vendor


class VendorAlias(models.Model):
    """A vendor that is gone: its address leads on, its name is found, its key stays.

    The hash of an old quote covers the identifier that the vendor had then.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    vendor = models.ForeignKey(Vendor, models.CASCADE, related_name="aliases")
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120)
    merged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    merged_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["vendor", Lower("name"), "id"]

    @override
    def __str__(self) -> str:
        return self.name
