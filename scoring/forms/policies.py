"""What an officer fixes before quotes come in: workload, price formula, panel rules."""

from typing import Any, Final

from django import forms
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import DecimalField, PercentField
from scoring.models import Evaluation
from scoring.models.evaluations import TIE_BREAKS
from scoring.selectors.policies import TIE_BREAK_NAMES
from scoring.services.evaluations import POLICY

PERCENTAGES: Final = {"growth_12_months": 1000, "spread_limit": 100}
"""Fractions that people type in per cent, with the most that makes sense."""
STEPS: Final = ("tie_1", "tie_2", "tie_3")
WORKLOAD: Final = (
    "workload",
    "model_parameters_billion",
    "training_tokens_billion",
    "precision",
    "growth_12_months",
    "rack_power_kilowatts",
)
PRICE: Final = (
    "horizon_years",
    "timing",
    "price_basis",
    "price_formula",
    "price_low",
    "price_high",
    "price_log_base",
)
PANEL: Final = ("share_rule", "renormalisation", "spread_limit", "quorum")


def _field(column: "models.Field[Any, Any]", **options: Any) -> forms.Field | None:
    if column.name in PERCENTAGES:
        return PercentField(
            label=capfirst(column.verbose_name),
            max_value=PERCENTAGES[column.name],
            decimal_places=2,
            required=not column.blank,
            help_text=_("in per cent"),
        )
    if isinstance(column, models.DecimalField):
        options["form_class"] = DecimalField
    return column.formfield(**options)


class PolicyForm(forms.Form):
    """The rules of the judgement; all of them are printed in the report."""

    def __init__(self, *args: Any, evaluation: Evaluation, **words: Any) -> None:
        held = {name: getattr(evaluation, name) for name in POLICY}
        chain = [*held.pop("tie_breaks"), "", "", ""]
        held |= dict(zip(STEPS, chain, strict=False))
        super().__init__(*args, **words | {"initial": held})
        names = [name for name in POLICY if name != "tie_breaks"]
        self.fields |= forms.fields_for_model(
            Evaluation, fields=names, formfield_callback=_field
        )
        for step, label in zip(
            STEPS, (_("Exact ties: first"), _("then"), _("then")), strict=True
        ):
            self.fields[step] = forms.ChoiceField(
                label=label,
                required=False,
                choices=[
                    ("", _("stays tied")),
                    *((key, TIE_BREAK_NAMES[key]) for key in TIE_BREAKS),
                ],
            )

    def groups(self) -> list[list[forms.BoundField]]:
        """The fields as the page lays them out: workload, price, panel."""
        return [
            [self[name] for name in names]
            for names in (WORKLOAD, PRICE, (*PANEL, *STEPS))
        ]

    @property
    def changes(self) -> dict[str, object]:
        """What a valid form says, as the service takes it."""
        typed = dict(self.cleaned_data)
        chain = [typed.pop(step) for step in STEPS]
        return typed | {"tie_breaks": [step for step in chain if step]}
