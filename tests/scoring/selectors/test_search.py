"""The search ranks names, forgives a slip, and asks the same queries each time."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.models import InvitedVendor
from procurement.permissions import Role
from scoring.selectors.search import search
from tests.factories import (
    add_member,
    make_gpu,
    make_manufacturer,
    make_quote,
    make_sku,
    make_tender,
    make_user,
    make_vendor,
)


def titles(user, text):
    return [hit.title for group in search(user, text).groups for hit in group.hits]


def test_a_slip_finds_the_similar_name_and_says_that_it_is_similar(outsider):
    make_vendor(name="Supermicro")
    make_vendor(name="Dell Technologies")

    found = search(outsider, "Supermcro")

    assert found.only_similar
    assert [hit.title for group in found.groups for hit in group.hits] == ["Supermicro"]
    assert not search(outsider, "Supermicro").only_similar


@pytest.mark.parametrize(
    ("slip", "name"),
    [
        ("Lenvoo", ""),
        ("Lenov", "Lenovo"),
        ("Hewlet Packard", "Hewlett Packard Enterprise"),
        ("packrd", "Hewlett Packard Enterprise"),
        ("nvidia", ""),
    ],
)
def test_how_much_of_a_slip_is_forgiven(outsider, slip, name):
    make_vendor(name="Lenovo")
    make_vendor(name="Hewlett Packard Enterprise")

    assert titles(outsider, slip) == ([name] if name else [])


def test_names_that_hold_the_text_go_without_similar_ones(outsider):
    make_vendor(name="Supermicro")
    make_vendor(name="Supermcro Parts")

    assert titles(outsider, "supermcro") == ["Supermcro Parts"]


def test_names_that_begin_with_the_text_go_first_then_those_that_hold_it(outsider):
    make_vendor(name="Alpha Dell Partner")
    make_vendor(name="Dell Technologies")
    make_vendor(name="Dell")

    assert titles(outsider, "dell") == [
        "Dell",
        "Dell Technologies",
        "Alpha Dell Partner",
    ]


def test_all_words_may_stand_in_different_columns(outsider):
    maker = make_manufacturer(name="Supermicro")
    make_sku(name="SYS-821GE", manufacturer=maker, gpu_name="NVIDIA H200", gpu=None)
    make_sku(name="SYS-421GE", manufacturer=maker, gpu_name="NVIDIA H100", gpu=None)

    assert titles(outsider, "supermicro  h200") == ["Supermicro SYS-821GE"]


def test_another_number_is_not_similar_enough(outsider, officer, tender):
    make_gpu(name="H200")

    assert titles(outsider, "H100") == []
    assert titles(officer, f"{tender.reference[:-1]}X") == []


def test_a_similar_title_of_a_foreign_evaluation_is_not_found(outsider, officer):
    make_tender(officer=officer, title="Kubernetes inference farm")

    assert titles(officer, "Kuberntes") == ["Kubernetes inference farm"]
    assert titles(outsider, "Kuberntes") == []
    assert titles(outsider, "inference") == []


def test_sealed_quotes_leave_no_trace(officer, tender):
    vendor = make_vendor(name="Falcon Systems")
    tender.is_sealed = True
    tender.save()
    InvitedVendor.objects.create(tender=tender, vendor=vendor)
    before = [search(officer, text) for text in ("falcon", "falcn", "QX-77")]

    make_quote(tender, vendor=vendor, vendor_reference="QX-77")

    assert [search(officer, text) for text in ("falcon", "falcn", "QX-77")] == before
    assert titles(officer, "QX-77") == []


def test_the_queries_do_not_grow(outsider):
    counts = []
    assert outsider.organisation_roles
    for made in (3, 30):
        for number in range(made):
            make_vendor(name=f"Falcon {made} {number}")
            make_sku(name=f"Falcon {made} {number}")
            make_gpu(name=f"Falcon {made} {number}")
            tender = make_tender(title=f"Falcon {made} {number}", officer=make_user())
            add_member(tender, outsider, Role.OBSERVER)
        with CaptureQueriesContext(connection) as queries:
            found = search(outsider, "falcon")
        counts.append(len(queries))

    assert counts == [4, 4]
    assert [(len(group.hits), group.more) for group in found.groups] == [(20, True)] * 4
