"""Opening sealed quotes locks criteria, formula and rates for good."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from catalog.models import OpeningKey, Tender
from catalog.services.rates import RateTerms, freeze_rate, remove_rate
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage
from scoring.services.criteria import edit_criteria
from scoring.services.evaluations import edit_policy
from scoring.services.openings import turn_key
from tests.factories import make_criteria

WEIGHTED = "1.1"


@pytest.fixture
def sealed(tender) -> Tender:
    """Its deadline has passed; its quotes are sealed and its criteria a draft."""
    tender.is_sealed, tender.stage = True, Stage.QUOTES
    tender.quote_deadline = database_now() - timedelta(minutes=1)
    tender.save()
    make_criteria(tender)
    return tender


def test_the_second_key_locks_the_criteria_before_it_opens(
    officer, second_officer, sealed
):
    evaluation = sealed.evaluation
    turn_key(by=officer, evaluation=evaluation)
    assert not evaluation.criteria_versions.get().is_locked

    opened = turn_key(by=second_officer, evaluation=evaluation)

    version = evaluation.criteria_versions.get()
    assert (version.is_locked, version.locked_by) == (True, second_officer)
    assert version.locked_at <= opened.opened_at
    actions = AuditEntry.objects.order_by("sequence").values_list("action", flat=True)
    assert list(actions)[-4:] == [
        "opening_key_turned",
        "opening_key_turned",
        "criteria_locked",
        "quotes_opened",
    ]


def test_after_the_opening_criteria_formula_and_rates_stand(
    officer, second_officer, sealed
):
    evaluation = sealed.evaluation
    rate = freeze_rate(
        by=officer,
        tender=sealed,
        terms=RateTerms(
            currency="EUR", rate=Decimal("1.08"), on=date(2026, 10, 1), source="ECB"
        ),
    )
    for person in (officer, second_officer):
        turn_key(by=person, evaluation=evaluation)
    sealed.refresh_from_db()
    evaluation.tender = sealed

    refusals = {}
    for name, call in {
        "criteria": lambda: edit_criteria(
            by=officer,
            version=evaluation.criteria_versions.get(),
            changes={WEIGHTED: {"name_en": "Other"}},
        ),
        "formula": lambda: edit_policy(
            by=officer, evaluation=evaluation, changes={"price_formula": "min_max"}
        ),
        "rates": lambda: remove_rate(by=officer, rate=rate),
    }.items():
        with pytest.raises(RuleBrokenError) as caught:
            call()
        refusals[name] = caught.value.code
    assert refusals == {
        "criteria": "criteria_locked",
        "formula": "rules_locked",
        "rates": "rates_locked",
    }


def test_no_key_turns_while_the_criteria_could_not_be_locked(officer, sealed):
    row = sealed.evaluation.criteria_versions.get().criteria.filter(weight__gt=1)[0]
    row.weight -= 1
    row.save()

    with pytest.raises(RuleBrokenError) as refusal:
        turn_key(by=officer, evaluation=sealed.evaluation)

    assert refusal.value.code == "weights_not_hundred"
    assert not OpeningKey.objects.exists()
    assert Tender.objects.get().opened_at is None


def test_an_evaluation_without_criteria_is_not_opened(officer, sealed):
    sealed.evaluation.criteria_versions.all().delete()

    with pytest.raises(RuleBrokenError) as refusal:
        turn_key(by=officer, evaluation=sealed.evaluation)

    assert refusal.value.code == "criteria_missing"


def test_criteria_locked_before_stay_as_they_were(officer, second_officer, sealed):
    version = sealed.evaluation.criteria_versions.get()
    locked = database_now() - timedelta(minutes=30)
    type(version).objects.update(locked_by=officer, locked_at=locked)

    turn_key(by=officer, evaluation=sealed.evaluation)
    opened = turn_key(by=second_officer, evaluation=sealed.evaluation)

    assert opened.opened_at is not None
    version.refresh_from_db()
    assert (version.locked_by, version.locked_at) == (officer, locked)


def test_an_approver_turns_no_key(approver, sealed):
    with pytest.raises(PermissionRefusedError):
        turn_key(by=approver, evaluation=sealed.evaluation)
