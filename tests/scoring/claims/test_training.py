from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.claims.finding import Reason, Verdict
from scoring.claims.training import (
    PublishedRate,
    check_parameter_memory,
    check_recompute_saving,
    check_training_days,
    check_utilisation,
)
from scoring.sizing.durations import FlopsBasis, Training
from scoring.sizing.memory.activations import Recompute
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import A100, ASCEND

D = Decimal
GPT3 = Training(parameters=174_600_000_000, tokens=300_000_000_000, goodput=D(1))
RATE = PublishedRate(
    flops=D(140 * 10**12),
    basis=FlopsBasis.HARDWARE,
    recompute=Recompute.FULL,
    source="section 5.1",
)


@pytest.mark.parametrize(
    ("days", "gpus", "reasons"),
    [
        ("34", 1024, ()),
        ("60", 1024, (Reason.DIFFERS,)),
        ("15", 1024, (Reason.UNUSUAL_UTILISATION,)),
        ("5", 1024, (Reason.IMPOSSIBLE_UTILISATION,)),
        ("4330", 8, (Reason.DOES_NOT_FIT,)),
        ("35", 8, (Reason.IMPOSSIBLE_UTILISATION, Reason.DOES_NOT_FIT)),
    ],
)
def test_days_are_held_against_peak_rate_and_memory(days, gpus, reasons):
    finding = check_training_days(D(days), GPT3, A100, gpus, RATE)

    assert finding.reasons == reasons
    for figure in finding.right:
        assert_unfolds(figure)


def test_a_doubtful_utilisation_asks_for_evidence():
    finding = check_training_days(D(15), GPT3, A100, 1024, RATE)

    assert finding.verdict is Verdict.NEEDS_EVIDENCE


def test_a_rate_of_model_flops_counts_six():
    model = replace(RATE, basis=FlopsBasis.MODEL)

    finding = check_training_days(D(34), GPT3, A100, 1024, model)

    assert round(finding.right[0].value, 1) == D("25.4")
    assert_unfolds(finding.right[0])


def test_without_a_peak_nothing_is_said():
    assert check_training_days(D(1), GPT3, ASCEND, 8, RATE).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("claimed", "verdict"),
    [
        ("0.45", Verdict.HOLDS),
        ("0.92", Verdict.NEEDS_EVIDENCE),
        ("1.2", Verdict.WRONG),
    ],
)
def test_utilisations_above_what_was_published(claimed, verdict):
    assert check_utilisation(D(claimed)).verdict is verdict


def test_parameters_take_their_bytes():
    right = check_parameter_memory(D("1.36") * 10**9, 340_000_000, D(4))

    assert right.verdict is Verdict.HOLDS
    assert_unfolds(right.right[0])


def test_recompute_does_not_shrink_states():
    possible = check_recompute_saving(D(4 * 10**12), D(3 * 10**12), 175 * 10**9)

    assert possible.verdict is Verdict.HOLDS
    assert possible.right[0].value == D(2_800 * 10**9)
