from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.gpus import Gpu, Server
from scoring.sizing.precisions import Precision
from tests.scoring.sizing.models import ASCEND, GPUS, H100


def test_16_bit_is_bf16_or_else_fp16():
    assert H100.dense_16_bit == Decimal("989.4")
    assert GPUS["NVIDIA V100 SXM2 32GB"].dense_16_bit == 125
    assert ASCEND.dense_16_bit is None
    assert not ASCEND.has_16_bit


def test_an_unpublished_format_is_none():
    assert GPUS["NVIDIA A100 SXM4 80GB"].dense(Precision.FP8) is None


def test_a_server_holds_gpus():
    with pytest.raises(InputError):
        Server(name="empty", gpu=Gpu(name="x"), gpus=0)
