"""Ranking and cash flows over REST: frozen once published, live before."""

import json
from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.services.quotes import note_price_reading
from procurement.accounts.models import User
from procurement.api.listing import Row
from procurement.permissions import Action, Stage
from scoring.api.evaluations import EvaluationEndpoint, TextSerializer
from scoring.api.robustness import RobustnessSerializer
from scoring.models import Decision, Evaluation
from scoring.reports.gathering.costs import cost_part
from scoring.reports.gathering.offers import candidate_key, candidate_parts
from scoring.reports.gathering.outcome import ranking_part
from scoring.selectors.moderation import hidden_vendors
from scoring.selectors.rankings.results import Ranking, ranking_of
from scoring.selectors.robustness.inputs import robustness_sha256
from scoring.selectors.robustness.stored import stored_checks

if TYPE_CHECKING:
    from scoring.mcda.robustness.document import RobustnessDocument


class DimensionPointsSerializer(serializers.Serializer[Row]):
    """Points earned in one dimension."""

    dimension = serializers.CharField()
    points = serializers.CharField()


class ScoreSerializer(serializers.Serializer[Row]):
    """A candidate's result on a criterion."""

    criterion = serializers.CharField()
    score = serializers.CharField(allow_null=True)
    share = serializers.CharField(allow_null=True)
    points = serializers.CharField(allow_null=True)
    declined = serializers.IntegerField()
    is_moderated = serializers.BooleanField()
    reason = TextSerializer(allow_null=True)


class RankingRowSerializer(serializers.Serializer[Row]):
    """A candidate's line; rank and total are null with a reason."""

    candidate = serializers.UUIDField()
    name = TextSerializer()
    rank = serializers.IntegerField(allow_null=True)
    total = serializers.CharField(allow_null=True)
    evaluated_price = serializers.CharField(allow_null=True)
    is_tied = serializers.BooleanField()
    decided_by = serializers.CharField(allow_null=True)
    dimensions = DimensionPointsSerializer(many=True)
    scores = ScoreSerializer(many=True)
    reason = TextSerializer(allow_null=True)


class RankingSerializer(serializers.Serializer[Row]):
    """The ranking, best first; numbers as text with 28 significant digits."""

    version = serializers.IntegerField(allow_null=True, help_text="Null while live.")
    sha256 = serializers.CharField(allow_null=True)
    is_provisional = serializers.BooleanField()
    provisional_reasons = TextSerializer(many=True)
    lead = serializers.CharField(allow_null=True)
    rows = RankingRowSerializer(many=True)
    robustness = RobustnessSerializer(
        allow_null=True,
        help_text=(
            "How firm the ranking is: null until the worker is done with these inputs "
            "(a POST to the page asks it), and for who is recused from a candidate."
        ),
    )


class CostLineSerializer(serializers.Serializer[Row]):
    """Yearly amounts of one cost line, year 0 first."""

    key = serializers.CharField()
    name = TextSerializer()
    component = serializers.CharField()
    amounts = serializers.ListField(child=serializers.CharField())
    present_value = serializers.CharField()


class CostResultSerializer(serializers.Serializer[Row]):
    """The cost of one candidate over one horizon."""

    candidate = serializers.UUIDField()
    name = TextSerializer()
    horizon_years = serializers.IntegerField()
    lines = CostLineSerializer(many=True)
    npv = serializers.CharField(allow_null=True)
    npv_per_gpu = serializers.CharField(allow_null=True)
    equivalent_annual_cost = serializers.CharField(allow_null=True)
    nominal_per_used_gpu_hour = serializers.CharField(allow_null=True)
    levelised_per_used_gpu_hour = serializers.CharField(allow_null=True)
    reason = TextSerializer(allow_null=True)


class CostSerializer(serializers.Serializer[Row]):
    """Cash flows in the evaluation's currency and tax basis."""

    version = serializers.IntegerField(allow_null=True)
    sha256 = serializers.CharField(allow_null=True)
    currency = serializers.CharField()
    tax_basis = serializers.CharField()
    horizons = serializers.ListField(child=serializers.IntegerField())
    results = CostResultSerializer(many=True)


def published_decision(evaluation: Evaluation, reader: User) -> Decision | None:
    """The version that is published now, if the reader may read it."""
    if evaluation.tender.stage != Stage.PUBLISHED:
        return None
    published = Decision.objects.visible_to(reader).filter(
        evaluation=evaluation, state=Decision.State.PUBLISHED
    )
    return published.order_by("-number").first()


def result_parts(
    evaluation: Evaluation, reader: User
) -> tuple[Decision | None, dict[str, Any]]:
    """Ranking, cost and candidates: of the published snapshot, or worked out now.

    Who is recused from a vendor reads no snapshot, and nothing of that vendor.
    """
    decision = published_decision(evaluation, reader)
    if decision is not None:
        return decision, json.loads(decision.snapshot)
    ranking = ranking_of(evaluation)
    hidden = hidden_vendors(ranking.matrix, reader.pk)
    known = {
        candidate_key(row)
        for row in ranking.matrix.candidates
        if row.vendor_id not in hidden
    }
    return None, {
        "ranking": ranking_part(ranking, hidden),
        "robustness": None if hidden else _current_checks(ranking),
        "cost": cost_part(ranking),
        "candidates": [
            part for part in candidate_parts(ranking) if part["key"] in known
        ],
    }


def _current_checks(ranking: Ranking) -> "RobustnessDocument | None":
    stored = stored_checks(ranking.evaluation, robustness_sha256(ranking))
    return stored.document if stored.is_current else None


def _named(rows: list[Row], candidates: list[Row]) -> list[Row]:
    """The rows of the candidates that the reader may know of, with their names."""
    names = {each["key"]: each["name"] for each in candidates}
    return [
        {**row, "name": names[row["candidate"]]}
        for row in rows
        if row["candidate"] in names
    ]


def _origin(decision: Decision | None) -> Row:
    return {
        "version": decision.number if decision else None,
        "sha256": decision.sha256 if decision else None,
    }


class RankingEndpoint(EvaluationEndpoint):
    """The ranking of an evaluation."""

    needs = Action.VIEW_RANKING

    @extend_schema(responses=RankingSerializer)
    def get(self, request: Request, uuid: str) -> Response:  # noqa: ARG002  # REST framework's signature
        """Read the ranking with every share and point."""
        note_price_reading(by=self.user, tender=self.tender, path=request.path)
        decision, parts = result_parts(self.evaluation, self.user)
        ranking = parts["ranking"]
        return Response(
            _origin(decision)
            | {
                "is_provisional": ranking["is_provisional"],
                "provisional_reasons": ranking["provisional_reasons"],
                "lead": ranking["lead"],
                "rows": _named(ranking["rows"], parts["candidates"]),
                "robustness": parts["robustness"],
            }
        )


class CostEndpoint(EvaluationEndpoint):
    """The yearly cash flows of an evaluation."""

    needs = Action.VIEW_COST

    @extend_schema(responses=CostSerializer)
    def get(self, request: Request, uuid: str) -> Response:  # noqa: ARG002  # REST framework's signature
        """Read the cash flows by candidate, horizon and line."""
        note_price_reading(by=self.user, tender=self.tender, path=request.path)
        decision, parts = result_parts(self.evaluation, self.user)
        cost = parts["cost"]
        return Response(
            _origin(decision)
            | {
                "currency": self.tender.currency,
                "tax_basis": self.tender.tax_basis,
                "horizons": cost["horizons"],
                "results": _named(cost["results"], parts["candidates"]),
            }
        )
