"""The rules of an evaluation in words, and whether they can still change."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django_stubs_ext import StrOrPromise

from procurement.accounts.models import User
from procurement.permissions import Action, can
from procurement.punctuation import strung
from procurement.templatetags.numbers import UNDEFINED, percent, plain
from scoring.models import CriteriaVersion, Evaluation
from scoring.selectors.criteria import price_words

TIE_BREAK_NAMES: Final[Mapping[str, StrOrPromise]] = {
    "lower_price": gettext_lazy("lower evaluated price"),
    "higher_technical": gettext_lazy("higher technical share"),
    "earlier_submission": gettext_lazy("earlier submission"),
}


def may_change_rules(user: User, evaluation: Evaluation) -> bool:
    """Whether the person may change the rules now."""
    tender = evaluation.tender
    if not can(user, Action.EDIT_POLICY, tender):
        return False
    if evaluation.criteria_versions.filter(locked_at__isnull=False).exists():
        return False
    return not (tender.is_open and tender.quotes.exists())


def may_edit_criteria(user: User, version: CriteriaVersion) -> bool:
    """Whether the person may change a version of the criteria now."""
    tender = version.evaluation.tender
    if version.is_locked or not can(user, Action.EDIT_CRITERIA, tender):
        return False
    return version.number > 1 or not (tender.is_open and tender.quotes.exists())


def policy_lines(evaluation: Evaluation) -> list[tuple[str, str]]:
    """Label and words of each rule, in the order of the page."""
    return [(label, read(evaluation)) for label, read in _readers()]


def _readers() -> list[tuple[str, Callable[[Evaluation], str]]]:
    return [
        (_("Workload"), lambda row: row.workload or UNDEFINED),
        (_("Model size"), lambda row: _figure(row.model_parameters_billion, "B")),
        (
            _("Training tokens"),
            lambda row: _figure(row.training_tokens_billion, "B"),
        ),
        (_("Precision"), lambda row: row.precision or UNDEFINED),
        (_("Growth in 12 months"), lambda row: percent(row.growth_12_months)),
        (_("Power per rack"), lambda row: _figure(row.rack_power_kilowatts, "kW")),
        (_("Horizon"), _horizon),
        (_("Running costs at"), lambda row: row.get_timing_display()),
        (_("Price"), price_words),
        (_("Share rule"), lambda row: row.get_share_rule_display()),
        (
            _("Weight of what does not apply"),
            lambda row: row.get_renormalisation_display(),
        ),
        (_("Moderate above a spread of"), lambda row: percent(row.spread_limit)),
        (_("Scores that a cell needs"), lambda row: str(row.quorum)),
        (_("Exact ties"), _chain),
    ]


def _figure(value: Any, unit: str) -> str:  # noqa: ANN401  # a Decimal or nothing, from the model's descriptor
    return UNDEFINED if value is None else f"{plain(value)} {unit}"


def _horizon(evaluation: Evaluation) -> str:
    years = evaluation.horizon_years
    return ngettext("%(count)s year", "%(count)s years", years) % {"count": years}


def _chain(evaluation: Evaluation) -> str:
    names = [str(TIE_BREAK_NAMES[step]) for step in evaluation.tie_breaks]
    return strung([*names, _("then tied")])
