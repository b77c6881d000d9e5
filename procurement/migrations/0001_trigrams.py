"""The extension that compares texts by their trigrams, for the search."""

from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations


class Migration(migrations.Migration):
    """Make sure of ``pg_trgm``; PostgreSQL trusts the database's owner with it."""

    initial = True
    operations = [TrigramExtension()]
