"""A person keeps filters of a list under names of their own."""

import pytest

from catalog.models import SavedFilter
from catalog.services.saved_filters import delete_filter, plain_query, save_filter
from procurement.errors import RuleBrokenError


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("q=dell&country=&page=3", "q=dell"),
        ("flags=0&q=a%20b%26c", "flags=0&q=a+b%26c"),
        ("maker=A&maker=B", "maker=A&maker=B"),
        ("page=2&csrfmiddlewaretoken=x", ""),
        ("q=%22%3E%3Cscript%3E", "q=%22%3E%3Cscript%3E"),
        ("", ""),
    ],
)
def test_a_query_is_kept_in_its_normal_form(sent, kept):
    assert plain_query(sent) == kept


def test_the_same_name_is_given_new_filters(outsider):
    save_filter(by=outsider, of="vendors", name="  My\u202e  list ", query="q=dell")
    save_filter(by=outsider, of="vendors", name="my LIST", query="q=hpe")
    save_filter(by=outsider, of="gpus", name="My list", query="q=h100")

    rows = SavedFilter.objects.order_by("of", "id").values_list("of", "name", "query")
    assert list(rows) == [
        ("gpus", "My list", "q=h100"),
        ("vendors", "my LIST", "q=hpe"),
    ]


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("", "q=x"),
        ("x" * 61, "q=x"),
        ("a\x00b", "q=x"),
        ("a", ""),
        ("a", "page=2"),
        ("a", "q=" + "x" * 1000),
    ],
)
def test_what_is_no_filter_is_refused(outsider, name, query):
    with pytest.raises(RuleBrokenError):
        save_filter(by=outsider, of="vendors", name=name, query=query)

    assert not SavedFilter.objects.exists()


def test_twenty_are_kept_and_no_more(outsider):
    for number in range(20):
        save_filter(by=outsider, of="gpus", name=f"f {number}", query="q=x")

    with pytest.raises(RuleBrokenError, match="20 filters"):
        save_filter(by=outsider, of="gpus", name="one more", query="q=x")
    save_filter(by=outsider, of="gpus", name="f 3", query="q=y")

    assert SavedFilter.objects.count() == 20


def test_nobody_deletes_the_filter_of_another(outsider, officer):
    row = save_filter(by=outsider, of="gpus", name="mine", query="q=x")

    delete_filter(by=officer, row=row)
    assert SavedFilter.objects.count() == 1

    delete_filter(by=outsider, row=row)
    assert not SavedFilter.objects.exists()
