"""Fill the catalogue with the reference data that ship with the product."""

from argparse import ArgumentParser
from typing import Any, override

from django.core.management.base import BaseCommand

from catalog.services.reference import load_reference_data
from procurement.accounts.models import Console


class Command(BaseCommand):
    """Load GPUs, servers, cloud offers and compatibility; safe to run again."""

    help = "Load the shipped reference data; rows that are there already stay."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--replace",
            action="store_true",
            help="write the shipped figures over those that are there",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        for table in load_reference_data(by=Console(), replaces=options["replace"]):
            self.stdout.write(f"{table.file}: {table.rows} rows, {table.added} new")
