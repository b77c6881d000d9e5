"""Vendors are invited on a page and get their template from it."""

from catalog.models import InvitedVendor, Tender
from procurement.permissions import Stage
from tests.factories import make_vendor


def address(tender, more=""):
    return f"/evaluations/{tender.reference}/set-up/vendors/{more}"


def test_officer_invites_and_withdraws(officer, tender, signed_in):
    client, dell = signed_in(officer), make_vendor(name="Dell", slug="dell")

    answer = client.post(address(tender), {"vendor": dell.pk}, follow=True)
    html = answer.content.decode()
    assert "Dell is invited." in html
    assert "template.xlsx?vendor=dell" in html

    client.post(address(tender, "dell/withdraw/"))
    assert not InvitedVendor.objects.exists()


def test_unknown_vendor_is_refused(officer, tender, signed_in):
    client = signed_in(officer)

    assert client.post(address(tender), {"vendor": "0"}).status_code == 422
    assert client.post(address(tender, "nobody/withdraw/")).status_code == 404


def test_invitation_stays_once_quotes_are_asked_for(officer, tender, signed_in):
    dell = make_vendor(slug="dell")
    tender.invitations.create(vendor=dell)
    Tender.objects.update(stage=Stage.QUOTES)
    client = signed_in(officer)

    assert "Withdraw" not in client.get(address(tender)).content.decode()
    assert client.post(address(tender, "dell/withdraw/")).status_code == 422
    assert InvitedVendor.objects.exists()
