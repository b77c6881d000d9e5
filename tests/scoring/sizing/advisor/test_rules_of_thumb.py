import pytest

from scoring.figures.errors import InputError
from scoring.sizing.advisor.rules_of_thumb import rule_of_thumb

BILLION = 10**9


@pytest.mark.parametrize(
    ("parameters", "code", "inference", "training"),
    [
        (2 * BILLION, "small", True, True),
        (11 * BILLION, "small", True, False),
        (13 * BILLION, "medium", True, False),
        (70 * BILLION, "medium", False, False),
        (175 * BILLION, "large", None, None),
    ],
)
def test_rules_hold_for_inference_at_best(parameters, code, inference, training):
    check = rule_of_thumb(parameters)

    assert check.rule.code == code
    assert check.holds_for_inference is inference
    assert check.holds_for_training is training


def test_the_numbers_stand_beside_the_rule():
    check = rule_of_thumb(11 * BILLION)

    assert check.weights.value == 22 * BILLION
    assert check.state_bytes == 176 * BILLION


def test_a_model_has_a_size():
    with pytest.raises(InputError):
        rule_of_thumb(0)
