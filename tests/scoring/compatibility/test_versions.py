import pytest

from scoring.compatibility.versions import is_at_least, release_of, version
from scoring.figures.errors import InputError


def test_versions_compare_as_whole_numbers():
    assert sorted(["2.10", "2.9", "2.14"], key=version) == ["2.9", "2.10", "2.14"]
    assert version("12.8 Update 1") > version("12.8 GA")


@pytest.mark.parametrize(
    ("own", "needed", "expected"),
    [
        ("580.65.06", "580.65.06", True),
        ("580.65", "580.65.06", False),
        ("9.0", "9", True),
        ("9", "9.0", True),
        ("8.9", "9.0", False),
    ],
)
def test_missing_parts_count_as_zero(own, needed, expected):
    assert is_at_least(own, needed) is expected


def test_a_release_is_major_and_minor():
    assert release_of("12.6 Update 2") == (12, 6)
    assert release_of("7") == (7, 0)


def test_a_word_is_no_version():
    with pytest.raises(InputError) as raised:
        version("latest")

    assert raised.value.code == "not_a_version"
