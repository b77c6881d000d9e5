"""Writes small MLPerf logs for the tests, in the published format."""

import json

START = 1_790_000_000_000


def log_line(key, value=None, *, time_ms=START, **metadata):
    record = {
        "namespace": "",
        "time_ms": time_ms,
        "event_type": "POINT_IN_TIME",
        "key": key,
        "value": value,
        "metadata": {"file": "train.py", "lineno": 1, **metadata},
    }
    return f":::MLLOG {json.dumps(record)}"


def run_lines(
    minutes=25.0,
    *,
    benchmark="llama2_70b_lora",
    start=START,
    status="success",
    quality=0.92,
    seed=1,
    division="closed",
):
    stop = start + round(minutes * 60_000)
    return [
        log_line("submission_benchmark", benchmark, time_ms=start - 9000),
        log_line("submission_org", "Example", time_ms=start - 9000),
        log_line("submission_division", division, time_ms=start - 9000),
        log_line("submission_platform", "Example 8x", time_ms=start - 9000),
        log_line("submission_status", "onprem", time_ms=start - 9000),
        log_line("init_start", time_ms=start - 8000),
        log_line("seed", seed, time_ms=start - 7000),
        log_line("global_batch_size", 8, time_ms=start - 7000),
        log_line("train_samples", 3901, time_ms=start - 7000),
        log_line("init_stop", time_ms=start - 1000),
        log_line("run_start", time_ms=start),
        log_line("eval_accuracy", quality, time_ms=stop - 1, samples_count=3072),
        log_line("run_stop", time_ms=stop, status=status),
    ]


def write_run(folder, number, *, lines=None, **settings):
    folder.mkdir(parents=True, exist_ok=True)
    if lines is None:
        start = START + number * 10_000_000
        lines = run_lines(start=start, seed=number, **settings)
    path = folder / f"result_{number}.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_runs(folder, minutes, **settings):
    for number, taken in enumerate(minutes):
        write_run(folder, number, minutes=taken, **settings)
    return folder
