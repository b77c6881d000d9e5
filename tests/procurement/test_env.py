"""What the environment says is read strictly, and refused in a sentence."""

import pytest

from procurement import env
from procurement.env import SettingError

NAME = "A_SETTING_OF_THE_TEST"


@pytest.fixture
def given(monkeypatch):
    """Put a value, or the file of one, into the environment."""

    def put(value, suffix=""):
        monkeypatch.setenv(NAME + suffix, str(value))

    return put


def test_a_missing_text_takes_its_default_or_is_asked_for():
    assert env.text(NAME, "x") == "x"
    with pytest.raises(SettingError, match=f"^Set the environment variable {NAME}.$"):
        env.text(NAME)


def test_a_given_text_is_taken_as_it_is(given):
    given(" a b ")

    assert env.text(NAME, "x") == " a b "


@pytest.mark.parametrize(("value", "read"), [("true", True), ("false", False)])
def test_a_switch_is_true_or_false(given, value, read):
    assert env.boolean(NAME, default=not read) is not read

    given(value)

    assert env.boolean(NAME, default=not read) is read


@pytest.mark.parametrize("value", ["", "True", "1", "yes", "on", " true", "0"])
def test_any_other_switch_is_refused(given, value):
    given(value)

    with pytest.raises(SettingError) as refusal:
        env.boolean(NAME, default=False)
    assert str(refusal.value) == f"{NAME} must be 'true' or 'false', not {value!r}."


@pytest.mark.parametrize(("value", "read"), [("0", 0), ("-3", -3), ("007", 7)])
def test_a_whole_number_is_read(given, value, read):
    assert env.integer(NAME, 5) == 5

    given(value)

    assert env.integer(NAME, 5) == read


@pytest.mark.parametrize(
    "value",
    ["", " 1", "1_000", "1.0", "1e3", "NaN", "+1", "0x10", "\uff11", "9" * 5000],
)
def test_any_other_number_is_refused(given, value):
    given(value)

    with pytest.raises(SettingError) as refusal:
        env.integer(NAME, 5)
    assert str(refusal.value) == f"{NAME} must be a whole number, not {value!r}."


@pytest.mark.parametrize(
    ("value", "read"), [("", []), (" , ", []), ("a", ["a"]), ("a, b,,c ", [*"abc"])]
)
def test_a_list_is_parted_by_commas(given, value, read):
    assert env.words(NAME, "x,y") == ["x", "y"]

    given(value)

    assert env.words(NAME, "x,y") == read


def test_a_secret_comes_from_its_file_before_the_environment(given, tmp_path):
    file = tmp_path / "secret"
    file.write_text(" sesame\n", encoding="utf-8")
    given("other")
    assert env.secret(NAME) == "other"

    given(file, "_FILE")

    assert env.secret(NAME) == "sesame"


def test_a_missing_secret_takes_its_default_or_is_asked_for(given):
    assert env.secret(NAME, "x") == "x"
    with pytest.raises(SettingError, match="Set the environment variable"):
        env.secret(NAME)


def test_a_file_that_can_not_be_read_is_said(given, tmp_path):
    given(tmp_path / "missing", "_FILE")
    with pytest.raises(SettingError, match=f"{NAME}_FILE names can't be read"):
        env.secret(NAME, "x")

    (tmp_path / "binary").write_bytes(b"\xff")
    given(tmp_path / "binary", "_FILE")
    with pytest.raises(SettingError, match=f"{NAME}_FILE names can't be read"):
        env.secret(NAME, "x")
