"""Deadlines are judged by the database's clock."""

from procurement.clock import database_now


def test_clock_runs_on_inside_a_transaction(db):
    assert database_now() < database_now()
