"""Write the document of the worked cases anew."""

from pathlib import Path
from typing import Any, Final, override

from django.core.management.base import BaseCommand

from scoring.worked_cases.table import worked_cases

DOCUMENT: Final = Path(__file__).parents[3] / "docs" / "worked-cases.md"


class Command(BaseCommand):
    """Work the published cases out and write their table."""

    help = "Write docs/worked-cases.md from the published cases and the models."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        DOCUMENT.write_text(worked_cases(), encoding="utf-8")
        self.stdout.write(f"{DOCUMENT.name} is written.")
