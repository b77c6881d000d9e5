"""The ranking as a page shows it: rows in order, what is left out, why provisional."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from procurement.punctuation import listed
from scoring.mcda.matrix import Perspective, TieBreak
from scoring.mcda.price_formulas import PriceReading
from scoring.mcda.reasons import Reason
from scoring.mcda.result import CandidateResult, CriterionResult
from scoring.mcda.weighted_sum import GroupPoints
from scoring.models import Candidate, Criterion, Dimension
from scoring.models.criteria import in_language
from scoring.selectors.moderation import hidden_vendors
from scoring.selectors.products import product_words
from scoring.selectors.rankings.reasons import candidate_names, sentence
from scoring.selectors.rankings.results import Ranking

TIE_WORDS: Final = {
    TieBreak.LOWER_PRICE: gettext_lazy("lower evaluated price"),
    TieBreak.HIGHER_TECHNICAL: gettext_lazy("higher technical share"),
    TieBreak.EARLIER_SUBMISSION: gettext_lazy("earlier submission"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionHead:
    """A dimension with its effective weight in points of 100 and its colour."""

    dimension: Dimension
    weight: Fraction
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRow:
    """A candidate with a total: its place, its parts, its price."""

    candidate: Candidate
    product: str
    rank: int
    total: Fraction
    parts: tuple[Fraction | None, ...]
    axes: tuple[GroupPoints, ...]
    price: Decimal | None
    price_points: Fraction | None
    price_share: Fraction | None
    done: int
    required: int
    notes: tuple[str, ...]

    @property
    def bar(self) -> list[tuple[str, Fraction]]:
        """The parts as a bar draws them: colour and points."""
        return [
            (f"f{number}", part or Fraction(0))
            for number, part in enumerate(self.parts, start=1)
        ]

    @property
    def is_under_review(self) -> bool:
        """Whether it takes part under reserve."""
        return self.candidate.admission == Candidate.Admission.UNDER_REVIEW


@dataclass(frozen=True, slots=True, kw_only=True)
class UnrankedRow:
    """A candidate that counts and has no total, with every reason."""

    candidate: Candidate
    product: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcludedRow:
    """A candidate that takes part in no figure, with its state and reason."""

    candidate: Candidate
    product: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingTable:
    """All that the ranking page says; ``is_partial`` when the reader is recused."""

    heads: tuple[DimensionHead, ...]
    ranked: tuple[RankedRow, ...]
    unranked: tuple[UnrankedRow, ...]
    excluded: tuple[ExcludedRow, ...]
    provisional: tuple[str, ...]
    gaps: tuple[str, ...]
    is_partial: bool


def ranking_table(ranking: Ranking, reader: int) -> RankingTable:
    """Lay out a ranking for a reader, less the vendors that they are recused from."""
    drawn = _Drawn(ranking=ranking, hidden=hidden_vendors(ranking.matrix, reader))
    result = ranking.result
    return RankingTable(
        heads=heads(ranking),
        ranked=tuple(drawn.ranked()),
        unranked=tuple(drawn.unranked()),
        excluded=tuple(drawn.excluded()),
        provisional=drawn.sentences(result.provisional),
        gaps=drawn.sentences(result.quorum_gaps),
        is_partial=bool(drawn.hidden),
    )


def heads(ranking: Ranking) -> tuple[DimensionHead, ...]:
    """The dimensions in order, each with the weight that its criteria have now."""
    weights = ranking.result.effective_weights
    members: dict[int, list[Criterion]] = {}
    found: dict[int, Dimension] = {}
    for row in ranking.matrix.criteria:
        if row.dimension is not None:
            found[row.dimension.pk] = row.dimension
            members.setdefault(row.dimension.pk, []).append(row)
    ordered = sorted(found.values(), key=lambda row: row.position)
    return tuple(
        DimensionHead(
            dimension=row,
            weight=100
            * sum(
                (weights.get(c.key, Fraction(0)) for c in members[row.pk]), Fraction(0)
            ),
            colour=f"f{number}",
        )
        for number, row in enumerate(ordered, start=1)
    )


def price_result(item: CandidateResult) -> CriterionResult | None:
    """The result of the price criterion, if there is one with a reading."""
    return next(
        (own for own in item.criteria if isinstance(own.working, PriceReading)), None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawn:
    ranking: Ranking
    hidden: frozenset[int]

    @property
    def candidates(self) -> dict[str, Candidate]:
        """The candidates that the reader may know of, by key."""
        return {
            str(row.pk): row
            for row in self.ranking.matrix.candidates
            if row.vendor_id not in self.hidden
        }

    def sentences(self, reasons: Iterable[Reason]) -> tuple[str, ...]:
        names = candidate_names(self.ranking.matrix, self.hidden)
        return tuple(sentence(item, names) for item in reasons)

    def ranked(self) -> Iterable[RankedRow]:
        candidates = self.candidates
        for item in self.ranking.result.ranked:
            candidate = candidates.get(item.key)
            if candidate is not None and item.total is not None and item.rank:
                yield self._ranked(item, candidate, (item.total, item.rank))

    def _ranked(
        self, item: CandidateResult, candidate: Candidate, place: tuple[Fraction, int]
    ) -> RankedRow:
        points = {group.key: group.points for group in item.dimensions}
        priced = price_result(item)
        total, rank = place
        return RankedRow(
            candidate=candidate,
            product=product_words(candidate),
            rank=rank,
            total=total,
            parts=tuple(points.get(head.dimension.key) for head in heads(self.ranking)),
            axes=axes(item),
            price=item.price,
            price_points=priced.points if priced else None,
            price_share=priced.share if priced else None,
            done=item.completeness.criteria_done,
            required=item.completeness.criteria_required,
            notes=tuple(self._notes(item)),
        )

    def _notes(self, item: CandidateResult) -> Iterable[str]:
        place, names = item.place, self.candidates
        if place is None:
            return
        tied = [names[key].label for key in place.tied_with if key in names]
        if place.tied_with:
            others = listed(tied) or _("a candidate that is not shown to you")
            yield _("Tied with %(names)s") % {"names": others}
        elif place.level_with:
            steps = listed(TIE_WORDS[step] for step in place.decided_by)
            yield _("Equal points; decided by: %(steps)s") % {"steps": steps}

    def unranked(self) -> Iterable[UnrankedRow]:
        candidates = self.candidates
        refusals = {str(cost.candidate.pk): cost.refusal for cost in self.ranking.costs}
        for item in self.ranking.result.not_rankable:
            if item.key in candidates:
                said = [*self.sentences(item.reasons), refusals.get(item.key, "")]
                yield UnrankedRow(
                    candidate=candidates[item.key],
                    product=product_words(candidates[item.key]),
                    reasons=tuple(words for words in said if words),
                )

    def excluded(self) -> Iterable[ExcludedRow]:
        for candidate in self.candidates.values():
            if not candidate.counts:
                yield ExcludedRow(
                    candidate=candidate,
                    product=product_words(candidate),
                    reason=in_language(
                        candidate.admission_reason, candidate.admission_reason_zh
                    ),
                )


def axes(item: CandidateResult) -> tuple[GroupPoints, ...]:
    """The points on the three perspectives in order; 0 of 0 where none weighs."""
    found = {group.key: group for group in item.perspectives}
    return tuple(
        found.get(
            axis, GroupPoints(key=axis, weight_points=Fraction(0), points=Fraction(0))
        )
        for axis in Perspective
    )
