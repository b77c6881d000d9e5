"""The award of a published evaluation over REST, and finance's acknowledgement."""

from typing import ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from procurement.api.idempotency import once
from procurement.api.listing import Row
from procurement.api.money import MoneySerializer, money
from procurement.permissions import Action
from scoring.api.evaluations import EvaluationEndpoint
from scoring.models import Award, Decision
from scoring.services.decisions import acknowledge_award


class AwardSerializer(serializers.Serializer[Row]):
    """Who gets the order, for how much, by which frozen version."""

    id = serializers.UUIDField()
    evaluation = serializers.UUIDField()
    reference = serializers.CharField()
    candidate = serializers.UUIDField()
    name = serializers.CharField()
    vendor = serializers.UUIDField(allow_null=True)
    amount = MoneySerializer()
    version = serializers.IntegerField()
    sha256 = serializers.CharField()
    awarded_at = serializers.DateTimeField()
    acknowledged_at = serializers.DateTimeField(allow_null=True)
    acknowledgement = serializers.CharField()


class AcknowledgementSerializer(serializers.Serializer[Row]):
    """The reference of the order in the finance system."""

    reference = serializers.CharField(max_length=80)


class AwardEndpoint(EvaluationEndpoint):
    """The award of an evaluation."""

    actions: ClassVar = {
        "get": Action.VIEW_AWARD,
        "post": Action.ACKNOWLEDGE_AWARD,
    }

    @extend_schema(responses=AwardSerializer)
    def get(self, request: Request, uuid: str) -> Response:  # noqa: ARG002  # REST framework's signature
        """Read the award."""
        return Response(_award(self._find()))

    @extend_schema(request=AcknowledgementSerializer, responses=AwardSerializer)
    @once
    def post(self, request: Request, uuid: str) -> Response:  # noqa: ARG002  # REST framework's signature
        """Acknowledge the award; the same reference again changes nothing."""
        body = AcknowledgementSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        award = acknowledge_award(
            by=self.user,
            award=self._find(),
            reference=body.validated_data["reference"],
        )
        return Response(_award(award))

    def _find(self) -> Award:
        visible = Decision.objects.visible_to(self.user).filter(
            evaluation__tender=self.tender, state=Decision.State.PUBLISHED
        )
        newest = visible.order_by("-number").first()
        return get_object_or_404(
            Award.objects.select_related(
                "decision__evaluation__tender", "candidate__vendor"
            ),
            decision=newest,
        )


def _award(award: Award) -> Row:
    decision, candidate = award.decision, award.candidate
    tender = decision.evaluation.tender
    return {
        "id": str(award.uuid),
        "evaluation": str(tender.uuid),
        "reference": tender.reference,
        "candidate": str(candidate.uuid),
        "name": candidate.label,
        "vendor": str(candidate.vendor.uuid) if candidate.vendor else None,
        "amount": money(award.amount, award.currency, award.tax_basis),
        "version": decision.number,
        "sha256": decision.sha256,
        "awarded_at": award.awarded_at,
        "acknowledged_at": award.acknowledged_at,
        "acknowledgement": award.acknowledgement,
    }
