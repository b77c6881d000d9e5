"""Forwarded headers count only from our own proxies; ``next`` never leads away."""

import pytest
from django.test import RequestFactory

from procurement.addresses import client_address, network_of, safe_next


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "", "10.0.0.9"),
        (0, "6.6.6.6", "10.0.0.9"),
        (1, "6.6.6.6, 203.0.113.7", "203.0.113.7"),
        (2, "6.6.6.6, 203.0.113.7, 10.1.1.1", "203.0.113.7"),
        (2, "203.0.113.7", "10.0.0.9"),
        (1, "", "10.0.0.9"),
    ],
)
def test_only_the_words_of_trusted_proxies_count(
    settings, proxies, forwarded, expected
):
    settings.TRUSTED_PROXY_COUNT = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.9", headers=headers)

    assert client_address(request) == expected


def test_underscore_headers_do_not_pass_for_the_proxys(settings):
    settings.TRUSTED_PROXY_COUNT = 1
    request = RequestFactory().get(
        "/", REMOTE_ADDR="10.0.0.9", HTTP_X_REAL_IP="6.6.6.6", HTTP_CLIENT_IP="6.6.6.6"
    )

    assert client_address(request) == "10.0.0.9"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("not an address", "not an address"),
    ],
)
def test_one_client_is_one_network(address, network):
    assert network_of(address) == network


@pytest.mark.parametrize(
    "hostile",
    [
        "//evil.example",
        "https:evil.example",
        "https://evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "///evil.example",
        "http:///evil.example",
        "\x00//evil.example",
    ],
)
def test_next_never_leads_to_another_site(hostile):
    assert safe_next(RequestFactory().get("/", {"next": hostile})) == "/"
    assert safe_next(RequestFactory().post("/", {"next": hostile})) == "/"


def test_next_may_name_a_page_of_ours():
    request = RequestFactory().get("/", {"next": "/evaluations/?page=2"})

    assert safe_next(request) == "/evaluations/?page=2"
