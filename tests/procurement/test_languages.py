import pytest
from django.utils import translation

from procurement.languages import reader_language


@pytest.mark.parametrize(
    ("active", "spoken"),
    [("zh-hans", "zh-hans"), ("zh-cn", "zh-hans"), ("en-gb", "en"), ("de", "en")],
)
def test_each_language_is_answered_in_one_of_the_two(active, spoken):
    with translation.override(active):
        assert reader_language() == spoken


def test_no_language_at_all_is_english():
    with translation.override(None):
        assert reader_language() == "en"
