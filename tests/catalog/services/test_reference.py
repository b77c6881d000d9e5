"""The shipped reference data in the tables: once, exact, sourced, audited."""

from decimal import Decimal

import pytest

from catalog.models import (
    CloudOffer,
    CudaRelease,
    EarlierFigure,
    FrameworkBuild,
    GpuModel,
    Manufacturer,
    ServerSku,
    Verification,
)
from catalog.services.reference import load_reference_data
from procurement.accounts.models import Console
from procurement.audit.models import AuditEntry
from procurement.permissions import PermissionRefusedError
from tests.factories import make_manufacturer

TABLES = [
    (GpuModel, 45),
    (ServerSku, 35),
    (CloudOffer, 62),
    (CudaRelease, 43),
    (FrameworkBuild, 62),
]


@pytest.mark.django_db
def test_every_row_is_loaded_once_however_often_it_is_asked_for():
    first = load_reference_data(by=Console())
    entries = AuditEntry.objects.count()
    second = load_reference_data(by=Console())

    assert [(model, model.objects.count()) for model, _ in TABLES] == TABLES
    assert [table.added for table in first] == [rows for _, rows in TABLES]
    assert [table.added for table in second] == [0, 0, 0, 0, 0]
    assert AuditEntry.objects.count() == entries == 5


@pytest.mark.django_db
def test_figures_source_date_and_mark_are_those_of_the_file():
    load_reference_data(by=Console())

    h200 = GpuModel.objects.get(slug="nvidia-h200-sxm-141gb")
    assert (h200.memory_gb, h200.tdp_watts) == (141, 700)
    assert h200.bf16_dense_tflops == Decimal("989.4")
    assert h200.fp4_dense_tflops is None
    assert h200.source
    assert h200.source_date
    ascend = GpuModel.objects.get(name="Huawei Ascend 910B")
    assert ascend.verification == Verification.UNRELIABLE
    assert not GpuModel.objects.filter(source="").exists()
    rtx = GpuModel.objects.get(name="NVIDIA GeForce RTX 4090")
    assert rtx.price_date == "2022-10 (launch MSRP)"


@pytest.mark.django_db
def test_a_server_is_joined_to_its_gpu_only_by_an_exact_name():
    load_reference_data(by=Console())

    servers = {server.name: server for server in ServerSku.objects.all()}
    assert servers["DGX H200"].gpu.name == "NVIDIA H200 SXM 141GB"
    assert servers["DGX H200"].memory_gb_per_node == 8 * 141
    assert servers["GB200 NVL72"].gpu.name == "NVIDIA GB200 (per GPU)"
    assert (servers["GB200 NVL72"].rack_units, servers["GB200 NVL72"].housing) == (
        None,
        "rack (48)",
    )
    assert servers["Cray XD670"].gpu is None
    assert servers["Cray XD670"].gpu_name == "H100/H200 SXM5"
    assert (servers["Cray XD670"].rack_units, servers["Cray XD670"].housing) == (5, "")


@pytest.mark.django_db
def test_a_missing_price_stays_missing():
    load_reference_data(by=Console())

    offer = CloudOffer.objects.get(provider="AWS", instance="g4dn.xlarge")
    assert offer.on_demand_usd_per_hour == Decimal("0.526")
    assert offer.spot_usd_per_hour is None


@pytest.mark.django_db
def test_a_correction_of_an_editor_stays_unless_the_shipped_figures_are_asked_for():
    load_reference_data(by=Console())
    uuid = ServerSku.objects.get(name="DGX H200").uuid
    GpuModel.objects.filter(slug="nvidia-t4").update(memory_gb=17)

    load_reference_data(by=Console())
    assert GpuModel.objects.get(slug="nvidia-t4").memory_gb == 17

    loaded = load_reference_data(by=Console(), replaces=True)
    assert GpuModel.objects.get(slug="nvidia-t4").memory_gb == 16
    assert [table.added for table in loaded] == [0, 0, 0, 0, 0]
    assert ServerSku.objects.get(name="DGX H200").uuid == uuid
    assert AuditEntry.objects.last().details["replaced"] == 62
    earlier = EarlierFigure.objects.get()
    assert (earlier.gpu.slug, earlier.column) == ("nvidia-t4", "memory_gb")
    assert (earlier.value, earlier.replaced_by) == ("17", "16")
    assert (earlier.changed_by, earlier.changed_by_name) == (None, "System")


@pytest.mark.django_db
def test_a_manufacturer_that_is_there_already_is_taken():
    own = make_manufacturer(name="nvidia", slug="own")

    load_reference_data(by=Console())

    assert GpuModel.objects.get(slug="nvidia-t4").manufacturer == own
    assert Manufacturer.objects.filter(name__iexact="nvidia").count() == 1


@pytest.mark.django_db
def test_the_audit_names_the_file_and_its_hash():
    load_reference_data(by=Console())

    entry = AuditEntry.objects.order_by("sequence").first()
    assert (entry.chain.name, entry.action) == ("organisation", "reference_data_loaded")
    assert (entry.subject_type, entry.subject_name) == (
        "catalog.gpumodel",
        "gpu models",
    )
    assert (entry.actor_name, entry.subject_id) == ("System", "")
    assert (entry.details["file"], entry.details["added"]) == ("gpus.csv", 45)
    assert len(entry.details["sha256"]) == 64


def test_only_editors_of_the_catalogue_load_it(officer, editor):
    with pytest.raises(PermissionRefusedError):
        load_reference_data(by=officer)
    assert GpuModel.objects.count() == 0

    load_reference_data(by=editor)
    assert GpuModel.objects.count() == 45
