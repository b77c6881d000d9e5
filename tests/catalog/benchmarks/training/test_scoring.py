from fractions import Fraction

from hypothesis import given, strategies as st

from catalog.benchmarks.result import Outcome
from catalog.benchmarks.training.rulesets import BENCHMARKS, Benchmark
from catalog.benchmarks.training.scoring import score_runs

RESNET, UNET, GPT = BENCHMARKS["resnet"], BENCHMARKS["unet3d"], BENCHMARKS["gpt3"]


def runs(*minutes):
    return {
        f"result_{number}.txt": None if taken is None else Fraction(taken)
        for number, taken in enumerate(minutes)
    }


def test_the_fastest_and_the_slowest_drop():
    score = score_runs(RESNET, runs(5, 1, 3, 2, 4))

    assert score.olympic_mean == score.mean == 3
    assert score.verdict is None
    assert [score.outcomes[f"result_{n}.txt"] for n in range(5)] == [
        Outcome.DROPPED_SLOWEST,
        Outcome.DROPPED_FASTEST,
        Outcome.COUNTED,
        Outcome.COUNTED,
        Outcome.COUNTED,
    ]


def test_a_run_that_failed_takes_the_place_of_the_slowest():
    score = score_runs(RESNET, runs(5, 1, None, 2, 4))

    assert score.olympic_mean == Fraction(11, 3)
    assert score.outcomes["result_2.txt"] is Outcome.FAILED
    assert score.outcomes["result_0.txt"] is Outcome.COUNTED


def test_more_failures_than_may_drop_leave_no_score():
    score = score_runs(RESNET, runs(5, 1, None, 2, None))

    assert score.olympic_mean is None
    assert score.mean is None
    assert score.verdict.rule == "set/too-many-failed"


def test_three_runs_leave_the_middle_one():
    assert score_runs(GPT, runs(9, 1, 4)).olympic_mean == 4


def test_unet_drops_four_at_each_end():
    assert score_runs(UNET, runs(*range(40))).olympic_mean == Fraction(39, 2)
    failed = [None] * 4 + list(range(36))
    assert score_runs(UNET, runs(*failed)).olympic_mean == Fraction(39, 2)
    assert score_runs(UNET, runs(*[None] * 5, *range(35))).mean is None


def test_missing_files_give_the_plain_mean_and_no_official_score():
    score = score_runs(RESNET, runs(1, 2, 6))

    assert score.olympic_mean is None
    assert score.mean == 3
    assert score.verdict.text == "3 of 5 runs: the plain mean, not an official score."


def test_missing_files_with_one_failure_average_those_that_converged():
    assert score_runs(RESNET, runs(1, None, 6)).mean == Fraction(7, 2)
    assert score_runs(RESNET, runs(None)).mean is None


def test_more_files_than_required_all_count():
    assert score_runs(RESNET, runs(1, 2, 3, 4, 5, 6)).olympic_mean == Fraction(7, 2)


def test_a_duplicate_is_no_run():
    score = score_runs(RESNET, runs(1, 2, 3, 4, 5), ["result_4.txt"])

    assert score.verdict.rule == "set/files-missing"
    assert score.mean == Fraction(5, 2)
    assert score.outcomes["result_4.txt"] is Outcome.DUPLICATE


def test_when_nothing_is_left_after_dropping_there_is_no_score():
    lonely = Benchmark("lonely", 1, (5, 0), (5, 0))

    score = score_runs(lonely, runs(7))

    assert score.mean is None
    assert score.verdict.text == "No run is left after dropping: no score."


@given(st.lists(st.integers(1, 10_000), min_size=5, max_size=5), st.integers(1, 100))
def test_the_score_lies_between_the_runs_and_scales_with_them(minutes, factor):
    score = score_runs(RESNET, runs(*minutes)).mean

    assert min(minutes) <= score <= max(minutes)
    assert (
        score_runs(RESNET, runs(*[m * factor for m in minutes])).mean == score * factor
    )
    assert score_runs(RESNET, runs(*reversed(minutes))).mean == score
