"""Only what can be answered for counts as a message."""

import json
from base64 import b64encode
from typing import Any

import pytest

from procurement.broker import is_message

WHOLE: dict[str, Any] = {
    "body": b64encode(b"[[], {}, {}]").decode(),
    "content-type": "application/json",
    "content-encoding": "utf-8",
    "headers": {"task": "outbox.sweep"},
    "properties": {
        "delivery_tag": "1",
        "delivery_info": {"exchange": "", "routing_key": "default"},
        "body_encoding": "base64",
    },
}


def test_a_whole_message_is_one():
    assert is_message(WHOLE)


@pytest.mark.parametrize(
    "entry",
    [
        None,
        [1, 2],
        "text",
        {},
        WHOLE | {"body": ""},
        WHOLE | {"body": "not base64"},
        WHOLE | {"body": "é"},
        WHOLE | {"headers": None},
        WHOLE | {"properties": {}},
        WHOLE | {"properties": WHOLE["properties"] | {"delivery_tag": 1}},
        WHOLE | {"properties": WHOLE["properties"] | {"delivery_info": {}}},
        WHOLE | {"properties": WHOLE["properties"] | {"body_encoding": "rot13"}},
    ],
    ids=json.dumps,
)
def test_an_entry_that_lacks_a_part_is_none(entry):
    assert not is_message(entry)
