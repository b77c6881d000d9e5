from decimal import Decimal

from scoring.mcda.reasons import InvalidInputError, Reason, ReasonCode, reason


def test_a_reason_gives_its_parameters_by_name():
    late = reason(ReasonCode.CELLS_OPEN, open=2, required=Decimal(9))

    assert late.values == {"open": 2, "required": 9}
    assert hash(late) == hash(reason(ReasonCode.CELLS_OPEN, open=2, required=9))


def test_a_refusal_names_all_reasons():
    refusal = InvalidInputError(
        [
            reason(ReasonCode.NOTHING_WEIGHED),
            reason(ReasonCode.KEY_UNKNOWN, kind="criterion", key="9.9"),
        ]
    )

    assert str(refusal) == "nothing_weighed, key_unknown (kind=criterion key=9.9)"
    assert refusal.reasons[0] == Reason(ReasonCode.NOTHING_WEIGHED)
