"""A server by REST: what its figures were before, and where they came from."""

from decimal import Decimal

from catalog.services.skus import edit_sku
from tests.factories import client_of, make_sku


def test_earlier_figures_stand_with_the_source_that_they_had(editor, outsider):
    sku = make_sku(
        max_power_kilowatts=Decimal("10.20"),
        source="data sheet",
        source_date="2024",
        verification="fetched",
    )
    for power in (Decimal("11.0"), None):
        values = {"max_power_kilowatts": power, "source": "errata"}
        edit_sku(by=editor, sku=sku, values=values)
        sku.refresh_from_db()

    answer = client_of(outsider).get(f"/api/v1/skus/{sku.uuid}/").json()

    newest, first = sku.earlier.order_by("-id")
    assert answer["max_power_kilowatts"] is None
    assert answer["earlier_figures"] == [
        {
            "column": "max_power_kilowatts",
            "value": "11",
            "replaced_by": "",
            "source": "errata",
            "source_date": newest.source_date,
            "verification": newest.verification,
            "changed_at": newest.changed_at.isoformat(),
            "changed_by": editor.name,
        },
        {
            "column": "max_power_kilowatts",
            "value": "10.2",
            "replaced_by": "11",
            "source": "data sheet",
            "source_date": "2024",
            "verification": "fetched",
            "changed_at": first.changed_at.isoformat(),
            "changed_by": editor.name,
        },
    ]


def test_a_server_whose_figures_never_changed_has_no_earlier_ones(outsider):
    answer = client_of(outsider).get(f"/api/v1/skus/{make_sku().uuid}/").json()

    assert answer["earlier_figures"] == []
