"""The one table: it fails closed and says why."""

import pytest

from procurement.accounts.models import Anonymous
from procurement.permissions import (
    ALLOWED,
    ORGANISATION,
    PHASES,
    Action,
    PermissionRefusedError,
    Role,
    Stage,
    WrongStageError,
    can,
    require,
)


def test_every_action_has_a_row_in_the_table():
    assert set(ALLOWED) == set(Action)
    assert set(PHASES) <= set(Action)


def test_nobody_may_do_anything():
    assert not any(can(Anonymous(), action, ORGANISATION) for action in Action)


def test_an_unknown_action_is_refused(officer):
    assert not can(officer, "destroy", ORGANISATION)


def test_officer_edits_criteria_in_setup_but_not_in_moderation(officer, tender):
    require(officer, Action.EDIT_CRITERIA, tender)
    tender.stage = Stage.MODERATION

    with pytest.raises(WrongStageError, match="evaluation is in the stage Moderation"):
        require(officer, Action.EDIT_CRITERIA, tender)


def test_outsider_is_refused_with_the_role_that_is_needed(outsider, tender):
    with pytest.raises(PermissionRefusedError, match="officer of this evaluation"):
        require(outsider, Action.EDIT_CRITERIA, tender)


def test_evaluator_reads_prices_only_once_they_are_released(evaluator, tender):
    assert not can(evaluator, Action.VIEW_QUOTES, tender)

    tender.prices_released_at = tender.created_at

    assert can(evaluator, Action.VIEW_QUOTES, tender)


def test_an_inactive_person_has_no_role(officer, tender):
    officer.is_active = False

    assert officer.organisation_roles == frozenset()
    assert Role.OFFICER not in tender.roles_of(officer)
    assert not can(officer, Action.VIEW_EVALUATION, tender)
