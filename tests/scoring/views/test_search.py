"""The search finds what one may see, by kind."""

import pytest

from tests.factories import make_gpu, make_sku, make_tender, make_vendor

PAGE = "/search/"


@pytest.fixture
def things(tender):
    make_vendor(name="Falcon Systems", slug="falcon", name_zh="猎鹰")
    make_sku(name="Falcon-8", slug="falcon-8")
    make_gpu(name="Falcon GPU", slug="falcon-gpu")
    tender.title = "Falcon cluster"
    tender.save()


def page(browser, text) -> str:
    answer = browser.get(PAGE, {"q": text})
    assert answer.status_code == 200
    return answer.content.decode()


def test_all_kinds_are_found_whatever_the_case(signed_in, officer, tender, things):
    html = page(signed_in(officer), "fALCON")

    for address in (
        f"/evaluations/{tender.reference}/",
        "/vendors/falcon/",
        "/servers/falcon-8/",
        "/gpus/falcon-gpu/",
    ):
        assert f'href="{address}"' in html
    assert "Falcon Systems" in page(signed_in(officer), "猎鹰")


def test_a_foreign_evaluation_is_not_found(signed_in, outsider, tender, things):
    make_tender(title="Falcon secret", reference="EV-FALCON")

    html = page(signed_in(outsider), "falcon").partition("<main")[2]

    assert "secret" not in html
    assert tender.reference not in html
    assert "Falcon Systems" in html


@pytest.mark.parametrize("text", ["", "f", " ", "%", "_", "x" * 5000, "<b>"])
def test_odd_texts_find_nothing_and_break_nothing(signed_in, officer, things, text):
    html = page(signed_in(officer), text)

    assert "Nothing found" in html
    assert "<b>" not in html.partition("<main")[2]


def test_the_box_of_the_frame_leads_there(signed_in, outsider):
    assert f'action="{PAGE}"' in signed_in(outsider).get("/vendors/").content.decode()
