import pytest
from django.utils.translation import override

from scoring.reports.failures import FailureReason, ReportFailedError


@pytest.mark.parametrize("reason", list(FailureReason))
def test_each_reason_has_its_own_sentence_in_each_language(reason):
    error = ReportFailedError(reason, "seen in the log")

    with override("en"):
        english = error.sentence
    with override("zh-hans"):
        chinese = error.sentence

    assert english.endswith(".")
    assert chinese.endswith("。")
    assert "seen in the log" not in english


def test_log_names_reason_and_detail():
    assert str(ReportFailedError(FailureReason.CRASHED, "exit code -9")) == (
        "crashed: exit code -9"
    )
    assert str(ReportFailedError(FailureReason.TIME_LIMIT)) == "time_limit"
