"""What the checks are worked out from, under names that may leave the server."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from decimal import Decimal
from typing import Final

from procurement.canonical import canonical_json, digest
from scoring.mcda.matrix import EvaluationInput
from scoring.mcda.price_formulas import PriceFormula, PriceRule
from scoring.mcda.result import METHOD_VERSION
from scoring.mcda.robustness.document import ROBUSTNESS_VERSION
from scoring.mcda.simulation.plan import CONCENTRATION, DRAWS, SEED
from scoring.models import Evaluation
from scoring.selectors.panel_labels import panel_numbers
from scoring.selectors.rankings.results import Ranking

LOG_BASE: Final = Decimal(3)
"""The base of the logarithm that is compared with where none was recorded."""


def checked_inputs(ranking: Ranking) -> EvaluationInput:
    """The inputs with candidates named as in files, and evaluators by their labels.

    The draws follow the order of these names, so that a frozen version replays.
    """
    inputs = ranking.inputs
    keys = {str(row.pk): str(row.uuid) for row in ranking.matrix.candidates}
    labels = {
        str(pk): label for pk, label in panel_numbers(ranking.matrix.worksheets).items()
    }
    return replace(
        inputs,
        candidates=tuple(replace(c, key=keys[c.key]) for c in inputs.candidates),
        evaluators=tuple(replace(e, key=labels[e.key]) for e in inputs.evaluators),
        cells=tuple(
            replace(c, candidate=keys[c.candidate], evaluator=labels[c.evaluator])
            for c in inputs.cells
        ),
        consensus=tuple(_renamed(keys, c) for c in inputs.consensus),
        waivers=tuple(_renamed(keys, w) for w in inputs.waivers),
        data=tuple(_renamed(keys, d) for d in inputs.data),
    )


def _renamed[T](keys: Mapping[str, str], item: T) -> T:
    return replace(item, candidate=keys[item.candidate])  # type: ignore[attr-defined, type-var]  # all three have a candidate


def compared_rules(evaluation: Evaluation) -> tuple[PriceRule, ...]:
    """The price formulas to compare with: the fixed range as recorded, and the log."""
    return (
        PriceRule(formula=PriceFormula.LOW_BID),
        PriceRule(
            formula=PriceFormula.FIXED_RANGE,
            range_low=evaluation.price_low,
            range_high=evaluation.price_high,
        ),
        PriceRule(
            formula=PriceFormula.LOG, log_base=evaluation.price_log_base or LOG_BASE
        ),
    )


def robustness_sha256(ranking: Ranking) -> str:
    """The hash of all that the checks depend on, versions and seed included."""
    return digest(
        {
            "inputs": _canonical(checked_inputs(ranking)),
            "rules": _canonical(compared_rules(ranking.evaluation)),
            "versions": [METHOD_VERSION, ROBUSTNESS_VERSION],
            "draws": [SEED, DRAWS, CONCENTRATION],
        }
    )


def _canonical(value: object) -> object:
    """Plain values for a hash: rows in an order of their own, 0.40 the same as 0.4."""
    if is_dataclass(value):
        return {f.name: _canonical(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple | frozenset):
        found = [_canonical(item) for item in value]
        is_chain = isinstance(value, tuple) and not any(map(is_dataclass, value))
        return found if is_chain else sorted(found, key=canonical_json)
    return value
