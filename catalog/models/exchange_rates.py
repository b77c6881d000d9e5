"""Exchange rates of the catalogue; an evaluation freezes its own copies."""

from typing import override

from django.db import models
from django.utils.translation import gettext_lazy as _

from catalog.models.currencies import currency_field


class ExchangeRate(models.Model):
    """What one unit of the base currency costs in the quote currency on a day."""

    base = currency_field(_("one unit of"))
    quote = currency_field(_("costs in"))
    rate = models.DecimalField(_("rate"), max_digits=18, decimal_places=8)
    on = models.DateField(_("date"))
    source = models.CharField(_("source"), max_length=120)

    class Meta:
        ordering = ["base", "quote", "-on", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["base", "quote", "on", "source"],
                name="exchange_rate_once_a_day",
            ),
            models.CheckConstraint(
                condition=models.Q(rate__gt=0), name="exchange_rate_positive"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.base}/{self.quote} {self.rate} ({self.on})"
