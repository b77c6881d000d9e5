"""Currency columns hold codes of the closed list only."""

import pytest
from django.core.exceptions import ValidationError

from catalog.models.currencies import check_currency


@pytest.mark.parametrize("code", ["USD", "JPY", "KWD"])
def test_a_known_code_passes(code):
    check_currency(code)


@pytest.mark.parametrize("code", ["usd", "XAU", "EURO", ""])
def test_anything_else_is_refused(code):
    with pytest.raises(ValidationError, match="no ISO 4217 currency code"):
        check_currency(code)
