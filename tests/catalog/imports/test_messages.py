"""Each fault has its sentence, and each sentence can be filled in."""

import re

from catalog.imports.messages import MESSAGES, Fault


def test_each_fault_has_a_sentence():
    assert set(MESSAGES) == set(Fault)


def test_each_sentence_can_be_filled_in():
    for sentence in MESSAGES.values():
        names = re.findall(r"%\((\w+)\)s", sentence)
        filled = sentence % dict.fromkeys(names, "x")
        assert "%(" not in filled
        assert filled.endswith(".")
