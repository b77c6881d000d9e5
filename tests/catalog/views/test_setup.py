"""Terms of an evaluation: shown to its panel's leaders, edited by officers in time."""

from datetime import timedelta

import pytest

from catalog.forms.tenders import terms_as_initial
from catalog.models import Tender
from procurement.clock import database_now
from procurement.permissions import Stage


def address(tender, section="terms"):
    return f"/evaluations/{tender.reference}/set-up/{section}/"


def sent(tender, **changes):
    values = terms_as_initial(tender) | changes
    return {
        name: value.isoformat(timespec="minutes") if "deadline" in name else str(value)
        for name, value in values.items()
        if value not in (None, False)
    }


@pytest.fixture
def ahead(tender) -> Tender:
    tender.quote_deadline = (database_now() + timedelta(days=3)).replace(
        second=0, microsecond=0
    )
    tender.save()
    return tender


def test_officer_edits_the_terms(officer, ahead, signed_in):
    client = signed_in(officer)
    assert "Seal quotes until two officers open them" in (
        client.get(address(ahead)).content.decode()
    )

    answer = client.post(address(ahead), sent(ahead, nodes=32), follow=True)

    assert "The terms are saved." in answer.content.decode()
    ahead.refresh_from_db()
    assert ahead.nodes == 32


def test_what_is_fixed_is_refused_at_its_field(officer, ahead, signed_in):
    Tender.objects.update(stage=Stage.QUOTES)

    answer = signed_in(officer).post(address(ahead), sent(ahead, currency="EUR"))

    assert answer.status_code == 422
    assert "fixed since quotes are asked for" in answer.content.decode()
    ahead.refresh_from_db()
    assert ahead.currency == "USD"


def test_terms_are_only_shown_once_quotes_closed(officer, ahead, signed_in):
    Tender.objects.update(stage=Stage.SCORING)
    client = signed_in(officer)

    assert "The terms are fixed" in client.get(address(ahead)).content.decode()
    assert client.post(address(ahead), sent(ahead, nodes=32)).status_code == 409
    ahead.refresh_from_db()
    assert ahead.nodes == 16


@pytest.mark.parametrize("section", ["terms", "panel", "vendors", "rates", "opening"])
@pytest.mark.parametrize(
    ("who", "status"),
    [
        ("officer", 200),
        ("approver", 200),
        ("observer", 200),
        ("evaluator", 403),
        ("outsider", 404),
        ("finance", 404),
    ],
)
def test_set_up_is_read_by_officers_approvers_and_observers(
    who, status, section, request, tender, signed_in
):
    client = signed_in(request.getfixturevalue(who))

    assert client.get(address(tender, section)).status_code == status


@pytest.mark.parametrize("who", ["approver", "observer", "evaluator"])
@pytest.mark.parametrize(
    "action",
    [
        "terms",
        "panel",
        "panel/recusals",
        "vendors",
        "rates",
        "rates/copy",
        "opening/turn",
        "opening/release",
    ],
)
def test_only_officers_change_the_set_up(who, action, request, tender, signed_in):
    client = signed_in(request.getfixturevalue(who))

    assert client.post(address(tender, action), {}).status_code == 403
