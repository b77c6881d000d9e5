"""A row that breaks its model's rules is refused in words."""

import pytest

from catalog.models import Tender, Vendor
from procurement.cleaning import check_fields, check_row, label_of
from procurement.errors import RuleBrokenError


def test_refusal_names_the_column_and_carries_its_field(db):
    with pytest.raises(RuleBrokenError, match=r"^name: This field cannot be blank"):
        check_row(Vendor(slug="acme", name=""))


def test_refusal_of_a_constraint_over_the_row_names_no_field(tender):
    tender.nodes = 0

    with pytest.raises(RuleBrokenError) as refusal:
        check_row(tender)

    assert (refusal.value.code, refusal.value.field) == ("invalid", None)


def test_columns_alone_are_checked_without_a_query(db, django_assert_num_queries):
    with django_assert_num_queries(0), pytest.raises(RuleBrokenError, match=r"^name"):
        check_fields(Vendor(slug="acme", name=""))


def test_label_is_the_verbose_name():
    assert label_of(Tender, "quote_deadline") == "quotes due"
