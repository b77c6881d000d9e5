"""Which passwords are too easy, beyond what Django refuses."""

from typing import Any, Final, override

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

AROUND: Final = "0123456789 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
OURS: Final = frozenset({"procurement", "gpuprocurement", "benchmark", "evaluation"})


class CommonWordValidator(CommonPasswordValidator):
    """Refuses a common word, however many digits and marks stand around it."""

    @override
    def validate(self, password: str, user: Any = None) -> None:
        word = password.lower().strip(AROUND)
        if not word or word in OURS or word in self.passwords:
            raise ValidationError(
                _("This is a common word with digits or marks around it."),
                code="password_common_word",
            )
