from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from catalog.benchmarks.sources import Entry
from catalog.benchmarks.training.log import MOST_EVALUATIONS, read_log
from tests.catalog.benchmarks.log_files import START, log_line, run_lines


@pytest.fixture
def log_of(tmp_path):
    def read(content):
        path = tmp_path / "result_0.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_log(Entry(name="result_0.txt", path=path, origin="result_0.txt"))

    return read


def rules(log):
    return [item.rule for item in log.findings]


def test_the_facts_of_a_plain_log_are_read(log_of):
    log = log_of("\n".join(run_lines(25)))

    assert log.text("submission_benchmark") == "llama2_70b_lora"
    assert log.moments == {"run_start": START, "run_stop": START + 1_500_000}
    assert log.status == "success"
    assert log.number("train_samples") == 3901
    assert log.evaluations[0].values == {"eval_accuracy": 0.92}
    assert log.evaluations[0].counts == {"samples_count": 3072}
    assert log.log_lines == 13
    assert rules(log) == []


@pytest.mark.parametrize(
    "prefix",
    [
        "0: ",
        "[0] ",
        "node01: NCCL INFO ",
        "\x1b[A^[[A",
        "\r 45%|####5     | 12/27 [00:01]",
        "Processing ",
        ":::MLLOG {broken ",
    ],
)
def test_what_stands_before_the_last_token_is_ignored(log_of, prefix):
    log = log_of("\n".join(prefix + line for line in run_lines(25)))

    assert log.moments["run_stop"] == START + 1_500_000
    assert rules(log) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_gives_the_same_log(log_of, end):
    log = log_of(end.join(run_lines(25)))

    assert log.log_lines == 13
    assert log.moment_lines == {"run_start": 11, "run_stop": 13}


def test_bytes_of_another_encoding_do_no_harm(log_of):
    content = b"\xe2\x96\xff\xfe " + "\n".join(run_lines(25)).encode() + b"\xff\n"

    assert log_of(content).log_lines == 13


def test_a_utf8_name_is_read_as_utf8(log_of):
    line = ':::MLLOG {"key": "submission_org", "value": "浪潮", "metadata": {}}'

    assert log_of(line).text("submission_org") == "浪潮"


def test_a_line_that_does_not_decode_is_found_with_its_number(log_of):
    log = log_of(f"noise\n{log_line('seed', 1)}\n:::MLLOG {{'key': 1}}\n")

    assert [(item.rule, item.line) for item in log.findings] == [
        ("log/corrupt-json", 3)
    ]


@pytest.mark.parametrize(
    "payload",
    [
        "[" * 100_000,
        '{"a":' * 50_000,
        '{"key": "seed", "value": ' + "9" * 5000 + "}",
        "[]",
        "1",
        '{"value": 1}',
        '{"key": 5}',
        '{"key": "a\x00b"}',
    ],
)
def test_hostile_json_is_a_finding_and_no_exception(log_of, payload):
    assert rules(log_of(f":::MLLOG {payload}\n")) == ["log/corrupt-json"]


@pytest.mark.parametrize(
    "value", ["NaN", "Infinity", "1e999", "-1e999", '"0.9"', "null"]
)
def test_a_quality_that_is_no_finite_number_is_left_out(log_of, value):
    line = f'{{"key": "eval_accuracy", "value": {value}, "metadata": {{}}}}'

    log = log_of(f":::MLLOG {line}")

    assert log.evaluations == []
    assert rules(log) == ["log/not-a-number"]


@pytest.mark.parametrize(
    "moment", ['"1790000000000"', "NaN", "true", "null", "9" * 400]
)
def test_a_time_that_is_no_number_is_no_time(log_of, moment):
    log = log_of(f':::MLLOG {{"key": "run_start", "time_ms": {moment}, "value": 1}}')

    assert log.moments == {"run_start": None}


def test_the_first_value_counts_and_a_different_one_is_remarked(log_of):
    lines = [
        log_line("submission_org", "First"),
        log_line("submission_org", "First"),
        log_line("submission_org", "Second"),
        log_line("seed", 1),
        log_line("seed", 2),
        log_line("run_start", time_ms=START),
        log_line("run_start", time_ms=START + 5),
    ]

    log = log_of("\n".join(lines))

    assert log.text("submission_org") == "First"
    assert log.moments["run_start"] == START
    assert [(item.rule, item.line) for item in log.findings] == [
        ("log/values-differ", 3),
        ("log/repeated", 7),
    ]


