"""The database's clock: the one that deadlines are judged by."""

from datetime import datetime

from django.db import connection


def database_now() -> datetime:
    """The instant by the database, running on inside a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("select clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
        return now
