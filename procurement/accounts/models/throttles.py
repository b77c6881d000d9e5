"""Counters that bound how often something may be tried."""

from typing import override

from django.db import models


class Throttle(models.Model):
    """Tries of one key inside one time window; counted in one atomic statement."""

    key = models.CharField(max_length=64)
    window = models.BigIntegerField(help_text="Number of the window since the epoch.")
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key", "window"], name="throttle_key_window"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.key}/{self.window}: {self.count}"
