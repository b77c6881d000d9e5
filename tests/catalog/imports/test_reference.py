"""The shipped reference data parse whole; a spoilt row is named by its line."""

from collections import Counter
from decimal import Decimal

import pytest

from catalog.imports.reference import (
    ReferenceDataError,
    read_cloud,
    read_cuda,
    read_gpus,
    read_pytorch,
    read_servers,
    shipped,
)
from catalog.imports.reference_values import Verification

READERS = [
    (read_gpus, "gpus.csv", 45),
    (read_servers, "servers.csv", 35),
    (read_cloud, "cloud_instances.csv", 62),
    (read_cuda, "cuda_driver.csv", 43),
    (read_pytorch, "pytorch_compat.csv", 62),
]


@pytest.mark.parametrize(("read", "file", "rows"), READERS)
def test_all_shipped_rows_are_read(read, file, rows):
    assert len(read(shipped(file))) == rows


@pytest.mark.parametrize(("read", "file", "rows"), READERS)
def test_each_row_has_its_source_and_date(read, file, rows):
    for row in read(shipped(file)):
        assert row.source
        assert row.source_date.text.startswith(str(row.source_date.first_day.year))


def test_an_unknown_figure_is_none_and_a_known_one_exact():
    gpus = {row.model: row for row in read_gpus(shipped("gpus.csv"))}

    h200 = gpus["NVIDIA H200 SXM 141GB"]
    assert h200.bf16_dense_tflops == Decimal("989.4")
    assert h200.fp4_dense_tflops is None
    assert (h200.memory_gb, h200.tdp_w) == (141, 700)


def test_marks_of_verification_are_counted_as_the_gpu_page_does():
    rows = read_gpus(shipped("gpus.csv"))

    marks = Counter(row.verification.verification for row in rows)

    assert marks == {
        Verification.FETCHED: 22,
        Verification.PARTLY_FETCHED: 18,
        Verification.RECALLED: 4,
        Verification.UNRELIABLE: 1,
    }
    assert [row.verification.note for row in rows if row.verification.note] == [
        "MIG fetched"
    ]


def test_a_server_knows_its_height_only_where_it_has_one():
    servers = {row.sku: row for row in read_servers(shipped("servers.csv"))}

    heights = {sku: servers[sku].height_units for sku in ("DGX H200", "GB200 NVL72")}

    assert heights == {"DGX H200": 8, "GB200 NVL72": None}
    assert servers["GB200 NVL72"].rack_units == "rack (48)"


def test_a_cloud_price_that_is_missing_is_none():
    rows = read_cloud(shipped("cloud_instances.csv"))

    assert any(row.spot_usd_per_h is None for row in rows)
    assert all(price != 0 for row in rows for price in (row.spot_usd_per_h,))


HEADING, FIRST, SECOND = shipped("cuda_driver.csv").decode().splitlines()[:3]


def spoilt(*lines: str) -> list[tuple[int | None, str, str]]:
    with pytest.raises(ReferenceDataError) as refusal:
        read_cuda("\n".join(lines).encode())
    return [(error.row, error.cell, error.code.value) for error in refusal.value.errors]


def test_a_spoilt_row_is_named_by_its_line():
    assert spoilt(HEADING, FIRST, SECOND.replace("2026-06", "June 2026")) == [
        (3, "H3", "date_invalid")
    ]
    assert spoilt(HEADING, FIRST, FIRST) == [(3, "A3", "row_double")]
    assert spoilt(HEADING, FIRST + ",more") == [(2, "2", "row_length")]
    assert spoilt(HEADING, FIRST[len("13.2 Update 2") :]) == [(2, "A2", "required")]


def test_a_heading_must_be_the_known_one():
    assert spoilt(HEADING.replace("notes", "remarks"), FIRST) == [
        (1, "1", "column_missing"),
        (1, "1", "column_unknown"),
    ]
    assert spoilt(HEADING) == [(None, "", "no_rows")]
    assert spoilt("")[0][2] == "column_missing"


def test_lines_are_counted_over_texts_of_several_lines():
    two_lines = FIRST.replace("Maxwell, ", "Maxwell,\n")

    with pytest.raises(ReferenceDataError, match=r"^cuda_driver.csv: line 4: "):
        read_cuda("\n".join([HEADING, two_lines, SECOND + ","]).encode())


def test_a_figure_or_mark_that_is_none_is_refused():
    gpus = shipped("gpus.csv").decode()

    for old, new, code in [
        (",900,", ",nine hundred,", "number_invalid"),
        (",900,", ",-900,", "number_invalid"),
        (",partly-fetched,", ",guessed,", "choice_unknown"),
    ]:
        with pytest.raises(ReferenceDataError) as refusal:
            read_gpus(gpus.replace(old, new, 1).encode())
        assert [error.code.value for error in refusal.value.errors] == [code]
        assert refusal.value.errors[0].row == 2


def test_a_price_range_in_the_wrong_order_is_refused():
    servers = shipped("servers.csv").decode().replace("199000,200000", "200000,199000")

    with pytest.raises(ReferenceDataError, match="line 2: The upper value is below"):
        read_servers(servers.encode())


def test_another_encoding_is_refused():
    with pytest.raises(ReferenceDataError, match="UTF-8"):
        read_cuda(b"\xff")


def test_a_broken_quotation_is_named_by_its_line():
    assert spoilt(HEADING, FIRST, '"a"b') == [(3, "3", "file_broken")]