def test_the_old_format_counts_seconds(log_of):
    log = log_of(
        ':::MLL 0.0 submission_benchmark: {"value": "resnet", "metadata": {}}\n'
        ':::MLL 1558420845.819 run_start: {"value": null, "metadata": {}}\n'
        ":::MLL 1558423379.276 run_stop: "
        '{"value": null, "metadata": {"status": "success"}}\n'
    )

    assert log.is_old_format
    assert log.text("submission_benchmark") == "resnet"
    assert log.moments["run_stop"] - log.moments["run_start"] == Fraction(2_533_457)
    assert log.status == "success"


@pytest.mark.parametrize(
    "line", [":::MLL 1.2.3 run_start: {}", ":::MLL x run_start: {}", ":::MLL 1 a {}"]
)
def test_a_broken_line_of_the_old_format_does_not_decode(log_of, line):
    assert rules(log_of(line)) == ["log/corrupt-json"]


def test_objects_and_named_metrics_become_values_by_metric(log_of):
    lines = [
        log_line("eval_accuracy", {"BBOX": 0.378, "SEGM": 0.34}, epoch_num=12),
        log_line("eval_accuracy", 88.5, metric="FID", samples_count=512_000),
    ]

    first, second = log_of("\n".join(lines)).evaluations

    assert (first.values, first.counts) == (
        {"BBOX": 0.378, "SEGM": 0.34},
        {"epoch_num": 12},
    )
    assert second.values == {"FID": 88.5}


def test_reported_throughput_is_averaged_from_both_kinds_of_lines(log_of):
    lines = [
        log_line("tracked_stats", {"throughput": 10, "validation_throughput": 99}),
        log_line("tracked_stats", {"imgs_sec": 20.0}),
        log_line("throughput", 30),
        log_line("tracked_stats", {"throughput": float("nan")}),
        log_line("tracked_stats", "text"),
    ]

    log = log_of("\n".join(lines))

    assert (log.reported_sum, log.reported_count) == (60, 3)


def test_endless_measurements_are_held_in_bounds(log_of):
    lines = [log_line("eval_accuracy", n, samples_count=n) for n in range(1200)]

    log = log_of("\n".join(lines))

    assert len(log.evaluations) == MOST_EVALUATIONS
    assert log.evaluations[-1].values == {"eval_accuracy": 1199}


def test_endless_log_lines_are_read_up_to_a_limit(log_of, monkeypatch):
    monkeypatch.setattr("catalog.benchmarks.training.log.MOST_LOG_LINES", 5)

    log = log_of("\n".join(run_lines(25)))

    assert log.log_lines == 5
    assert [(item.rule, item.line) for item in log.findings] == [
        ("log/too-many-lines", 6)
    ]


def test_a_log_line_beyond_all_measure_is_found_and_not_held(log_of):
    log = log_of(b":::MLLOG " + b"x" * (3 << 20) + b"\n:::MLLOG {}")

    assert [(item.rule, item.line) for item in log.findings] == [
        ("log/line-too-long", 1),
        ("log/corrupt-json", 2),
    ]


def test_a_line_of_another_logger_with_a_like_token_is_passed_over(log_of):
    assert rules(log_of(":::MLLOG\t{}\n:::MLLx 1 a: {}\n")) == ["log/no-lines"]


def test_a_file_without_a_log_line_says_so(log_of):
    assert rules(log_of(b"")) == ["log/no-lines"]
    assert rules(log_of(b"\x00" * 100_000)) == ["log/no-lines"]


def test_a_file_that_cannot_be_opened_is_a_finding(tmp_path):
    log = read_log(Entry(name="result_0.txt", path=tmp_path, origin="x"))

    assert rules(log) == ["file/unreadable"]


TOKENS = st.sampled_from(
    [b":::MLLOG ", b":::MLL ", b"{", b'"key":', b'"run_start"', b"\r"]
)


@given(st.lists(st.one_of(TOKENS, st.binary(max_size=20))))
def test_any_bytes_are_read_without_an_exception(tmp_path_factory, pieces):
    path = tmp_path_factory.mktemp("any") / "result_0.txt"
    path.write_bytes(b"".join(pieces))

    assert read_log(Entry(name="result_0.txt", path=path, origin="x")).sha256
