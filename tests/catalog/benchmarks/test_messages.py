import re

from catalog.benchmarks.messages import MESSAGES


def test_every_sentence_ends_with_a_full_stop_and_fills_without_an_error():
    for rule, message in MESSAGES.items():
        names = set(re.findall(r"%\((\w+)\)s", message.text))

        assert message.text.endswith("."), rule
        assert (message.text % dict.fromkeys(names, "x")).count("x") >= len(names), rule
