"""Units keep their currency and figures; their words are the reader's."""

import pytest
from django.utils import translation

from scoring.selectors.units import unit_words


@pytest.mark.parametrize("unit", ["USD/node, total", "USD", "kW", "% per year", ""])
def test_english_units_stay_as_they_are(unit):
    with translation.override("en"):
        assert unit_words(unit) == unit


def test_the_currency_survives_the_translation():
    with translation.override("zh-hans"):
        assert "EUR" in unit_words("EUR/node, total")
