"""Why a report could not be drawn, in a code and in a sentence."""

from enum import StrEnum

from django.utils.translation import gettext as _


class FailureReason(StrEnum):
    """A stable code: the job stores it, tests compare it."""

    INVALID_SNAPSHOT = "invalid_snapshot"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    TOO_LARGE = "too_large"
    TOO_COMPLEX = "too_complex"
    NO_FONT = "no_font"
    CRASHED = "crashed"


class ReportFailedError(Exception):
    """The PDF was not made; ``detail`` is for the log, ``sentence`` for the reader."""

    def __init__(self, reason: FailureReason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail

    @property
    def sentence(self) -> str:
        """Say what happened in the language in force."""
        return {
            FailureReason.INVALID_SNAPSHOT: _(
                "The frozen data contradict themselves, so nothing was printed."
            ),
            FailureReason.TIME_LIMIT: _("The PDF took longer than allowed."),
            FailureReason.MEMORY_LIMIT: _("The PDF needed more memory than allowed."),
            FailureReason.TOO_LARGE: _("The report is too long for a PDF."),
            FailureReason.TOO_COMPLEX: _("The report is nested too deeply for a PDF."),
            FailureReason.NO_FONT: _(
                "No Chinese font is installed here; the package fonts-noto-cjk has one."
            ),
            FailureReason.CRASHED: _("The process that draws the PDF ended early."),
        }[self.reason]
