"""GPU models are kept with dense and sparse apart; what is replaced stays readable."""

from decimal import Decimal

import pytest

from catalog.models import EarlierFigure, GpuModel, Manufacturer
from catalog.services.gpus import create_gpu, edit_gpu
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from tests.factories import make_manufacturer

SOURCED = {"source": "data sheet", "source_date": "2026-01", "verification": "fetched"}


def make(editor, **values):
    maker = values.pop("manufacturer", None) or make_manufacturer(name="NVIDIA")
    named = {"name": "NVIDIA B300", "manufacturer": maker}
    return create_gpu(by=editor, values=named | SOURCED | values)


def test_a_model_is_added_with_its_new_maker(editor):
    values = {"name": "Acme X1", "memory_gb": Decimal(96)} | SOURCED

    gpu = create_gpu(by=editor, values=values, maker="Acme")

    assert (gpu.slug, gpu.manufacturer.name) == ("acme-x1", "Acme")
    assert Manufacturer.objects.count() == 1
    actions = AuditEntry.objects.order_by("sequence").values_list("action", flat=True)
    assert list(actions) == ["manufacturer_created", "gpu_created"]


@pytest.mark.parametrize(
    ("dense", "sparse", "is_fine"),
    [("999", "1000", True), ("1000", "1000", True), ("1000", "999", False)],
)
def test_a_sparse_figure_below_the_dense_one_is_refused(editor, dense, sparse, is_fine):
    figures = {
        "fp8_dense_tflops": Decimal(dense),
        "fp8_sparse_tflops": Decimal(sparse),
    }

    if is_fine:
        assert make(editor, **figures).fp8_sparse_tflops == Decimal(sparse)
        return
    with pytest.raises(RuleBrokenError, match="exchanged") as refusal:
        make(editor, **figures)
    assert refusal.value.field == "fp8_sparse_tflops"
    assert not GpuModel.objects.exists()


@pytest.mark.parametrize("value", [0, -1])
def test_an_unknown_figure_is_never_zero(editor, value):
    with pytest.raises(RuleBrokenError, match="stays empty") as refusal:
        make(editor, tdp_watts=Decimal(value))

    assert refusal.value.field == "tdp_watts"


def test_without_a_source_nothing_is_stored(editor):
    with pytest.raises(RuleBrokenError, match="source"):
        make(editor, source=" ")

    assert not GpuModel.objects.exists()


def test_a_replaced_figure_stays_with_the_source_that_it_had(editor):
    gpu = make(editor, tdp_watts=Decimal("1100.0"), memory_gb=Decimal(288))
    values = {
        "tdp_watts": Decimal(1400),
        "memory_gb": Decimal("288.000"),
        "fp4_dense_tflops": Decimal(15000),
        "source": "errata",
        "source_date": "2026-06",
        "verification": "partly-fetched",
    }

    edit_gpu(by=editor, gpu=gpu, values=values)

    rows = EarlierFigure.objects.order_by("column")
    assert [(row.column, row.value, row.replaced_by) for row in rows] == [
        ("fp4_dense_tflops", "", "15000"),
        ("tdp_watts", "1100", "1400"),
    ]
    for row in rows:
        assert (row.source, row.source_date) == ("data sheet", "2026-01")
        assert (row.verification, row.gpu, row.sku) == ("fetched", gpu, None)
        assert (row.changed_by, row.changed_by_name) == (editor, "Edith Editor")


def test_saving_what_stands_there_keeps_and_tells_nothing(editor):
    gpu = make(editor, tdp_watts=Decimal(700))

    edit_gpu(by=editor, gpu=gpu, values={"tdp_watts": Decimal("700.0")} | SOURCED)

    assert not EarlierFigure.objects.exists()
    assert not AuditEntry.objects.filter(action="gpu_edited").exists()


def test_only_editors_keep_gpus(officer, editor):
    gpu = make(editor)

    maker = gpu.manufacturer
    with pytest.raises(PermissionRefusedError):
        make(officer, name="X", manufacturer=maker)
    with pytest.raises(PermissionRefusedError):
        edit_gpu(by=officer, gpu=gpu, values={"tdp_watts": Decimal(1)} | SOURCED)

    assert GpuModel.objects.get().tdp_watts is None
