"""No secret reaches the logs."""

import logging

import pytest
from structlog.stdlib import ProcessorFormatter

from procurement.logs import mask_secrets


@pytest.mark.parametrize(
    "text",
    [
        "GET /x?a=gpp_abcDEF-123_456 HTTP/1.1",
        "POST /door/gpv_abcDEF-123_456/code/",
        "GET /x?token=sesame&b=1",
        "GET /x?b=1&access_token=sesame",
        "Authorization: Bearer sesame",
    ],
)
def test_a_secret_is_masked_wherever_it_stands(text):
    masked = mask_secrets(None, "info", {"event": text, "status": 200})

    assert "***" in masked["event"]
    assert "sesame" not in masked["event"]
    assert "abcDEF" not in masked["event"]
    assert masked["status"] == 200


def test_a_token_in_the_query_string_is_masked_in_the_line_that_is_written(
    client, db, settings
):
    lines = []
    catcher = logging.Handler()
    catcher.emit = lambda record: lines.append(catcher.format(record))
    options = dict(settings.LOGGING["formatters"]["structured"])
    options.pop("()")
    catcher.setFormatter(ProcessorFormatter(**options))
    logging.getLogger().addHandler(catcher)
    try:
        client.get("/account/?token=gpp_sesame_open")
    finally:
        logging.getLogger().removeHandler(catcher)

    assert any("GET /account/?token=***" in line for line in lines)
    assert not any("sesame" in line for line in lines)
