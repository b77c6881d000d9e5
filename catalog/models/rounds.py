"""Further rounds of quotes: best and final offers, sealed as the evaluation is."""

import uuid
from typing import override

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from catalog.models.tenders import InvitedVendor, Tender


class QuoteRound(models.Model):
    """Round 2 and later of one evaluation; the first is that of its terms."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tender = models.ForeignKey(Tender, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(
        _("round"), validators=[MinValueValidator(2)]
    )
    reason = models.CharField(_("reason"), max_length=400)
    deadline = models.DateTimeField(_("quotes due"))
    invitations = models.ManyToManyField(
        InvitedVendor, related_name="rounds", verbose_name=_("invited vendors")
    )
    begun_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    begun_at = models.DateTimeField(db_default=Now())
    opened_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["tender", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tender", "number"], name="round_number_once_per_tender"
            ),
            models.CheckConstraint(
                condition=models.Q(number__gte=2), name="round_number_after_the_first"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.tender}: {self.number}"

    @property
    def is_open(self) -> bool:
        """Whether its quotes may be read: never sealed, or opened by two officers."""
        return not self.tender.is_sealed or self.opened_at is not None
