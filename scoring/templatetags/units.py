"""Units in the reader's language."""

from django import template

from scoring.selectors.units import unit_words

register = template.Library()
register.filter("unit_words", unit_words)
