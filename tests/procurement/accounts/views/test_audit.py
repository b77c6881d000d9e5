"""The organisation's audit trail, for administrators and auditors."""

import json

import pytest

from procurement.accounts.services.users import create_user
from tests.procurement.audit.test_verifying import alter

PAGE = "/administration/audit/"


@pytest.mark.parametrize(
    ("role", "status"),
    [
        ("administrator", 200),
        ("auditor", 200),
        ("officer", 403),
        ("editor", 403),
        ("finance", 403),
        ("outsider", 403),
    ],
)
def test_who_reads_the_organisations_chain(request, signed_in, role, status):
    browser = signed_in(request.getfixturevalue(role))

    assert browser.get(PAGE).status_code == status
    assert browser.get(PAGE + "chain/").status_code == status
    assert browser.get(PAGE + "heads/").status_code == status


def test_the_page_tells_who_did_what(signed_in, administrator):
    create_user(by=administrator, email="a@example.org", name="<b>Ann</b>")

    html = signed_in(administrator).get(PAGE).content.decode()

    assert "person created" in html
    assert "&lt;b&gt;Ann&lt;/b&gt;" in html
    assert "e-mail: a@example.org" in html
    assert "1 of 1 found" in html


def test_the_button_answers_in_words(signed_in, administrator):
    for number in range(3):
        create_user(by=administrator, email=f"{number}@example.org", name="Ann")
    browser = signed_in(administrator)

    intact = browser.get(PAGE, {"verify": "1"}).content.decode()
    alter("update audit_auditentry set actor_name = 'Mallory' where sequence = 2")
    broken = browser.get(PAGE, {"verify": "1"}).content.decode()

    assert "Chain intact: 3 entries checked, no break." in intact
    assert "Chain broken at entry 2: its content does not match its hash." in broken


def test_the_chain_and_the_heads_are_downloads(signed_in, administrator):
    create_user(by=administrator, email="a@example.org", name="Ann")
    browser = signed_in(administrator)

    chain = browser.get(PAGE + "chain/")
    heads = browser.get(PAGE + "heads/")

    [row] = json.loads(b"".join(chain.streaming_content))
    assert chain.headers["Content-Disposition"].startswith("attachment")
    assert "no-store" in chain.headers["Cache-Control"]
    assert heads.json() == [{"chain": "organisation", "length": 1, "head": row["hash"]}]
