"""Every reason of the arithmetic has its sentence, and every sentence its reason."""

import re
from decimal import Decimal

import pytest
from django.utils import translation

from scoring.mcda.reasons import ReasonCode, reason
from scoring.selectors.rankings.matrices import read_matrix
from scoring.selectors.rankings.reasons import (
    SENTENCES,
    candidate_names,
    sentence,
)

PARAMS = {
    "candidate": "17",
    "count": 2,
    "criterion": "1.2",
    "difference": Decimal("-0.5"),
    "evaluator": "4711",
    "expected": "rubric",
    "key": "4711",
    "kind": "candidate",
    "open": 4,
    "places": 4,
    "quorum": 2,
    "required": 227,
    "rule": "band",
    "scored": 1,
    "total": 6,
}


def test_reasons_and_sentences_match_in_both_directions():
    assert set(SENTENCES) == set(ReasonCode)


@pytest.mark.parametrize("code", ReasonCode)
def test_each_sentence_is_whole_and_shows_no_key(code):
    words = sentence(reason(code, **PARAMS), {"17": "Dell XE9680"})

    assert re.fullmatch(r"[A-Z0-9].*\.", words)
    assert "%(" not in words
    assert "4711" not in words
    assert "17" not in words


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            reason(ReasonCode.CELLS_OPEN, open=3, required=227),
            "3 of 227 scores are still owed.",
        ),
        (
            reason(ReasonCode.MODERATION_OPEN, open=4, total=6),
            "Moderation is open: 4 of 6 cells lie too far apart.",
        ),
        (
            reason(ReasonCode.UNDER_REVIEW, candidate="17"),
            "Dell XE9680 is under review.",
        ),
        (
            reason(ReasonCode.PRICE_CRITERIA_SEVERAL, count=2),
            "There are 2 price criteria; one is allowed.",
        ),
        (
            reason(ReasonCode.NUMBER_INVALID, candidate="17", criterion="1.1"),
            (
                "A number is not finite, or of a size that means nothing "
                "(Dell XE9680, 1.1)."
            ),
        ),
    ],
)
def test_sentences_name_what_they_speak_of(found, words):
    assert sentence(found, {"17": "Dell XE9680"}) == words


def test_a_candidate_that_the_reader_may_not_know_of_is_not_named(story):
    matrix = read_matrix(story.evaluation, story.version)
    inspur = story.candidates["C"]
    found = reason(ReasonCode.UNDER_REVIEW, candidate=str(inspur.pk))

    hidden = candidate_names(matrix, frozenset({inspur.vendor_id}))

    assert (
        sentence(found, candidate_names(matrix)) == "Inspur NF5688M7 is under review."
    )
    assert sentence(found, hidden) == (
        "A candidate that is not shown to you is under review."
    )


def test_sentences_are_said_in_the_language_in_force():
    with translation.override("zh-hans"):
        found = sentence(reason(ReasonCode.PRICE_MISSING), {})

    assert found == "没有评审价。"
