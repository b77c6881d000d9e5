import io
import json
import os

import pytest

from scoring.reports import render_child


@pytest.fixture
def result(tmp_path):
    """The file for the PDF, and its descriptor, which the process closes."""
    path = tmp_path / "out.pdf"
    return path, os.open(path, os.O_CREAT | os.O_WRONLY)


def feed(monkeypatch, **changes):
    order = {
        "html": "<!doctype html><html lang=en><title>t</title><body><p>hello",
        "css": "",
        "figures": [],
        "identifier": "test",
        "needs_cjk": False,
    }
    stream = io.BytesIO(json.dumps(order | changes).encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stream))


def test_progress_then_pages_are_said_and_the_pdf_is_in_the_file(monkeypatch, result):
    path, descriptor = result
    feed(monkeypatch)

    said = []

    render_child.draw(descriptor, said.append)

    assert said == [
        {"progress": 30, "stage": "charts"},
        {"progress": 70, "stage": "pages"},
        {"progress": 90, "stage": "fonts"},
        {"pages": 1},
    ]
    assert path.read_bytes().startswith(b"%PDF-")


def test_document_too_long_is_said_and_nothing_is_written(monkeypatch, result):
    path, descriptor = result
    feed(monkeypatch, html="<p style='break-after:page'>x</p>" * 402)

    said = []

    render_child.draw(descriptor, said.append)

    assert said[-1] == {"failed": "too_large"}
    assert path.read_bytes() == b""
    os.close(descriptor)
