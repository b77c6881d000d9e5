import hashlib
import io
import json

import pytest
from pypdf import PdfReader

from procurement.canonical import digest
from scoring.reports.content import report_content
from scoring.reports.drawing import lay_out
from scoring.reports.failures import FailureReason, ReportFailedError
from scoring.reports.pdf import configured_limits, drawing_request, render_pdf
from tests.scoring.reports.conftest import PATIENT
from tests.scoring.reports.reading import (
    boxes_instead_of_glyphs,
    everything_in,
    fonts_of,
    outside,
    pages_of,
    squeezed,
)
from tests.scoring.reports.story import story_snapshot, text

NAMES = [
    "<img src=file:///etc/passwd>",
    "<link rel=attachment href=file:///etc/passwd>",
    "<style>@import url(http://169.254.169.254/)</style>",
    "</script><script>alert(1)</script>",
    "<!--<script> {{ 7*7 }} {% now 'Y' %} %s {0.__class__}",
    "$\\frac{1}{0}$ \\input{/etc/passwd}",
    'x" src="figure:cost" onerror="x',
    "\u0391cme\u202egnp.exe\u2028\x00\x1b[31m",
    "شركة الخوادم שרתים",
    "Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308" * 20,
    "rocket \U0001f680 family \U0001f468\u200d\U0001f469\u200d\U0001f467",
    "เซิร์ฟเวอร์ ประเทศไทย",
    "W" * 300,
    "浪潮电子信息产业股份有限公司" * 12,
]


def hostile_snapshot():
    """A draft of fourteen bids whose names try everything."""
    snapshot = story_snapshot()
    snapshot["state"] = "draft"
    snapshot["is_invented"] = False
    snapshot["ranking"]["is_provisional"] = True
    snapshot["ranking"]["provisional_reasons"] = [text("cells are open", "尚有未评格")]
    for number in range(len(NAMES) - len(snapshot["candidates"])):
        stranger = story_snapshot()["candidates"][2]
        snapshot["candidates"].append(stranger | {"key": f"X{number}"})
    for candidate, name in zip(snapshot["candidates"], NAMES, strict=True):
        candidate |= {"name": text(name), "vendor": text(name)}
    snapshot["recommendation"]["note"] = text(NAMES[0])
    snapshot["evaluation"]["title"] = text(NAMES[2])
    snapshot["corrections"][0]["before"] = text(NAMES[4])
    return snapshot


@pytest.fixture(scope="module")
def hostile_pdf():
    """That draft in English."""
    return render_pdf(hostile_snapshot(), "en", limits=PATIENT)


def test_english_pdf_says_what_the_snapshot_holds(english_pdf, snapshot):
    rendered, _steps = english_pdf
    pages = pages_of(rendered.data)
    whole = "".join(pages)

    assert rendered.pages == len(pages) == 12
    assert rendered.sha256 == hashlib.sha256(rendered.data).hexdigest()
    for words in (
        "Award to HPE Cray XD670, USD 4,999,780.00 net of tax.",
        "HPE XD670 leads Supermicro 821GE: 80.17 against 80.11 of 100 points",
        "Total 5,026,440.00 5,204,740.00 3,322,920.00 4,999,780.00",
        "HPE XD670 4,484 461 267 271 195 144 −390 5,431 42,429",
        "CNY 26,658,854.10",
        "13.15 (0.939)",
        "Result not verified by MLCommons Association.",
    ):
        assert squeezed(words) in whole


def test_every_page_but_the_cover_has_version_hash_notice_and_number(
    english_pdf, snapshot
):
    rendered, _steps = english_pdf

    for number, page in enumerate(pages_of(rendered.data)[1:], start=2):
        assert squeezed(f"Version 3, final · SHA-256 {digest(snapshot)}") in page
        assert squeezed("prices, scores and verdicts are invented") in page
        assert f"{number}/{rendered.pages}" in page
    assert digest(snapshot) in pages_of(rendered.data)[0]
    assert squeezed("are invented and indicative") in pages_of(rendered.data)[0]


def test_chinese_pdf_names_every_vendor_and_criterion(chinese_pdf, snapshot):
    whole = "".join(pages_of(chinese_pdf.data))

    for candidate in snapshot["candidates"]:
        assert squeezed(candidate["name"]["zh"]) in whole
    assert "建议授予慧与CrayXD670" in whole
    for dimension in snapshot["criteria"]["dimensions"]:
        for criterion in dimension["criteria"]:
            assert squeezed(f"{criterion['code']} {criterion['name']['zh']}") in whole


