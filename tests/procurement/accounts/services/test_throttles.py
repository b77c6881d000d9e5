"""Counters hold under parallel tries; success gives the try back."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from procurement.accounts.models import Throttle
from procurement.accounts.services.throttles import Limit, give_back, reserve

LIMIT = Limit(("account", "a@example.org"), 5)


@pytest.mark.django_db
def test_the_try_beyond_the_limit_is_refused():
    answers = [reserve([LIMIT], 900) is not None for _try in range(7)]

    assert answers == [True] * 5 + [False] * 2


@pytest.mark.django_db
def test_a_try_that_is_given_back_does_not_count():
    for _try in range(20):
        reservations = reserve([LIMIT], 900)
        assert reservations is not None
        give_back(reservations)

    assert Throttle.objects.get().count == 0


@pytest.mark.django_db
def test_a_new_window_starts_at_nothing_and_old_ones_are_forgotten():
    for _try in range(6):
        reserve([LIMIT], 900)
    row = Throttle.objects.get()
    Throttle.objects.update(window=row.window - 5)

    assert reserve([LIMIT], 900) is not None
    assert [row.window for row in Throttle.objects.all()] == [row.window]


@pytest.mark.django_db
def test_the_first_limit_that_is_used_up_decides():
    wide = Limit(("address", "203.0.113.7"), 1)

    assert reserve([wide, LIMIT], 900) is not None
    assert reserve([wide, LIMIT], 900) is None
    assert Throttle.objects.get(key=LIMIT.key).count == 1


def test_the_table_holds_neither_address_nor_email():
    assert "example" not in LIMIT.key
    assert len(LIMIT.key) == 64
    assert LIMIT.key != Limit(("account", "b@example.org"), 5).key


@pytest.mark.django_db(transaction=True)
def test_fifty_parallel_tries_pass_exactly_five():
    def one_try(_number: int) -> bool:
        try:
            return reserve([LIMIT], 900) is not None
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(one_try, range(50)))

    assert answers.count(True) == 5


@pytest.mark.django_db(transaction=True)
def test_counting_by_reading_first_would_let_parallel_tries_pass():
    """The control: without the one statement, the race is real."""
    barrier = Barrier(8)

    def naive_try(_number: int) -> bool:
        try:
            count = Throttle.objects.filter(key="naive").count()
            barrier.wait(timeout=10)
            Throttle.objects.create(key="naive", window=_number, count=1)
            return count < 1
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(naive_try, range(8)))

    assert answers.count(True) > 1
