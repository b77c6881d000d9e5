"""Reads benchmark files from the command line, without Django or a database.

    python -m catalog.benchmarks PATH… --json [--columns timestamp,index,…]

prints one JSON array with a run set or a telemetry file as each item; remarks on
telemetry and on whole paths go to the error stream.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from catalog.benchmarks.findings import Finding
from catalog.benchmarks.options import ReadOptions
from catalog.benchmarks.registry import Reading, Result, read_path
from catalog.benchmarks.result import RunSetResult


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the paths, print the results, return the exit status."""
    chosen = _parser().parse_args(arguments)
    options = ReadOptions(
        columns=tuple(
            name.strip() for name in chosen.columns.split(",") if name.strip()
        ),
        now_ms=time.time_ns() // 1_000_000,
    )
    missing = [path for path in chosen.paths if not path.exists()]
    for path in missing:
        sys.stderr.write(f"{path}: there is no such file or folder\n")
    readings = [read_path(path, options) for path in chosen.paths if path.exists()]
    results = [result for reading in readings for result in reading.results]
    if chosen.json:
        items = [result.to_json() for result in results]
        sys.stdout.write(json.dumps(items, indent=1, allow_nan=False) + "\n")
    else:
        sys.stdout.writelines(f"{_summary(result)}\n" for result in results)
    for remark in _remarks(readings):
        place = ":".join(str(part) for part in (remark.file, remark.line) if part)
        sys.stderr.write(f"{place or 'all'}: {remark.rule}: {remark.text}\n")
    return 1 if missing else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m catalog.benchmarks",
        description="Read MLPerf Training results and nvidia-smi samples.",
    )
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--json", action="store_true", help="print one JSON array")
    parser.add_argument(
        "--columns",
        default="",
        help="columns of nvidia-smi samples without a header, parted by commas",
    )
    return parser


def _remarks(readings: Sequence[Reading]) -> Iterator[Finding]:
    for reading in readings:
        yield from reading.findings
        for item in reading.telemetry:
            yield from item.findings


def _summary(result: Result) -> str:
    if not isinstance(result, RunSetResult):
        return f"{result.path}: {result.rows} rows, {len(result.gpus)} GPUs"
    score = (
        "no score"
        if result.score_minutes is None
        else f"{result.score_minutes:.6f} min"
    )
    return f"{result.path}: {result.benchmark}, {score} ({result.reason or 'official'})"


if __name__ == "__main__":
    sys.exit(main())