@pytest.mark.parametrize("name", ["english_pdf", "chinese_pdf"])
def test_fonts_are_embedded_subset_and_without_boxes(request, name):
    rendered = request.getfixturevalue(name)
    pdf = rendered.data if name == "chinese_pdf" else rendered[0].data
    fonts = fonts_of(pdf)

    assert any("CJK" in font["/BaseFont"] for font in fonts.values())
    for font in fonts.values():
        assert font["/BaseFont"][7] == "+"
        descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"]
        assert {"/FontFile2", "/FontFile3"} & descriptor.get_object().keys()
    assert boxes_instead_of_glyphs(pdf) == []
    assert len(pdf) < 2_000_000


def test_metadata_come_from_the_snapshot_and_pages_are_tagged(english_pdf):
    rendered, _steps = english_pdf
    reader = PdfReader(io.BytesIO(rendered.data))

    assert reader.metadata.title == "Evaluation report EV-2026-014, version 3"
    assert reader.metadata.author == "GPU Procurement"
    assert reader.metadata["/CreationDate"] == "D:20261215130500Z"
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert b"pdfuaid" in everything_in(rendered.data)
    assert list(reader.attachments) == []


def test_same_snapshot_gives_the_same_bytes(english_pdf, monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")

    again = render_pdf(story_snapshot(), "en", limits=PATIENT)

    assert again.data == english_pdf[0].data


def test_progress_names_each_stage_once_in_order(english_pdf):
    _rendered, steps = english_pdf

    assert steps == [
        (5, "content"),
        (30, "charts"),
        (70, "pages"),
        (90, "fonts"),
        (100, "done"),
    ]


@pytest.fixture(scope="module")
def hostile_pages(hostile_pdf):
    """The text of each of its pages."""
    return pages_of(hostile_pdf.data)


def test_hostile_names_are_words_on_paper(hostile_pages):
    whole = "".join(hostile_pages)

    for name in NAMES[:7]:
        assert squeezed(name) in whole
    assert squeezed("\u0391cmegnp.exe [31m") in whole
    assert squeezed("เซิร์ฟเวอร์")[0] in whole or "[U+0E40]" in whole
    assert "[U+1F680]" in whole
    assert "W" * 300 in whole
    assert NAMES[13] in whole


def test_hostile_names_bring_nothing_into_the_file(hostile_pdf):
    raw = everything_in(hostile_pdf.data)

    assert b"root:x:0" not in raw
    assert b"/EmbeddedFile" not in raw
    assert b"/JavaScript" not in raw
    assert b"/URI" not in raw
    assert boxes_instead_of_glyphs(hostile_pdf.data) == []


def test_hostile_names_stay_on_their_pages():
    content = report_content(hostile_snapshot(), "en")

    assert outside(lay_out(json.loads(json.dumps(drawing_request(content))))) == []


def test_draft_is_marked_on_every_page_and_cannot_be_approved(hostile_pages):
    whole = "".join(hostile_pages)

    assert all("DRAFT" in page for page in hostile_pages)
    assert "Thisversionisadraftandcannotbeapproved." in whole
    assert "Approver1" not in whole
    assert "cellsareopen" in whole


def test_figures_that_are_real_are_not_called_invented(hostile_pages):
    assert "invented" not in "".join(hostile_pages)


def test_contradiction_in_the_snapshot_is_a_readable_failure(snapshot):
    snapshot["quotes"][0]["total"] = "1"

    with pytest.raises(ReportFailedError) as caught:
        render_pdf(snapshot, "en")

    assert caught.value.reason is FailureReason.INVALID_SNAPSHOT
    assert "quote of A: lines do not add up" in caught.value.detail
    assert caught.value.sentence.startswith("The frozen data contradict themselves")


def test_limits_come_from_the_settings(settings):
    settings.REPORT_SECONDS = 7
    settings.REPORT_MEMORY_MEBIBYTES = 64

    limits = configured_limits()

    assert limits.memory_bytes == 64 * 1024 * 1024
    assert (limits.cpu_seconds, limits.wall_seconds) == (7, 7.0)
