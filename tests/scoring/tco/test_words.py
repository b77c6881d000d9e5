from scoring.tco.words import gettext_noop


def test_text_is_marked_and_not_changed():
    assert gettext_noop("Power") == "Power"
