"""Each action that services record has its words."""

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from procurement.audit.words import WORDS, details_in_words, tone_of, word_of

ROOT = Path(__file__).resolve().parents[3]
CALLS = (
    r'\baction="([a-z_]+)"',
    r'\baction=.+ else "([a-z_]+)"',
    r'_record\(by, "([a-z_]+)"',
)


def recorded_actions() -> set[str]:
    """What the services name in their calls of record()."""
    found = set()
    rooms = ("procurement/accounts/services", "catalog/services", "scoring/services")
    for room in rooms:
        for module in (ROOT / room).rglob("*.py"):
            text = module.read_text("utf-8")
            found |= {name for each in CALLS for name in re.findall(each, text)}
    return found


def test_each_recorded_action_has_its_words():
    assert recorded_actions() - WORDS.keys() == set()


def test_an_action_without_words_is_spaced_out():
    assert word_of("thing_done") == "thing done"


@pytest.mark.parametrize(
    ("action", "tone"),
    [
        ("admission_decided", "warn"),
        ("prices_released", "acc"),
        ("token_revoked", "bad"),
        ("report_frozen", ""),
        ("", ""),
    ],
)
def test_the_last_word_gives_the_tone(action, tone):
    assert tone_of(action) == tone


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({}, ""),
        ({"before": [], "after": ["x"]}, "none → x"),
        (
            {"lead_time": 3, "late": True, "note": None},
            "lead time: 3 · late: yes · note: none",
        ),
        (
            {"before": {"city": "", "parts": None}, "after": {"city": "Jinan"}},
            "city Jinan",
        ),
        ({"after": {"city": "B"}, "before": {"city": "A"}}, "city A → city B"),
        ({"sha256": "0123abcd" * 8}, "sha256: 0123abcd…abcd"),
        ({"lines": [{"a": 1, "b": False}]}, "lines: a 1, b no"),
    ],
)
def test_details_are_told_in_one_line(details, words):
    assert details_in_words(details) == words


def test_columns_are_named_as_their_forms_name_them():
    with override("zh-hans"):
        told = details_in_words({"before": {}, "after": {"city": "Jinan"}})

    assert told == "城市 Jinan"
