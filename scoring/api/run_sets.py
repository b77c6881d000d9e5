"""Run sets of an evaluation's servers over REST."""

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.models import RunSet
from procurement.api.listing import Row
from procurement.api.money import decimal_text
from procurement.permissions import Action
from scoring.api.evaluations import EvaluationEndpoint
from scoring.models import Candidate


class RunSetSerializer(serializers.Serializer[Row]):
    """The runs that make one benchmark result."""

    id = serializers.UUIDField()
    sku = serializers.UUIDField()
    suite = serializers.CharField()
    ruleset = serializers.CharField()
    benchmark = serializers.CharField()
    provenance = serializers.CharField()
    runs_required = serializers.IntegerField(allow_null=True)
    runs_found = serializers.IntegerField()
    score_minutes = serializers.CharField(allow_null=True)
    is_official = serializers.BooleanField()
    reason = serializers.CharField()


class RunSetListEndpoint(EvaluationEndpoint):
    """The run sets of the candidates' servers."""

    needs = Action.VIEW_EVIDENCE

    @extend_schema(responses=RunSetSerializer(many=True))
    def get(self, request: Request, uuid: str) -> Response:  # noqa: ARG002  # REST framework's signature
        """List the run sets."""
        candidates = Candidate.objects.visible_to(self.user).filter(
            evaluation__tender=self.tender, offer__sku__isnull=False
        )
        own = Q(upload__tender=None) | Q(upload__tender=self.tender.pk)
        rows = RunSet.objects.visible_to(self.user).filter(
            own, sku__in=candidates.values("offer__sku")
        )
        rows = rows.select_related("sku").order_by("upload_id", "position")
        return Response([_run_set(row) for row in rows])


def _run_set(row: RunSet) -> Row:
    return {
        "id": str(row.uuid),
        "sku": str(row.sku.uuid),
        "suite": row.suite,
        "ruleset": row.ruleset,
        "benchmark": row.benchmark,
        "provenance": row.provenance,
        "runs_required": row.runs_required,
        "runs_found": row.runs_found,
        "score_minutes": decimal_text(row.score_minutes),
        "is_official": row.is_official,
        "reason": row.reason,
    }
