"""Reads pages as a browser would."""

from django.test import Client


def page(browser: Client, address: str, status: int = 200) -> str:
    """The text of a page that answers with the status."""
    answer = browser.get(address)
    assert answer.status_code == status
    return answer.content.decode()
