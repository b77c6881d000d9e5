from django.template import Context, Template
from django.utils import translation


def test_a_unit_is_said_in_the_readers_language():
    page = Template("{% load units %}{{ unit|unit_words }}")

    with translation.override("zh-hans"):
        assert page.render(Context({"unit": "weeks"})) == "周"
        assert page.render(Context({"unit": "kW"})) == "kW"
