"""The evaluation, its exchange rates and its locked criteria."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

from procurement.audit.models import AuditEntry
from scoring.models import CriteriaVersion, Criterion, Dimension, Evaluation
from scoring.reports import schema
from scoring.reports.gathering.texts import (
    instant,
    literal,
    number,
    number_or_none,
    spoken,
    typed,
)
from scoring.selectors.rankings.matrices import curve_spec
from scoring.selectors.rankings.results import Ranking
from scoring.selectors.units import unit_words

UNSTATED: Final = "–"


def evaluation_part(ranking: Ranking) -> schema.Evaluation:
    """What is bought, and the conventions of every figure."""
    evaluation, tender = ranking.evaluation, ranking.evaluation.tender
    gpus = max((c.offer.gpus for c in ranking.matrix.candidates if c.offer), default=0)
    return {
        "reference": tender.reference,
        "title": typed(tender.title),
        "workload": typed(evaluation.workload or UNSTATED),
        "nodes": tender.nodes,
        "gpus": gpus,
        "currency": tender.currency,
        "tax_basis": literal(tender.tax_basis),
        "time_zone": tender.time_zone,
        "budget": number_or_none(tender.budget),
        "horizon_years": evaluation.horizon_years,
        "cash_flow_timing": literal(evaluation.timing),
        "price_terms": "nominal",
        "discount_rate": number(_discount_rate(evaluation)),
        "opening": _event(evaluation, "quotes_opened", "opening_key_turned")
        if tender.is_sealed
        else None,
        "price_release": _event(evaluation, "prices_released"),
    }


def _discount_rate(evaluation: Evaluation) -> Decimal:
    row = evaluation.cost_assumptions.filter(key="discount", candidate=None).first()
    return row.value / 100 if row else Decimal(0)


def _event(
    evaluation: Evaluation, action: str, also: str | None = None
) -> schema.Event | None:
    entries = AuditEntry.objects.filter(chain__name=str(evaluation.tender.uuid))
    last = entries.filter(action=action).order_by("-sequence").first()
    if last is None:
        return None
    people = last.details.get("officers") or [last.actor_name]
    if also is not None and "officers" not in last.details:
        names = entries.filter(action=also).order_by("sequence")
        people = [*names.values_list("actor_name", flat=True), *people]
    return {"at": instant(last.at), "by": list(dict.fromkeys(people))}


def exchange_rates(evaluation: Evaluation) -> list[schema.ExchangeRate]:
    """The frozen rates of the tender."""
    return [
        {
            "currency": row.currency,
            "rate": number(row.rate),
            "source": row.source,
            "dated_on": row.on.isoformat(),
        }
        for row in evaluation.tender.rates.all()
    ]


def criteria_part(ranking: Ranking) -> schema.CriteriaVersion:
    """The locked version with its dimensions, leaves and knock-outs."""
    version, evaluation = ranking.version, ranking.evaluation
    knock_outs = [
        row for row in ranking.matrix.criteria if row.kind == Criterion.Kind.KNOCK_OUT
    ]
    return {
        "version": version.number,
        "locked_at": instant(version.locked_at) if version.locked_at else None,
        "share_rule": literal(evaluation.share_rule),
        "weight_scope": literal(evaluation.renormalisation),
        "price_rule": _price_rule(ranking),
        "tie_breaks": [literal(step) for step in evaluation.tie_breaks],
        "dimensions": _dimensions(version, ranking),
        "knock_outs": [
            {
                "key": row.key,
                "code": row.key,
                "name": typed(row.name_en, row.name_zh),
                "requirement": typed(row.name_en, row.name_zh),
            }
            for row in knock_outs
        ],
    }


def _price_rule(ranking: Ranking) -> schema.PriceRule | None:
    evaluation = ranking.evaluation
    if not any(row.kind == Criterion.Kind.PRICE for row in ranking.matrix.criteria):
        return None
    named = {
        "low": evaluation.price_low,
        "high": evaluation.price_high,
        "A": evaluation.price_log_base,
    }
    used = {"fixed_range": ("low", "high"), "log": ("A",)}.get(
        evaluation.price_formula, ()
    )
    years = evaluation.horizon_years
    basis = evaluation.PriceBasis(evaluation.price_basis)
    return {
        "formula": literal(evaluation.price_formula),
        "parameters": [
            {"name": name, "value": number(value)}
            for name in used
            if (value := named[name]) is not None
        ],
        "basis": spoken(
            lambda: (
                basis.label
                if basis == evaluation.PriceBasis.QUOTED_NET
                else _("%(years)s years, %(basis)s")
                % {"years": years, "basis": basis.label}
            )
        ),
    }


def _dimensions(version: CriteriaVersion, ranking: Ranking) -> list[schema.Dimension]:
    weights = ranking.result.effective_weights
    leaves: dict[int, list[Criterion]] = {}
    for row in ranking.matrix.criteria:
        if row.dimension_id is not None:
            leaves.setdefault(row.dimension_id, []).append(row)
    return [
        _dimension(row, leaves.get(row.pk, []), weights)
        for row in version.dimensions.all()
    ]


def _dimension(
    dimension: Dimension, leaves: list[Criterion], weights: Mapping[str, Fraction]
) -> schema.Dimension:
    return {
        "key": f"d{dimension.key}",
        "code": dimension.key,
        "name": typed(dimension.name_en, dimension.name_zh),
        "weight": number(sum((leaf.weight for leaf in leaves), Decimal(0))),
        "criteria": [_criterion(leaf, weights.get(leaf.key)) for leaf in leaves],
    }


def _criterion(row: Criterion, weight: Fraction | None) -> schema.Criterion:
    is_curve = row.kind == Criterion.Kind.CURVE
    return {
        "key": row.key,
        "code": row.key,
        "name": typed(row.name_en, row.name_zh),
        "weight": number(row.weight),
        "effective_weight": number(weight * 100) if weight else None,
        "perspective": literal(row.perspective),
        "kind": literal(row.kind),
        "unit": spoken(lambda: unit_words(row.unit)) if row.unit else None,
        "curve": _points(row) if is_curve else [],
        "scale": literal(row.scale) if is_curve else None,
        "anchors": [
            {"score": score, "text": typed(english, chinese)}
            for score, (english, chinese) in enumerate(
                zip(row.anchors_en, row.anchors_zh, strict=True), start=1
            )
            if english
        ],
    }


def _points(row: Criterion) -> list[schema.CurvePoint]:
    curve = curve_spec(row)
    points = curve.points if curve else ()
    return [
        {"value": number(point.value), "score": number(point.score)} for point in points
    ]
