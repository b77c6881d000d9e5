"""A common word stays a common word with digits and marks around it."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError


@pytest.mark.parametrize(
    "password",
    [
        "Password2026!",
        "welcome12345",
        "2026-sunshine-2026",
        "administrator1",
        "Procurement2026",
        "123456789012345",
    ],
)
def test_a_common_word_with_digits_is_refused(password):
    with pytest.raises(ValidationError):
        validate_password(password)


@pytest.mark.parametrize(
    "password",
    [
        "correct horse battery",
        "7 Kühe im Schnee",
        "xK9#pQ2$vL5m",
        "我的密码是一句很长的话吗",
    ],
)
def test_a_sentence_or_a_random_one_is_taken(password):
    validate_password(password)
