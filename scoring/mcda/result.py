"""The result: ranks, totals and every number behind them, ready to be explained."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from scoring.mcda.aggregation import RubricCell
from scoring.mcda.curves import CurveReading
from scoring.mcda.exact import decimal_string
from scoring.mcda.matrix import Admission, CriterionSpec, DatumInput, Rules
from scoring.mcda.price_formulas import PriceField, PriceReading
from scoring.mcda.ranking import Place
from scoring.mcda.reasons import Reason
from scoring.mcda.weighted_sum import GroupPoints

METHOD = "weighted_sum"
METHOD_VERSION = "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveWorking:
    """A datum and how its curve was read; the reading is None where it is missing."""

    datum: DatumInput | None
    reading: CurveReading | None

    @property
    def share(self) -> Fraction | None:
        """Return the share read off the curve, if there was a datum."""
        return None if self.reading is None else self.reading.share


type Working = RubricCell | CurveWorking | PriceReading | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionResult:
    """A candidate's share and points for one criterion, and how they came about."""

    criterion: CriterionSpec
    is_applicable: bool
    effective_weight: Fraction
    share: Fraction | None
    points: Fraction | None
    working: Working
    reasons: tuple[Reason, ...] = ()

    @property
    def shown_score(self) -> Fraction | None:
        """Return the score from 1 to 5: the cell or 1 + 4 · share; prices have none."""
        if isinstance(self.working, RubricCell):
            return self.working.value
        if isinstance(self.working, CurveWorking) and self.share is not None:
            return 1 + 4 * self.share
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Completeness:
    """Scores owed and given; a criterion is done with a share and no open cell."""

    required: int = 0
    scored: int = 0
    declined: int = 0
    recused: int = 0
    criteria_required: int = 0
    criteria_done: int = 0

    @property
    def open(self) -> int:
        """Count the scores still owed."""
        return self.required - self.scored

    def __add__(self, other: "Completeness") -> "Completeness":
        return Completeness(
            required=self.required + other.required,
            scored=self.scored + other.scored,
            declined=self.declined + other.declined,
            recused=self.recused + other.recused,
            criteria_required=self.criteria_required + other.criteria_required,
            criteria_done=self.criteria_done + other.criteria_done,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateResult:
    """A candidate that counts; without a total it cannot be ranked and says why."""

    key: str
    admission: Admission
    price: Decimal | None
    total: Fraction | None
    place: Place | None
    criteria: tuple[CriterionResult, ...]
    dimensions: tuple[GroupPoints, ...]
    perspectives: tuple[GroupPoints, ...]
    completeness: Completeness
    reasons: tuple[Reason, ...] = ()

    @property
    def rank(self) -> int | None:
        """Return the rank, if there is one."""
        return None if self.place is None else self.place.rank

    def criterion(self, key: str) -> CriterionResult:
        """Return the result for one criterion."""
        return next(item for item in self.criteria if item.criterion.key == key)

    def dimension(self, key: str) -> GroupPoints:
        """Return the points of one dimension."""
        return next(item for item in self.dimensions if item.key == key)

    def perspective(self, key: str) -> GroupPoints:
        """Return the points of one perspective."""
        return next(item for item in self.perspectives if item.key == key)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcludedCandidate:
    """A candidate that takes part in no figure, with its state and reason."""

    key: str
    admission: Admission
    admission_reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingResult:
    """All candidates with everything that explains their places.

    `ranked` is in order of rank; `first_by_points` and `winners` differ only when a
    chain or a band decided; `lead` is the total of the first less that of the second.
    """

    method: str
    method_version: str
    rules: Rules
    effective_weights: Mapping[str, Fraction]
    price_field: PriceField | None
    ranked: tuple[CandidateResult, ...]
    not_rankable: tuple[CandidateResult, ...]
    excluded: tuple[ExcludedCandidate, ...]
    first_by_points: tuple[str, ...]
    winners: tuple[str, ...]
    lead: Fraction | None
    completeness: Completeness
    provisional: tuple[Reason, ...]
    quorum_gaps: tuple[Reason, ...]

    @property
    def is_provisional(self) -> bool:
        """Tell whether the result may still move."""
        return bool(self.provisional)

    @property
    def publication_blocks(self) -> tuple[Reason, ...]:
        """Return all that keeps the result from being published."""
        return self.provisional + self.quorum_gaps

    def candidate(self, key: str) -> CandidateResult:
        """Return the result of one candidate that counts."""
        both = self.ranked + self.not_rankable
        return next(item for item in both if item.key == key)


type Plain = str | int | bool | list["Plain"] | dict[str, "Plain"] | None


def plain(value: object) -> Plain:
    """Turn inputs or results into values that JSON can hold, for a snapshot.

    Idea: nothing is lost that a reader could miss. Fractions get 28 significant digits,
    decimals their own text, both as strings; times are ISO 8601. Source: the product's
    design, freezing.

    >>> plain({"share": Fraction(2, 3), "weight": Decimal("35.80")})
    {'share': '0.6666666666666666666666666667', 'weight': '35.80'}
    """
    if value is None or isinstance(value, bool | int | str):
        return str(value) if isinstance(value, StrEnum) else value
    if is_dataclass(value):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return _plain_leaf(value)


def _plain_leaf(value: object) -> Plain:
    if isinstance(value, tuple | frozenset):
        items = sorted(value) if isinstance(value, frozenset) else value
        return [plain(item) for item in items]
    if isinstance(value, Fraction):
        return decimal_string(value)
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, datetime):
        return value.isoformat()
    message = f"{type(value).__name__} has no plain form"
    raise TypeError(message)
