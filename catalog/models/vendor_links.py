"""A vendor's own door: the link, its one-time codes, and the visits that they open."""

import uuid
from typing import Self, override

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from catalog.models.tenders import InvitedVendor, Tender
from catalog.models.vendors import Vendor
from procurement.permissions import Role, Stage

OPEN_STAGES = (Stage.QUOTES, Stage.EVIDENCE)
"""The stages in which a link opens the door: those in which quotes are recorded."""
ASKING_STAGES = (Stage.EVIDENCE, Stage.SCORING, Stage.MODERATION, Stage.DECISION)
"""The stages in which a vendor can be asked to justify its price."""


class VendorLinkQuerySet(models.QuerySet["VendorLink"]):
    """Links, by whether they still open the door."""

    def usable(self) -> Self:
        """Keep what is neither revoked nor over and has something to come for.

        Its evaluation takes quotes, or the vendor is asked for a justification.
        """
        return self.filter(
            models.Q(invitation__tender__stage__in=OPEN_STAGES)
            | models.Q(pk__in=self.model.objects.asked().values("pk")),
            revoked_at=None,
            expires_at__gt=Now(),
            invitation__vendor__is_active=True,
        )

    def quoting(self) -> Self:
        """Keep the usable ones of the round in which their evaluation takes quotes."""
        newest = models.Max("invitation__tender__rounds__number", default=1)
        rows = self.model.objects.annotate(newest=newest)
        current = rows.filter(round=models.F("newest")).values("pk")
        return self.usable().filter(
            invitation__tender__stage__in=OPEN_STAGES, pk__in=current
        )

    def asked(self) -> Self:
        """Keep those of vendors that have still to justify a price."""
        return self.filter(
            invitation__tender__stage__in=ASKING_STAGES,
            invitation__tender__quotes__vendor=models.F("invitation__vendor"),
            invitation__tender__quotes__offers__justifications__is_accepted=None,
            invitation__tender__quotes__offers__justifications__received_at=None,
            invitation__tender__quotes__offers__justifications__due_at__gt=Now(),
        )


class VendorLink(models.Model):
    """A secret address by which one invited vendor quotes without an account."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    invitation = models.ForeignKey(InvitedVendor, models.CASCADE, related_name="links")
    email = models.EmailField(
        _("vendor's e-mail"), help_text=_("one-time codes are sent there")
    )
    round = models.PositiveSmallIntegerField(
        _("round"), default=1, validators=[MinValueValidator(1)]
    )
    digest = models.CharField(max_length=64, unique=True, help_text=_("HMAC-SHA-256"))
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField(_("ends"))
    revoked_at = models.DateTimeField(null=True, editable=False)

    objects = VendorLinkQuerySet.as_manager()

    class Meta:
        ordering = ["invitation", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["invitation"],
                condition=models.Q(revoked_at=None),
                name="vendor_link_once_per_invitation",
            )
        ]

    @override
    def __str__(self) -> str:
        return str(self.invitation)


class VendorCode(models.Model):
    """A one-time code sent to the vendor; only its keyed digest is stored."""

    TRIES = 5

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    link = models.ForeignKey(VendorLink, models.CASCADE, related_name="codes")
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    used_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["link", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tries__lte=5), name="vendor_code_tried_five_times"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.link}: {self.created_at}"


class VendorVisit(models.Model):
    """One stay behind the door, from the right code until it ends."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    link = models.ForeignKey(VendorLink, models.CASCADE, related_name="visits")
    begun_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["link", "-id"]

    @override
    def __str__(self) -> str:
        return f"{self.link}: {self.begun_at}"


class VendorGuest:
    """Who came in by a link: no person, no role, nothing but one vendor's own."""

    pk: int | None = None
    is_active = True
    organisation_roles: frozenset[Role] = frozenset()

    def __init__(self, link: VendorLink) -> None:
        self.link = link
        self.uuid = link.uuid

    @property
    def tender(self) -> Tender:
        """The only evaluation that the link is for."""
        return self.link.invitation.tender

    @property
    def vendor(self) -> Vendor:
        """The only vendor that the link is for."""
        return self.link.invitation.vendor

    @property
    def name(self) -> str:
        """The vendor's name, for the records."""
        return self.vendor.name
