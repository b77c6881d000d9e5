"""Evaluations over REST: head, criteria, candidates."""

from typing import Any, override

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.models import Tender
from procurement.api.endpoints import Endpoint
from procurement.api.listing import ListEndpoint, Row, list_parameters, page_of
from procurement.api.money import MoneySerializer, decimal_text, money
from procurement.permissions import Action, Scope, can
from scoring.models import Candidate, Criterion, Evaluation
from scoring.selectors.admissions import tells_reason
from scoring.selectors.versions import current_version

COLUMNS = (
    "uuid",
    "reference",
    "title",
    "stage",
    "currency",
    "tax_basis",
    "nodes",
    "budget",
    "quote_deadline",
    "scores_deadline",
    "time_zone",
    "rates_frozen_on",
    "is_invented",
)


class TextSerializer(serializers.Serializer[Row]):
    """A text in both languages."""

    en = serializers.CharField()
    zh = serializers.CharField()


class EvaluationSerializer(serializers.Serializer[Row]):
    """The head of an evaluation."""

    id = serializers.UUIDField()
    reference = serializers.CharField()
    title = serializers.CharField()
    stage = serializers.CharField()
    currency = serializers.CharField()
    tax_basis = serializers.CharField()
    nodes = serializers.IntegerField()
    budget = MoneySerializer(allow_null=True)
    quote_deadline = serializers.DateTimeField()
    scores_deadline = serializers.DateTimeField(allow_null=True)
    time_zone = serializers.CharField()
    rates_frozen_on = serializers.DateField(allow_null=True)
    is_invented = serializers.BooleanField()


class CriterionSerializer(serializers.Serializer[Row]):
    """A criterion; weights are points of 100."""

    key = serializers.CharField()
    dimension = serializers.CharField(allow_null=True)
    name = TextSerializer()
    kind = serializers.CharField()
    perspective = serializers.CharField()
    weight = serializers.CharField()
    unit = serializers.CharField()
    score_1_at = serializers.CharField(allow_null=True)
    score_5_at = serializers.CharField(allow_null=True)
    middle = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Middle points of a curve, as pairs of value and score.",
    )
    anchors = TextSerializer(many=True)


class CriteriaSerializer(serializers.Serializer[Row]):
    """The version of the criteria that holds."""

    version = serializers.IntegerField()
    locked_at = serializers.DateTimeField(allow_null=True)
    criteria = CriterionSerializer(many=True)


class CandidateSerializer(serializers.Serializer[Row]):
    """A candidate with its admission."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    vendor = serializers.UUIDField(allow_null=True)
    sku = serializers.UUIDField(allow_null=True)
    nodes = serializers.IntegerField(allow_null=True)
    gpus = serializers.IntegerField(allow_null=True)
    admission = serializers.CharField()
    admission_reason = TextSerializer(
        help_text="Empty where it concerns prices that are not released."
    )


def _head(row: Row) -> Row:
    budget = row["budget"]
    return {
        "id": str(row["uuid"]),
        **{name: row[name] for name in COLUMNS if name not in {"uuid", "budget"}},
        "budget": None
        if budget is None
        else money(budget, row["currency"], row["tax_basis"]),
    }


class EvaluationEndpoint(Endpoint):
    """Base of what lies below one evaluation: unknown ones are not found."""

    @override
    def find_scope(self) -> Scope:
        visible = Tender.objects.visible_to(self.user)
        self.tender = get_object_or_404(visible, uuid=self.kwargs["uuid"])
        return self.tender

    @property
    def evaluation(self) -> Evaluation:
        """The judgement of the tender."""
        evaluation = Evaluation.objects.get(tender=self.tender)
        evaluation.tender = self.tender
        return evaluation


class EvaluationListEndpoint(ListEndpoint):
    """The evaluations that the person may know of."""

    needs = Action.LIST_EVALUATIONS
    columns = COLUMNS
    filters = {"stage": "stage", "reference": "reference"}

    @override
    def rows(self) -> QuerySet[Any]:
        return Tender.objects.visible_to(self.user)

    @override
    def shape(self, row: Row) -> Row:
        return _head(row)

    @extend_schema(
        operation_id="evaluations_list",
        responses=page_of(EvaluationSerializer),
        parameters=list_parameters("stage", "reference"),
    )
    def get(self, request: Request) -> Response:
        """List the evaluations."""
        return self.listed(request)


class EvaluationDetailEndpoint(EvaluationEndpoint):
    """One evaluation."""

    needs = Action.VIEW_EVALUATION

    @extend_schema(responses=EvaluationSerializer)
    def get(self, request: Request, uuid: str) -> Response:  # noqa: ARG002  # REST framework's signature
        """Read an evaluation."""
        row = Tender.objects.values(*COLUMNS).get(pk=self.tender.pk)
        return Response(_head(dict(row)))


class CriteriaEndpoint(EvaluationEndpoint):
    """The criteria of an evaluation."""

    needs = Action.VIEW_CRITERIA

    @extend_schema(responses=CriteriaSerializer)
    def get(self, request: Request, uuid: str) -> Response:  # noqa: ARG002  # REST framework's signature
        """Read the criteria."""
        version = current_version(self.evaluation)
        rows = version.criteria.select_related("dimension")
        return Response(
            {
                "version": version.number,
                "locked_at": version.locked_at,
                "criteria": [_criterion(row) for row in rows],
            }
        )


def _criterion(row: Criterion) -> Row:
    return {
        "key": row.key,
        "dimension": row.dimension.key if row.dimension else None,
        "name": _text(row.name_en, row.name_zh),
        "kind": row.kind,
        "perspective": row.perspective,
        "weight": decimal_text(row.weight),
        "unit": row.unit,
        "score_1_at": decimal_text(row.score_1_at),
        "score_5_at": decimal_text(row.score_5_at),
        "middle": row.middle,
        "anchors": [
            _text(english, chinese)
            for english, chinese in zip(row.anchors_en, row.anchors_zh, strict=True)
            if english
        ],
    }


class CandidateListEndpoint(EvaluationEndpoint):
    """The candidates of an evaluation."""

    needs = Action.VIEW_EVALUATION

    @extend_schema(responses=CandidateSerializer(many=True))
    def get(self, request: Request, uuid: str) -> Response:  # noqa: ARG002  # REST framework's signature
        """List the candidates with their admission."""
        rows = (
            Candidate.objects.visible_to(self.user)
            .filter(evaluation__tender=self.tender)
            .select_related("vendor", "offer__sku")
        )
        may_read = bool(can(self.user, Action.VIEW_QUOTES, self.tender))
        reads_prices = self.tender.is_open and may_read
        return Response([_candidate(row, reads_prices=reads_prices) for row in rows])


def _candidate(row: Candidate, *, reads_prices: bool) -> Row:
    offer = row.offer
    is_told = tells_reason(row, reads_prices=reads_prices)
    reason = _text(row.admission_reason, row.admission_reason_zh)
    return {
        "id": str(row.uuid),
        "name": row.label,
        "vendor": str(row.vendor.uuid) if row.vendor else None,
        "sku": str(offer.sku.uuid) if offer and offer.sku else None,
        "nodes": offer.nodes if offer else None,
        "gpus": offer.gpus if offer else None,
        "admission": row.admission,
        "admission_reason": reason if is_told else _text("", ""),
    }


def _text(english: str, chinese: str) -> Row:
    return {"en": english, "zh": chinese or english}
