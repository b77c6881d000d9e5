"""The sizing page: a workload in the address, each server with its count and why."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from procurement.audit.models import AuditEntry
from tests.factories import make_gpu, make_sku

pytestmark = pytest.mark.django_db

MODEL = {
    "precision": "bf16",
    "growth": "0",
    "parameters_billion": "70",
    "layers": "80",
    "hidden": "8192",
    "heads": "64",
    "kv_heads": "8",
    "mlp": "gated",
    "mlp_width": "28672",
    "vocabulary": "128256",
}
SERVICE = MODEL | {"task": "inference", "context": "8192", "requests": "32"}
TRAINING = MODEL | {
    "task": "pretrain",
    "tokens_billion": "1000",
    "sequence": "4096",
    "recompute": "full",
    "deadline_days": "60",
}


@pytest.fixture
def sku(db):
    """Eight H100 behind NVSwitch, with a network card each."""
    gpu = make_gpu(
        name="H100",
        memory_gb=80,
        memory_visible_mib=81559,
        bandwidth_gbs=3350,
        bf16_dense_tflops="989.4",
        interconnect_gbs_bidirectional=900,
    )
    return make_sku(
        name="Eight H100", gpu=gpu, nvswitch="4x NVSwitch gen3", nics="8x CX-7 400Gb"
    )


def page(signed_in, person, tender, asked):
    url = reverse("scoring:sizing-detail", kwargs={"reference": tender.reference})
    return signed_in(person).get(url, asked)


def rows_of(answer):
    return {row.sku.name: row for row in answer.context["rows"]}


def test_a_training_is_counted_by_its_deadline(officer, tender, sku, signed_in):
    """6·70e9·1e12/(60·86400·989.4e12·0.38·0.85) = 253.5: 254 GPUs, 32 servers."""
    row = rows_of(page(signed_in, officer, tender, TRAINING))[sku.name]

    assert (row.servers, row.gpus) == (32, 256)
    assert str(row.bound) == "by speed"
    days = [round(each, 1) for each in row.days]
    assert [str(each) for each in days] == ["47.0", "59.4", "90.3"]
    assert row.needed <= row.usable
    assert sum(part.gigabytes for part in row.parts) == row.needed


def test_a_service_needs_the_weights_and_the_cache_of_its_requests(
    officer, tender, sku, signed_in
):
    """140 GB of weights on two GPUs leave nothing like 32 caches of 2.7 GB."""
    row = rows_of(page(signed_in, officer, tender, SERVICE))[sku.name]

    assert row.days is None
    assert [str(part.name) for part in row.parts] == ["Weights", "KV cache"]
    assert row.needed <= row.usable
    assert round(row.usable, 2) == Decimal("76.53")


def test_growth_asks_for_more_servers(officer, tender, sku, signed_in):
    grown = TRAINING | {"growth": "50"}
    row = rows_of(page(signed_in, officer, tender, grown))[sku.name]

    assert (row.servers, row.gpus) == (48, 384)


def test_each_number_unfolds_to_its_formula(officer, tender, sku, signed_in):
    answer = page(signed_in, officer, tender, TRAINING)

    shown = answer.content.decode()
    for words in ("N_c", "ceil(F*(1 + e)/(T*86400*X*10**12*u*G))", "S*k"):
        assert words in shown


def test_a_gpu_without_a_known_memory_is_not_counted(officer, tender, sku, signed_in):
    bare = make_sku(name="Unknown", gpu=make_gpu(name="Bare", memory_gb=None))

    rows = rows_of(page(signed_in, officer, tender, TRAINING))

    assert rows[bare.name].gpus is None
    assert rows[bare.name].refusal == "not known: Nominal memory"
    assert [*rows] == [sku.name, bare.name]


def test_what_a_task_needs_is_asked_for(officer, tender, sku, signed_in):
    answer = page(signed_in, officer, tender, MODEL | {"task": "inference"})

    assert answer.context["form"].errors == {
        "context": ["The task needs it."],
        "requests": ["The task needs it."],
    }
    assert "rows" not in answer.context


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"heads": "7"}, "heads"),
        ({"kv_heads": "7"}, "kv_heads"),
        ({"experts": "8"}, "experts_per_token"),
        ({"parameters_billion": "0"}, "parameters_billion"),
        ({"layers": "eighty"}, "layers"),
        ({"task": "sing"}, "task"),
    ],
)
def test_numbers_that_cannot_be_right_stand_at_their_field(
    changes, field, officer, tender, sku, signed_in
):
    answer = page(signed_in, officer, tender, TRAINING | changes)

    assert answer.status_code == 200
    assert field in answer.context["form"].errors
    assert "rows" not in answer.context


def test_adapters_need_less_than_all_parameters(officer, tender, sku, signed_in):
    adapters = TRAINING | {
        "task": "adapters",
        "deadline_days": "",
        "adapter_parameters_million": "200",
        "frozen": "nf4",
    }
    row = rows_of(page(signed_in, officer, tender, adapters))[sku.name]

    assert (row.servers, row.gpus) == (1, 8)


def test_a_question_writes_nothing_and_its_queries_do_not_grow(
    officer, tender, sku, signed_in, django_assert_num_queries
):
    url = reverse("scoring:sizing-detail", kwargs={"reference": tender.reference})
    browser = signed_in(officer)
    before = AuditEntry.objects.count()
    browser.get(url, TRAINING)
    with CaptureQueriesContext(connection) as few:
        browser.get(url, TRAINING)
    for _ in range(5):
        make_sku(gpu=sku.gpu)
    with django_assert_num_queries(len(few)):
        browser.get(url, TRAINING)

    assert AuditEntry.objects.count() == before
