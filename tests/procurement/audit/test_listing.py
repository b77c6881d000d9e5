"""What an audit page shows, and a chain that anyone can check alone."""

import hashlib
import json

import pytest
from django.db import transaction

from procurement.audit.listing import (
    accesses_to,
    chain_content,
    chain_heads,
    chain_json,
)
from procurement.audit.models import AuditEntry
from procurement.audit.recording import record, record_access
from tests.factories import make_user


@pytest.fixture
def chain(officer, tender) -> str:
    """Sixty entries by the officer, one by somebody else."""
    for number in range(60):
        record(
            by=officer,
            action="noted",
            subject=tender,
            details={"number": number, "name": "浪潮 100% _x"},
            tender=tender.uuid,
        )
    other = make_user("Liu Yang")
    record(by=other, action="prices_released", subject=tender, tender=tender.uuid)
    return str(tender.uuid)


def sequences(chain, **query) -> list[int]:
    return [entry.sequence for entry in chain_content(chain, query)["page_obj"]]


def test_the_latest_entry_stands_first_and_pages_hold_fifty(chain):
    assert sequences(chain) == list(range(61, 11, -1))
    assert sequences(chain, page="2") == list(range(11, 0, -1))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"kind": "prices_released"}, [61]),
        ({"who": "Liu Yang"}, [61]),
        ({"q": "浪潮", "who": "Liu Yang"}, []),
        ({"q": '"number": 7}'}, [8]),
        ({"q": "%%%"}, []),
        ({"q": "\x00nothing"}, []),
        ({"kind": "no such kind"}, []),
    ],
)
def test_filters_keep_what_is_asked_for(chain, query, found):
    assert sequences(chain, **query) == found


def test_the_choices_are_those_of_this_chain(chain):
    content = chain_content(chain, {})

    assert content["kinds"] == [
        ("noted", "noted"),
        ("prices released", "prices_released"),
    ]
    assert content["people"] == ["Helena Brandt", "Liu Yang"]


def test_a_verdict_is_given_only_when_asked(chain):
    assert chain_content(chain, {})["verdict"] is None
    assert chain_content(chain, {"verify": "1"})["verdict"].entries == 61


@pytest.mark.django_db
def test_a_chain_that_does_not_exist_yet_is_empty_and_holds():
    content = chain_content("nothing", {"verify": ""})

    assert list(content["page_obj"]) == []
    assert content["verdict"].fault is None
    assert b"".join(chain_json("nothing")) == b"[]"


def test_a_stranger_can_check_the_chain_from_its_file_alone(chain):
    rows = json.loads(b"".join(chain_json(chain)))

    previous = "0" * 64
    for number, row in enumerate(rows, start=1):
        content = json.loads(row["content"])
        assert (row["sequence"], content["sequence"]) == (number, number)
        assert content["previous_hash"] == previous
        previous = hashlib.sha256(row["content"].encode()).hexdigest()
        assert row["hash"] == previous
    assert [previous] == [head["head"] for head in chain_heads([chain])]


def test_no_key_of_the_database_leaves_with_the_chain(chain, officer):
    [first, *_others] = json.loads(b"".join(chain_json(chain)))

    content = json.loads(first["content"])
    assert content["actor"] == str(officer.uuid)
    assert {type(value) for name, value in content.items() if name != "sequence"} == {
        str,
        dict,
    }


def test_entries_are_neither_changed_nor_removed_by_the_program(chain):
    for attempt in (
        lambda: AuditEntry.objects.filter(sequence=1).update(actor_name="Mallory"),
        lambda: AuditEntry.objects.filter(sequence=1).delete(),
    ):
        with pytest.raises(Exception, match="never changed"), transaction.atomic():
            attempt()


def test_the_access_log_is_of_one_tender(chain, officer, tender):
    record_access(by=officer, tender=tender.uuid, path="/evaluations/x/quotes/")

    assert [row.path for row in accesses_to(chain)] == ["/evaluations/x/quotes/"]
    assert list(accesses_to("another")) == []
