"""The committed description of the API is the one that the code gives."""

from io import StringIO
from pathlib import Path

from django.core.management import call_command

COMMITTED = Path(__file__).parents[1] / "api" / "openapi.yml"


def test_the_description_is_current_and_without_warnings():
    out = StringIO()

    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)

    assert out.getvalue().strip() == COMMITTED.read_text(encoding="utf-8").strip(), (
        "Run: python manage.py spectacular --file tests/api/openapi.yml"
    )
