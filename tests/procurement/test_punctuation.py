import pytest
from django.utils import translation

from procurement.punctuation import (
    colon,
    comma,
    labelled,
    listed,
    sentences,
    strung,
)

CHINESE = {
    "listed": (lambda: listed(["K1", "K2"]), "K1、K2"),
    "strung": (lambda: strung(["29.6 min", "", "HPE"]), "29.6 min，HPE"),
    "labelled": (lambda: labelled("K1", "HPE"), "K1：HPE"),
    "sentences": (lambda: sentences(["无价格。", "", "无方案。"]), "无价格。无方案。"),
    "comma": (comma, "，"),
    "colon": (colon, "："),
}


@pytest.mark.parametrize("said", CHINESE)
def test_chinese_has_its_own_marks(said):
    say, expected = CHINESE[said]

    with translation.override("zh-hans"):
        assert say() == expected


def test_nothing_joined_is_nothing():
    assert [listed([]), strung([]), strung([""]), sentences([""])] == [""] * 4
