import json

import pytest

from scoring.reports.validation import SnapshotInvalidError, validate_snapshot


def faults_of(document):
    with pytest.raises(SnapshotInvalidError) as caught:
        validate_snapshot(document)
    return caught.value.faults


def test_sample_is_a_snapshot(snapshot):
    assert validate_snapshot(snapshot) is snapshot


def test_snapshot_survives_json(snapshot):
    assert validate_snapshot(json.loads(json.dumps(snapshot))) == snapshot


def test_each_missing_and_unknown_key_is_named(snapshot):
    del snapshot["evaluation"]["title"]
    snapshot["candidates"][1]["price"] = "1"

    assert faults_of(snapshot) == (
        "$.evaluation.title: missing",
        "$.candidates[1].price: unknown",
    )


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("schema",), 2, "$.schema: not 1"),
        (("version",), True, "$.version: not a whole number"),
        (("is_invented",), 1, "$.is_invented: not true or false"),
        (("state",), "approved", "$.state: 'approved' is none of draft, final"),
        (("frozen_at",), "2026-12-15T13:05:00", "is no instant"),
        (("frozen_at",), "yesterday", "is no instant"),
        (("evaluation", "currency"), "usd", "'usd' is no currency"),
        (("evaluation", "budget"), 5600000, "$.evaluation.budget: not a text"),
        (("evaluation", "budget"), "5.6E6", "'5.6E6' is no decimal"),
        (("evaluation", "budget"), "NaN", "'NaN' is no decimal"),
        (("evaluation", "reference"), "x" * 20_001, "not a text of at most 20000"),
        (("evaluation", "title"), "AI", "$.evaluation.title: not an object"),
        (("quotes", 0, "valid_until"), "2026-02-30", "is no day"),
        (("quotes", 0, "valid_until"), "20261231", "is no day"),
        (("audit", "hash"), "ABC", "is no sha256"),
        (("candidates", 0, "key"), " ", "is no key"),
        (("prepared_by",), "\ud800", "$.prepared_by: not valid Unicode"),
        (("candidates",), {}, "$.candidates: not a list"),
        (("cells",), [0] * 20_001, "$.cells: more than 20000 items"),
    ],
)
def test_each_value_of_another_type_is_refused_with_its_path(
    snapshot, path, value, fault
):
    *way, last = path
    place = snapshot
    for step in way:
        place = place[step]
    place[last] = value

    faults = faults_of(snapshot)

    assert len(faults) == 1
    assert fault in faults[0]


@pytest.mark.parametrize("document", [None, [], "snapshot", 1])
def test_what_is_no_object_is_refused(document):
    assert faults_of(document) == ("$: not an object",)


def test_message_stops_after_twenty_faults_and_all_are_kept(snapshot):
    snapshot["candidates"] = ["x"] * 30

    error = SnapshotInvalidError(faults_of(snapshot))

    assert len(error.faults) == 30
    assert str(error).count("not an object") == 20
