"""Small inputs for scoring tests: the least a case needs, the rest by keyword."""

from decimal import Decimal

from scoring.mcda.curves import CurveSpec
from scoring.mcda.matrix import (
    CandidateInput,
    CellInput,
    CellState,
    CriterionSpec,
    DatumInput,
    EvaluationInput,
    EvaluatorInput,
    Kind,
    Perspective,
    Rules,
)
from scoring.mcda.price_formulas import PriceFormula, PriceRule

LOW_BID = PriceRule(formula=PriceFormula.LOW_BID)
QUALITY = CurveSpec(score_1_at=Decimal(0), score_5_at=Decimal(1))


def criterion(key, kind=Kind.RUBRIC, weight="100", **more):
    """Make a criterion; a curve reads the share itself as its datum."""
    more.setdefault("curve", QUALITY if kind is Kind.CURVE else None)
    more.setdefault("dimension", key.split(".", maxsplit=1)[0])
    more.setdefault("perspective", Perspective.TECHNICAL)
    return CriterionSpec(key=key, kind=kind, weight=Decimal(weight), **more)


def score(candidate, of, evaluator, value):
    """Make a cell: a number is a score, a word is a state."""
    given = value if isinstance(value, CellState) else CellState.SCORED
    return CellInput(
        candidate=candidate,
        criterion=of,
        evaluator=evaluator,
        state=given,
        score=Decimal(value) if given is CellState.SCORED else None,
    )


def panel(*names, **more):
    """Make evaluators by name."""
    return tuple(EvaluatorInput(key=name, **more) for name in names)


def evaluation(criteria, candidates, **more):
    """Make inputs whose prices are released."""
    more.setdefault("rules", Rules(price=LOW_BID))
    more.setdefault("are_prices_released", True)
    return EvaluationInput(criteria=criteria, candidates=candidates, **more)


def quality_and_price(offers, *, price_points=40, price=LOW_BID, **rules):
    """Make candidates of a quality share and a price, as the golden vectors do."""
    return evaluation(
        criteria=(
            criterion("quality", Kind.CURVE, 100 - price_points),
            criterion(
                "price",
                Kind.PRICE,
                price_points,
                perspective=Perspective.COMMERCIAL,
            ),
        ),
        candidates=tuple(
            CandidateInput(key=key, price=Decimal(amount))
            for key, (_share, amount) in offers.items()
        ),
        data=tuple(
            DatumInput(candidate=key, criterion="quality", value=Decimal(share))
            for key, (share, _amount) in offers.items()
        ),
        rules=Rules(price=price, **rules),
    )
