"""A tender knows its zone and its two switches."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from catalog.models.tenders import check_time_zone


@pytest.mark.parametrize("name", ["UTC", "Europe/Berlin", "Asia/Shanghai"])
def test_a_known_time_zone_passes(name):
    check_time_zone(name)


def test_an_unknown_time_zone_is_refused():
    with pytest.raises(ValidationError, match="no IANA time zone"):
        check_time_zone("Berlin")


@pytest.mark.parametrize(
    ("is_sealed", "is_opened", "is_open"),
    [(False, False, True), (True, False, False), (True, True, True)],
)
def test_quotes_are_open_unless_sealed_and_not_opened(
    tender, is_sealed, is_opened, is_open
):
    tender.is_sealed = is_sealed
    tender.opened_at = timezone.now() if is_opened else None

    assert tender.is_open is is_open


@pytest.mark.parametrize(
    ("hides", "is_released", "waits"),
    [(False, False, False), (True, False, True), (True, True, False)],
)
def test_prices_wait_for_release_while_hidden(tender, hides, is_released, waits):
    tender.hides_prices = hides
    tender.prices_released_at = timezone.now() if is_released else None

    assert tender.waits_for_release is waits
