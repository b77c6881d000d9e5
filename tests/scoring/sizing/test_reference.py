from decimal import Decimal

from scoring.sizing.precisions import Precision
from tests.scoring.sizing.models import GPUS, H100


def test_dense_and_sparse_figures_stay_apart():
    assert H100.dense(Precision.FP8) == Decimal("1978.9")
    assert H100.sparse_tflops[Precision.FP8] == Decimal("3957.8")
    assert H100.dense(Precision.FP64) == Decimal("66.9")
    assert H100.link_gbs == 900
    assert H100.pcie_gen == 5
    assert H100.memory_visible_mib == 81559


def test_all_shipped_gpus_are_taken_over():
    assert len(GPUS) == 45
    for gpu in GPUS.values():
        for precision, sparse in gpu.sparse_tflops.items():
            dense = gpu.dense(precision)
            assert dense is None or dense < sparse
