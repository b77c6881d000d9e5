"""What an officer asks a vendor about a price, and what is made of the answer."""

import uuid
from typing import TYPE_CHECKING, Self, override

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy as _

from catalog.models.offers import Offer
from catalog.models.quotes import Quote
from catalog.models.vendor_links import VendorLink

if TYPE_CHECKING:
    from procurement.permissions import Principal


class PriceJustificationQuerySet(models.QuerySet["PriceJustification"]):
    """Asks for a justification, by who may read them and whether they are open."""

    def visible_to(self, user: "Principal") -> Self:
        """Keep those about quotes whose prices the person may read."""
        quotes = Quote.objects.visible_to(user).values("pk")
        return self.filter(offer__quote__in=quotes)

    def awaited(self) -> Self:
        """Keep what the vendor can still answer by the database's clock."""
        return self.filter(received_at=None, is_accepted=None, due_at__gt=Now())


class PriceJustification(models.Model):
    """One question about the price of one offer: asked, answered, decided on."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    offer = models.ForeignKey(Offer, models.PROTECT, related_name="justifications")
    question = models.CharField(_("question to the vendor"), max_length=2000)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    asked_at = models.DateTimeField(_("asked"))
    due_at = models.DateTimeField(_("answer due"))
    answer = models.TextField(_("answer"), max_length=8000, blank=True)
    received_at = models.DateTimeField(_("received"), null=True, blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        help_text=_("the officer; none when the vendor answered by its own link"),
    )
    link = models.ForeignKey(
        VendorLink, models.PROTECT, related_name="justifications", null=True, blank=True
    )
    is_accepted = models.BooleanField(null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=400, blank=True)
    reason_zh = models.CharField(_("reason in Chinese"), max_length=400, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    objects = PriceJustificationQuerySet.as_manager()

    class Meta:
        ordering = ["offer", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["offer"],
                condition=models.Q(is_accepted=None),
                name="justification_open_once_per_offer",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    received_at=None, answer="", recorded_by=None, link=None
                )
                | models.Q(~models.Q(answer=""), received_at__isnull=False)
                & (models.Q(recorded_by=None) ^ models.Q(link=None)),
                name="justification_answer_has_a_source",
            ),
            models.CheckConstraint(
                condition=models.Q(is_accepted=None, decided_at=None, decided_by=None)
                | models.Q(
                    ~models.Q(reason=""),
                    is_accepted__isnull=False,
                    decided_at__isnull=False,
                    decided_by__isnull=False,
                ),
                name="justification_verdict_has_a_reason",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.offer} ({self.asked_at:%Y-%m-%d})"

    @property
    def is_open(self) -> bool:
        """Whether the officers have still to decide on it."""
        return self.is_accepted is None

    @property
    def said(self) -> str:
        """The reason of the decision in the reader's language."""
        is_chinese = get_language() == "zh-hans"
        return self.reason_zh if is_chinese and self.reason_zh else self.reason

    @property
    def is_answered(self) -> bool:
        """Whether an answer came."""
        return self.received_at is not None

    @property
    def is_overdue(self) -> bool:
        """Whether its time is over and no answer came."""
        return not self.is_answered and self.due_at <= timezone.now()

    @property
    def came_late(self) -> bool:
        """Whether the answer came after its time."""
        return self.received_at is not None and self.received_at > self.due_at
