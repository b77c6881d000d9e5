"""The people, invitations and rates of an evaluation, in order."""

from catalog.models import Recusal
from catalog.selectors.panels import invitations_of, panel_of, rates_of
from tests.factories import make_tender, make_vendor


def test_members_stand_by_role_and_name(tender):
    names = [member.user.name for member in panel_of(tender).members]

    assert names == [
        "Helena Brandt",
        "Liu Yang",
        "Chen Wei",
        "Mary Okafor",
        "Marta Kowalska",
        "Olga Observer",
    ]


def test_one_officer_alone_could_never_open_sealed_quotes(officer, tender):
    assert not panel_of(tender).lacks_second_officer
    assert panel_of(make_tender(officer=officer)).lacks_second_officer


def test_recusals_are_listed_without_growing_queries(
    officer, evaluator, tender, django_assert_num_queries
):
    for _ in range(3):
        Recusal.objects.create(
            tender=tender,
            user=evaluator,
            vendor=make_vendor(),
            reason="shares",
            recorded_by=officer,
        )

    with django_assert_num_queries(3):
        panel = panel_of(tender)
        assert [row.user.name for row in panel.recusals] == ["Chen Wei"] * 3
        assert {row.recorded_by.name for row in panel.recusals} == {"Helena Brandt"}


def test_invitations_stand_by_name_and_rates_by_currency(tender):
    for name in ("beta", "Alpha"):
        tender.invitations.create(vendor=make_vendor(name=name))
    for currency in ("EUR", "CNY"):
        tender.rates.create(currency=currency, rate=1, on="2026-11-16", source="ECB")

    assert [row.vendor.name for row in invitations_of(tender)] == ["Alpha", "beta"]
    assert [rate.currency for rate in rates_of(tender)] == ["CNY", "EUR"]
