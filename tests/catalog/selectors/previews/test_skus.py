"""The server that a part number means: one, or none where there is a doubt."""

import pytest

from catalog.selectors.previews.skus import sku_meant, sku_near
from tests.factories import make_manufacturer, make_sku, make_vendor

pytestmark = pytest.mark.django_db


def found(match):
    return (match.sku, match.is_exact) if match else None


@pytest.mark.parametrize(
    ("written", "is_exact"),
    [
        ("Cray XD670", True),
        ("cray xd670", True),
        ("CRAY-XD670", False),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER C}RAY xd 670", False),
        ("HPE Cray XD670", False),
        ("hpe_cray_xd670", False),
        ("hpe-xd670", False),
    ],
)
def test_case_width_spaces_hyphens_maker_and_address_do_not_count(written, is_exact):
    maker = make_manufacturer(name="HPE")
    sku = make_sku(name="Cray XD670", slug="hpe-xd670", manufacturer=maker)

    assert found(sku_meant(written, None)) == (sku, is_exact)


def test_a_part_of_a_name_is_a_proposal_only():
    sku = make_sku(name="Cray XD670")

    assert sku_meant("XD670", None) is None
    assert found(sku_near("XD670", None)) == (sku, False)


def test_of_servers_with_one_name_that_of_the_vendors_maker_is_meant():
    maker, vendor = make_manufacturer(), make_vendor()
    vendor.manufacturers.add(maker)
    twin, _other = make_sku(name="X-1", manufacturer=maker), make_sku(name="X-1")

    assert sku_meant("X-1", None) is None
    assert found(sku_meant("x1", vendor)) == (twin, False)


def test_the_very_name_goes_before_one_that_is_written_alike():
    exact, _alike = make_sku(name="X-1"), make_sku(name="X 1")

    assert found(sku_meant("x-1", None)) == (exact, True)
    assert sku_meant("X1", None) is None


@pytest.mark.parametrize("written", ["unknown", "", "-", "%"])
def test_what_is_no_server_is_none(written):
    make_sku(name="X-1")

    assert sku_meant(written, None) is sku_near(written, None) is None
