"""Where a figure comes from: shared by everything that carries sourced figures."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Verification(models.TextChoices):
    """How far a reference figure was checked."""

    FETCHED = "fetched", _("read at the source")
    PARTLY_FETCHED = "partly-fetched", _("partly read at the source")
    RECALLED = "recalled", _("not checked at the source")
    UNRELIABLE = "unreliable", _("unreliable, the sources conflict")
    OTHER = "other", _("not marked")


class Provenance(models.TextChoices):
    """Whose figure it is."""

    MEASURED = "measured", _("measured by us")
    VERIFIED = "verified", _("published by MLPerf")
    QUOTED = "quoted", _("from the quote")
    CATALOGUE = "catalogue", _("from the catalogue")
    CLAIM = "claim", _("vendor's claim")


class Sourced(models.Model):
    """A row with its source, date and verification mark."""

    source = models.TextField(_("source"), blank=True)
    source_date = models.CharField(
        _("source date"), max_length=20, blank=True, help_text=_("as precise as known")
    )
    verification = models.CharField(
        _("verification"),
        max_length=20,
        choices=Verification,
        default=Verification.OTHER,
    )
    notes = models.TextField(_("notes"), blank=True)

    class Meta:
        abstract = True
