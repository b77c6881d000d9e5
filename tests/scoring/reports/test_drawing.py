import http.server
import json
import threading
from typing import override

import pytest
from weasyprint.urls import URLFetcher

from scoring.reports import drawing
from scoring.reports.content import report_content
from scoring.reports.drawing import NoFontError, TooManyPagesError, lay_out
from scoring.reports.pdf import drawing_request
from tests.scoring.reports.reading import (
    boxes_instead_of_glyphs,
    everything_in,
    outside,
    pages_of,
)


def request(body, css="", *, needs_cjk=False):
    return {
        "html": f"<!doctype html><html lang=en><title>t</title><body>{body}",
        "css": css,
        "figures": [],
        "identifier": "test",
        "needs_cjk": needs_cjk,
    }


def drawn(body, css=""):
    return drawing.pdf(request(body, css), lambda _percent, _stage: None)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_no_text_leaves_its_page(snapshot, language):
    content = report_content(snapshot, language)
    document = lay_out(json.loads(json.dumps(drawing_request(content))))

    upright, across = 794, 1123
    widths = [round(page.width) for page in document.pages]
    assert widths[:4] == [upright, upright, across, upright]
    assert widths[4:] == [upright] * 8
    assert outside(document) == []


def test_text_that_leaves_its_page_would_be_seen():
    document = lay_out(request("<p style='white-space:nowrap'>" + "wide " * 100))

    assert outside(document) != []


def test_character_without_a_glyph_is_written_as_its_code_point():
    made = drawn("<p>Rocket \U0001f680 and \U000f0000 end</p>")

    assert pages_of(made.pdf) == ["Rocket[U+1F680]and[U+F0000]end"]
    assert boxes_instead_of_glyphs(made.pdf) == []


def test_box_drawn_for_a_missing_glyph_would_be_seen():
    written = lay_out(request("<p>\U0001f680</p>")).write_pdf()

    assert boxes_instead_of_glyphs(written) == ["\U0001f680"]


def test_chinese_without_a_chinese_font_is_a_failure(monkeypatch):
    monkeypatch.setattr(drawing, "_CJK_SAMPLE", "\U0001f680")

    with pytest.raises(NoFontError):
        drawing.pdf(
            request("<p>\U0001f680</p>", needs_cjk=True), lambda _percent, _stage: None
        )


def test_document_of_too_many_pages_is_refused():
    body = "<p style='break-after:page'>x</p>" * 401

    with pytest.raises(TooManyPagesError):
        drawn(body)


FETCHES = [
    "<img src='{url}'>",
    (
        "<img src='data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22>"
        "<image href=%22{url}%22 width=%2220%22 height=%2220%22/></svg>'>"
    ),
    "<svg width='9' height='9'><use href='{url}#a'/><image href='{url}'/></svg>",
    "<link rel=attachment href='{url}'>",
    "<link rel=stylesheet href='{url}'>",
    "<style>@import url({url}); p {{ background: url({url}) }}</style><p>x",
    "<style>p::before {{ content: url({url}) }}</style><p>x",
    (
        "<style>@font-face {{ font-family: f; src: url({url}) }} p {{ font-family: f }}"
        "</style><p>x"
    ),
    "<object data='{url}'></object><embed src='{url}'><iframe src='{url}'></iframe>",
    "<a rel=attachment href='{url}'>x</a>",
]


@pytest.mark.parametrize("body", FETCHES)
def test_no_file_is_ever_read_into_a_pdf(tmp_path, body):
    canary = tmp_path / "canary.css"
    canary.write_text("p::after { content: 'CANARY-7f3a' }")

    pdf = drawn(body.format(url=canary.as_uri()) + "<p>end</p>").pdf

    assert b"CANARY" not in everything_in(pdf)
    assert b"/EmbeddedFile" not in everything_in(pdf)
    assert "CANARY" not in "".join(pages_of(pdf))
    assert "end" in "".join(pages_of(pdf))


@pytest.fixture
def listener():
    """A web server of this machine that redirects, and the paths it was asked for."""
    asked = []

    class Redirect(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(302)
            self.send_header("Location", "file:///etc/hostname")
            self.end_headers()

        @override
        def log_message(self, *_arguments):
            return

    server = http.server.HTTPServer(("127.0.0.1", 0), Redirect)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/x", asked
    server.shutdown()
    server.server_close()
    thread.join()


def test_no_server_is_ever_asked(listener):
    url, asked = listener

    drawn("".join(FETCHES).format(url=url))

    assert asked == []


def test_an_open_fetcher_would_have_been_caught(monkeypatch, tmp_path, listener):
    canary = tmp_path / "canary.css"
    canary.write_text("p::after { content: 'CANARY-7f3a' }")
    url, asked = listener
    monkeypatch.setattr(drawing, "URLFetcher", lambda **_limits: URLFetcher())

    pdf = drawn(
        f"<link rel=stylesheet href='{canary.as_uri()}'><p>x</p><img src='{url}'>"
    ).pdf

    assert "CANARY" in "".join(pages_of(pdf))
    assert asked == ["/x"]


def test_figure_stands_where_the_page_names_it_and_only_there():
    order = request('<p>src=&quot;figure:scores&quot;</p><img src="figure:scores">')
    order["figures"] = [
        {
            "key": "scores",
            "unit": "points",
            "bars": ["Dell"],
            "series": [{"name": "Growth", "values": ["9.75"]}],
            "labels": [["9.8"]],
            "totals": ["9.75"],
        }
    ]

    made = drawing.pdf(order, lambda _percent, _stage: None)

    (page,) = pages_of(made.pdf)
    assert page.startswith('src="figure:scores"')
    assert "Growth" in page
