"""The committed description of the API is the one that the code gives."""

from io import StringIO
from pathlib import Path

import yaml
from django.core.management import call_command

COMMITTED = Path(__file__).parents[1] / "api" / "openapi.yml"
KEYLESS = {"/api/v1/uploads/": "the same content for the same server is one upload"}


def test_the_description_is_current_and_without_warnings():
    out = StringIO()

    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)

    assert out.getvalue().strip() == COMMITTED.read_text(encoding="utf-8").strip(), (
        "Run: python manage.py spectacular --file tests/api/openapi.yml"
    )


def test_each_address_that_writes_takes_an_idempotency_key_or_says_why_not():
    described = yaml.safe_load(COMMITTED.read_text(encoding="utf-8"))["paths"]
    written = {
        place: methods["post"]
        for place, methods in described.items()
        if "post" in methods
    }
    keyless = {
        place
        for place, operation in written.items()
        if "Idempotency-Key" not in {each["name"] for each in operation["parameters"]}
    }

    assert keyless == set(KEYLESS)
    assert "/api/v1/evaluations/{uuid}/award/" in written
