"""Where other people's files lie beside a checkout, for the tests that read them."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3].parent / "shared" / "samples"
TRAINING = SHARED / "mlperf_training"
TELEMETRY = SHARED / "telemetry"

needs_samples = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the shared samples are not beside this checkout"
)
