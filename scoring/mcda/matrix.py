"""What is evaluated: criteria, candidates, cells, data and the locked rules."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from scoring.mcda.curves import CurveSpec
from scoring.mcda.exact import RoundingMode, rounded
from scoring.mcda.price_formulas import PriceRule


class Kind(StrEnum):
    """How a weighted criterion gets its share."""

    RUBRIC = "rubric"
    CURVE = "curve"
    PRICE = "price"


class Perspective(StrEnum):
    """The axis a criterion is also reported on."""

    TECHNICAL = "technical"
    COMMERCIAL = "commercial"
    RISK = "risk"


class Admission(StrEnum):
    """Whether a candidate counts, and if not why."""

    ADMITTED = "admitted"
    UNDER_REVIEW = "under_review"
    REJECTED = "rejected"
    LATE = "late"
    KNOCKED_OUT = "knocked_out"
    WITHDRAWN = "withdrawn"


class CellState(StrEnum):
    """What an evaluator has said in a cell; only `scored` carries a number."""

    NOT_SCORED = "not_scored"
    SCORED = "scored"
    NA_PROPOSED = "na_proposed"
    NA = "na"
    DECLINED = "declined"
    RECUSED = "recused"


class ShareRule(StrEnum):
    """How a rubric cell from 1 to 5 becomes a share."""

    OF_RANGE = "share_of_range"
    OF_MAXIMUM = "share_of_maximum"


class WeightScope(StrEnum):
    """Who takes over the weight of a criterion that is not applicable."""

    ALL = "all"
    DIMENSION = "dimension"


class TieBreak(StrEnum):
    """One step of the declared chain for equal totals."""

    LOWER_PRICE = "lower_price"
    HIGHER_TECHNICAL = "higher_technical"
    EARLIER_SUBMISSION = "earlier_submission"


DEFAULT_TIE_BREAKS = (
    TieBreak.LOWER_PRICE,
    TieBreak.HIGHER_TECHNICAL,
    TieBreak.EARLIER_SUBMISSION,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionSpec:
    """A weighted leaf of the requirements; `weight` in points of 100.

    `is_applicable` is the officer's decision for all candidates. Only a criterion that
    `may_be_assumed` accepts a datum that comes from a locked substitute rule.
    """

    key: str
    dimension: str
    perspective: Perspective
    kind: Kind
    weight: Decimal
    curve: CurveSpec | None = None
    is_applicable: bool = True
    may_be_assumed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateInput:
    """An offer in the evaluation; `price` is the evaluated price in its one basis.

    `price_assumptions` names the substitute rules that fill optional cost lines.
    """

    key: str
    admission: Admission = Admission.ADMITTED
    admission_reason: str = ""
    price: Decimal | None = None
    price_assumptions: tuple[str, ...] = ()
    submitted_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatorInput:
    """A panel member, their locked weight, and the rubric criteria assigned to them.

    `criteria` of None means all rubric criteria.
    """

    key: str
    weight: Decimal = Decimal(1)
    criteria: frozenset[str] | None = None

    def is_assigned(self, criterion: str) -> bool:
        """Tell whether this evaluator scores a rubric criterion."""
        return self.criteria is None or criterion in self.criteria


@dataclass(frozen=True, slots=True, kw_only=True)
class CellInput:
    """What one evaluator said; a missing cell of an assigned evaluator is not scored.

    A recusal in one cell covers all cells of that evaluator and candidate. An N/A in
    one cell makes the criterion not applicable for all candidates. A declined cell
    stays open until the decline is accepted.
    """

    candidate: str
    criterion: str
    evaluator: str
    state: CellState
    score: Decimal | None = None
    is_decline_accepted: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Consensus:
    """The score the panel agreed on; the originals stay beside it."""

    candidate: str
    criterion: str
    score: Decimal
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """The decision to keep the mean of a cell although its scores lie far apart."""

    candidate: str
    criterion: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatumInput:
    """The one value attached to a candidate for a curve criterion.

    `assumed_by` names the locked substitute rule if the value was not given.
    """

    candidate: str
    criterion: str
    value: Decimal | None
    provenance: str = ""
    source: str = ""
    assumed_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundingRule:
    """How many places are shown, and whether ranks look at the rounded totals."""

    places: int = 2
    export_places: int = 4
    mode: RoundingMode = RoundingMode.HALF_EVEN
    ranks_use_rounded: bool = False

    def shown(self, value: Fraction) -> Decimal:
        """Round a value for a page."""
        return rounded(value, self.places, self.mode)

    def exported(self, value: Fraction) -> Decimal:
        """Round a value for an export."""
        return rounded(value, self.export_places, self.mode)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The choices that are locked before quotes are opened.

    `band` is the practical equality in points below the leader (0: none), `quorum` the
    scores a cell needs, `spread_limit` the part of the scale beyond which a cell is
    moderated.
    """

    price: PriceRule | None = None
    share_rule: ShareRule = ShareRule.OF_RANGE
    weight_scope: WeightScope = WeightScope.ALL
    tie_breaks: tuple[TieBreak, ...] = DEFAULT_TIE_BREAKS
    band: Decimal = Decimal(0)
    quorum: int = 2
    spread_limit: Decimal = Decimal("0.40")
    rounding: RoundingRule = field(default_factory=RoundingRule)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationInput:
    """Everything a ranking depends on, and nothing else."""

    criteria: tuple[CriterionSpec, ...]
    candidates: tuple[CandidateInput, ...]
    rules: Rules
    are_prices_released: bool
    evaluators: tuple[EvaluatorInput, ...] = ()
    cells: tuple[CellInput, ...] = ()
    consensus: tuple[Consensus, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    data: tuple[DatumInput, ...] = ()
