"""A chosen option counts for every vendor; the choice has a reason and is audited."""

from decimal import Decimal

import pytest

from catalog.models import ChosenOption, Offer, Tender
from catalog.pricing.amounts import document_total
from catalog.selectors.amounts import quoted_offer
from catalog.services.options import OptionChoice, choose_option
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from tests.factories import make_quote, make_user

TWO = [
    {},
    {
        "key": "week",
        "category": "training",
        "quantity": Decimal(1),
        "unit_price": Decimal(600),
        "is_optional": True,
    },
]


def choice(**fields):
    return OptionChoice(
        **({"key": "week", "counts": True, "reason": "Needed."} | fields)
    )


def totals():
    return [
        document_total(quoted_offer(offer)).amount
        for offer in Offer.objects.order_by("pk")
    ]


@pytest.fixture
def quoting(tender):
    Tender.objects.update(stage=Stage.QUOTES)
    tender.refresh_from_db()
    for _ in range(2):
        make_quote(tender, offers=[{"lines": TWO}])
    return tender


def test_a_chosen_option_counts_in_every_quote_until_it_is_left_out(officer, quoting):
    before = totals()

    choose_option(by=officer, tender=quoting, choice=choice())
    assert totals() == [total + 600 for total in before]

    choose_option(by=officer, tender=quoting, choice=choice(counts=False))
    assert totals() == before


def test_the_choice_is_audited_once(officer, quoting):
    for _ in range(2):
        choose_option(by=officer, tender=quoting, choice=choice())

    entries = AuditEntry.objects.filter(action="option_chosen")
    assert [entry.details for entry in entries] == [
        {"key": "week", "reason": "Needed."}
    ]
    assert ChosenOption.objects.get().chosen_by == officer


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"key": "other"}, "no_such_option"),
        ({"key": "chassis"}, "no_such_option"),
        ({"reason": " "}, "reason_missing"),
    ],
)
def test_what_is_no_option_and_what_has_no_reason_is_refused(
    officer, quoting, fields, code
):
    with pytest.raises(RuleBrokenError) as refusal:
        choose_option(by=officer, tender=quoting, choice=choice(**fields))

    assert refusal.value.code == code
    assert not ChosenOption.objects.exists()


def test_under_seal_nothing_is_chosen(officer, quoting):
    Tender.objects.update(is_sealed=True)

    with pytest.raises(RuleBrokenError) as refusal:
        choose_option(by=officer, tender=quoting, choice=choice())

    assert refusal.value.code == "quotes_sealed"


def test_only_officers_choose_and_only_before_scoring(officer, quoting):
    with pytest.raises(PermissionRefusedError):
        choose_option(by=make_user(), tender=quoting, choice=choice())

    Tender.objects.update(stage=Stage.SCORING)
    with pytest.raises(WrongStageError):
        choose_option(by=officer, tender=quoting, choice=choice())
