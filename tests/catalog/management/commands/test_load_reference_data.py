"""The command says what it loaded."""

from io import StringIO

import pytest
from django.core.management import call_command

from catalog.models import GpuModel


@pytest.mark.django_db
def test_the_command_loads_and_counts():
    out, again = StringIO(), StringIO()

    call_command("load_reference_data", stdout=out)
    call_command("load_reference_data", stdout=again)

    assert out.getvalue().splitlines()[0] == "gpus.csv: 45 rows, 45 new"
    assert again.getvalue().splitlines()[1] == "servers.csv: 35 rows, 0 new"
    assert GpuModel.objects.count() == 45
