"""Amounts of a comparison in the currency that the reader chose."""

from decimal import Decimal

from django import template

from catalog.pricing.displaying import Display

register = template.Library()


@register.filter
def shown(amount: Decimal | None, display: Display) -> Decimal | None:
    """Convert an amount of the evaluation for writing; a mark never follows it."""
    return display.shown(amount)
