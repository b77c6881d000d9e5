import pytest

from scoring.claims.finding import Finding, Verdict, not_known


@pytest.mark.parametrize(
    ("verdict", "flagged"),
    [
        (Verdict.HOLDS, False),
        (Verdict.WRONG, True),
        (Verdict.NEEDS_EVIDENCE, True),
        (Verdict.UNKNOWN, False),
    ],
)
def test_wrong_and_doubtful_claims_are_flagged(verdict, flagged):
    assert Finding(verdict=verdict).is_flagged is flagged


def test_without_data_a_claim_is_unknown():
    assert not_known("sheet") == Finding(verdict=Verdict.UNKNOWN, source="sheet")
