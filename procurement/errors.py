"""Refusals that a person can read: a broken rule, a stale version."""

from collections.abc import Mapping


class RuleBrokenError(Exception):
    """Say which rule forbids what was asked, in words for the person who asked.

    The message is already in the reader's language. ``code`` is stable and never
    translated: the API sends it and tests compare it. ``field`` names the form or
    serializer field at fault, where there is one.

    >>> error = RuleBrokenError("Weights must sum to 100.", "weights_sum", "weight")
    >>> str(error), error.code, error.field
    ('Weights must sum to 100.', 'weights_sum', 'weight')
    """

    def __init__(self, message: str, code: str, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.field = field


class TooLargeError(RuleBrokenError):
    """Say that something sent is larger than may be; answered with 413."""


class ConflictError(RuleBrokenError):
    """Say that someone else saved first, and carry what they saved.

    ``saved`` holds the stored values by field name and ``version`` the version to
    send with the next attempt, so that a page can show both and let the person
    choose.

    >>> error = ConflictError("Saved by another tab.", saved={"score": 4}, version=3)
    >>> error.code, dict(error.saved), error.version
    ('stale_version', {'score': 4}, 3)
    """

    def __init__(
        self,
        message: str,
        *,
        saved: Mapping[str, object],
        version: int | None = None,
        code: str = "stale_version",
    ) -> None:
        super().__init__(message, code)
        self.saved = saved
        self.version = version
