"""The agent for download knows the address of the site that gave it."""

import ast

import pytest
from django.test import Client

from catalog.views.agent_files import agent_text

PAGE = "/benchmarks/agent/"


def default_server(source: str) -> str:
    for node in ast.parse(source).body:
        is_it = isinstance(node, ast.Assign) and "DEFAULT_SERVER" in ast.unparse(node)
        if is_it:
            return ast.literal_eval(node.value)
    return ""


def test_the_file_has_the_address_filled_in(signed_in, outsider):
    answer = signed_in(outsider).get(f"{PAGE}gpu_agent.py")

    assert default_server(answer.content.decode()) == "http://testserver"
    assert answer["Content-Disposition"] == 'attachment; filename="gpu_agent.py"'


def test_in_production_it_is_the_public_address(signed_in, outsider, settings):
    settings.PRODUCTION, settings.SITE_URL = True, "https://gpu.example.org/"

    answer = signed_in(outsider).get(f"{PAGE}gpu_agent.py")

    assert default_server(answer.content.decode()) == "https://gpu.example.org"


def test_an_address_can_not_break_out_of_its_text():
    assert default_server(agent_text('http://x"\nimport os\n"')) == (
        'http://x"\nimport os\n"'
    )


def test_the_page_explains_it_and_links_the_tokens_to_who_makes_them(
    signed_in, officer, outsider
):
    assert "gpu_agent.py" in signed_in(outsider).get(PAGE).content.decode()
    assert "Agent tokens" not in signed_in(outsider).get(PAGE).content.decode()
    assert "/benchmarks/tokens/" in signed_in(officer).get(PAGE).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("address", [PAGE, f"{PAGE}gpu_agent.py", "/benchmarks/"])
def test_strangers_are_sent_to_sign_in(address):
    assert Client().get(address).status_code == 302
