"""Quotes over REST: only opened ones whose prices the person may read."""

from decimal import Decimal
from typing import Any, override

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api.attachments import AttachmentSerializer, attached
from catalog.api.quote_terms import QuoteTermsSerializer, terms_of
from catalog.models import Attachment, Offer, Quote
from catalog.pricing.amounts import (
    discount_total,
    document_basis,
    document_total,
    gap,
    quoted_total,
    tax_of,
)
from catalog.pricing.quoted import QuotedLine, QuotedOffer
from catalog.selectors.amounts import quoted_offer
from catalog.services.quotes import note_price_reading
from procurement.api.endpoints import Endpoint
from procurement.api.listing import ListEndpoint, Row, list_parameters, page_of
from procurement.api.money import MoneySerializer, decimal_text, money
from procurement.permissions import Action

COLUMNS = (
    "uuid",
    "tender__uuid",
    "tender__reference",
    "vendor__uuid",
    "vendor__name",
    "vendor_reference",
    "round",
    "version",
    "is_current",
    "currency",
    "tax_basis",
    "received_at",
    "lateness",
    "valid_until",
    "delivery_weeks",
)


class QuoteSerializer(serializers.Serializer[Row]):
    """The head of a quote."""

    id = serializers.UUIDField()
    evaluation = serializers.UUIDField()
    evaluation_reference = serializers.CharField()
    vendor = serializers.UUIDField()
    vendor_name = serializers.CharField()
    vendor_reference = serializers.CharField()
    round = serializers.IntegerField()
    version = serializers.IntegerField()
    is_current = serializers.BooleanField()
    currency = serializers.CharField()
    tax_basis = serializers.CharField()
    received_at = serializers.DateTimeField()
    lateness = serializers.CharField()
    valid_until = serializers.DateField(allow_null=True)
    delivery_weeks = serializers.CharField(allow_null=True)


class PriceBreakSerializer(serializers.Serializer[Row]):
    """A unit price that holds for the whole line from a quantity on."""

    from_quantity = serializers.CharField()
    unit_price = MoneySerializer()


class TotalDiscountSerializer(serializers.Serializer[Row]):
    """A discount on the total of an offer: a share of it, or a plain amount."""

    label = serializers.CharField()  # type: ignore[assignment]  # a column of that name
    share = serializers.CharField(allow_null=True, help_text="A fraction.")
    amount = MoneySerializer(allow_null=True)


class QuoteLineSerializer(serializers.Serializer[Row]):
    """A quoted line; without a unit price it is not offered, or inside another.

    Money is in the quote's currency and the line's tax basis.
    """

    position = serializers.IntegerField()
    category = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a column of that name
    unit = serializers.CharField()
    key = serializers.CharField()
    quantity = serializers.CharField()
    first_year = serializers.IntegerField(allow_null=True)
    last_year = serializers.IntegerField(allow_null=True)
    is_optional = serializers.BooleanField()
    counts = serializers.BooleanField(
        help_text="In the totals: required, or an option that was chosen."
    )
    included_in = serializers.CharField(
        help_text="Key of the line whose price holds this one; empty for its own."
    )
    tax_rate = serializers.CharField(allow_null=True, help_text="A fraction.")
    discount = serializers.CharField(help_text="A fraction.")
    base_price = MoneySerializer(allow_null=True)
    price_breaks = PriceBreakSerializer(many=True)
    applied_from = serializers.CharField(
        allow_null=True, help_text="Quantity from which the applied price break holds."
    )
    unit_price = MoneySerializer(allow_null=True)
    amount = MoneySerializer(allow_null=True)


class QuoteOfferSerializer(serializers.Serializer[Row]):
    """One configuration of a quote."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    sku = serializers.UUIDField(allow_null=True)
    nodes = serializers.IntegerField()
    gpus_per_node = serializers.IntegerField()
    is_base = serializers.BooleanField()
    discount = TotalDiscountSerializer(allow_null=True)
    total = MoneySerializer(
        allow_null=True, help_text="The lines that count less the discount."
    )
    lines = QuoteLineSerializer(many=True)


class QuoteDetailSerializer(QuoteSerializer):
    """A quote with its terms, offers, lines and files."""

    terms = QuoteTermsSerializer()
    offers = QuoteOfferSerializer(many=True)
    attachments = AttachmentSerializer(many=True)


def _head(row: Row) -> Row:
    return {
        "id": str(row["uuid"]),
        "evaluation": str(row["tender__uuid"]),
        "evaluation_reference": row["tender__reference"],
        "vendor": str(row["vendor__uuid"]),
        "vendor_name": row["vendor__name"],
        **{
            name: row[name]
            for name in COLUMNS
            if "__" not in name and name not in {"uuid", "delivery_weeks"}
        },
        "delivery_weeks": decimal_text(row["delivery_weeks"]),
    }


def _offer(offer: Offer) -> Row:
    terms = quoted_offer(offer)
    total = document_total(terms)
    return {
        "id": str(offer.uuid),
        "name": offer.name,
        "sku": str(offer.sku.uuid) if offer.sku else None,
        "nodes": offer.nodes,
        "gpus_per_node": offer.gpus_per_node,
        "is_base": offer.is_base,
        "discount": _discount(terms),
        "total": total.to_json() if total else None,
        "lines": [
            _line(position, line, terms)
            for position, line in enumerate(terms.lines, start=1)
        ],
    }


def _discount(terms: QuotedOffer) -> Row | None:
    own = document_basis(terms)
    if terms.discount is None:
        return None
    taken = None if gap(terms, own) else discount_total(terms, own)
    return {
        "label": terms.discount.label,
        "share": decimal_text(terms.discount.share),
        "amount": taken.to_json() if taken else None,
    }


def _line(position: int, line: QuotedLine, terms: QuotedOffer) -> Row:
    basis, rate = tax_of(line, terms)
    amount = quoted_total(line, terms)

    def priced(price: Decimal | None) -> Row | None:
        return None if price is None else money(price, terms.currency, basis)

    return {
        "position": position,
        "category": line.category,
        "key": line.key,
        "label": line.label,
        "unit": line.unit,
        "quantity": decimal_text(line.quantity),
        "first_year": line.first_year,
        "last_year": line.last_year,
        "is_optional": line.is_optional,
        "counts": line.counts,
        "included_in": line.included_in,
        "tax_rate": decimal_text(rate),
        "discount": decimal_text(line.discount),
        "base_price": priced(line.base_price),
        "price_breaks": [
            {
                "from_quantity": decimal_text(step.from_quantity),
                "unit_price": priced(step.unit_price),
            }
            for step in line.breaks
        ],
        "applied_from": decimal_text(line.tier),
        "unit_price": priced(line.unit_price),
        "amount": amount.to_json() if amount else None,
    }


class QuoteListEndpoint(ListEndpoint):
    """All quotes that the person may read."""

    needs = Action.LIST_EVALUATIONS
    columns = COLUMNS
    filters = {"evaluation": "tender__reference", "vendor": "vendor__slug"}

    @override
    def rows(self) -> QuerySet[Any]:
        return Quote.objects.visible_to(self.user)

    @override
    def shape(self, row: Row) -> Row:
        return _head(row)

    @extend_schema(
        operation_id="quotes_list",
        responses=page_of(QuoteSerializer),
        parameters=list_parameters("evaluation", "vendor"),
    )
    def get(self, request: Request) -> Response:
        """List the quotes."""
        return self.listed(request)


class QuoteDetailEndpoint(Endpoint):
    """One quote with terms, offers, lines and files."""

    needs = Action.LIST_EVALUATIONS

    @extend_schema(responses=QuoteDetailSerializer)
    def get(self, request: Request, uuid: str) -> Response:
        """Read a quote."""
        visible = Quote.objects.visible_to(self.user)
        quote = get_object_or_404(
            visible.select_related("tender", "service_level"), uuid=uuid
        )
        note_price_reading(by=self.user, tender=quote.tender, path=request.path)
        row = visible.values(*COLUMNS).get(pk=quote.pk)
        offers = (
            Offer.objects.filter(quote__uuid=uuid)
            .select_related("sku__gpu", "quote")
            .prefetch_related("lines")
        )
        files = Attachment.objects.visible_to(self.user).filter(quote=quote)
        return Response(
            _head(dict(row))
            | {
                "terms": terms_of(quote),
                "offers": [_offer(each) for each in offers],
                "attachments": attached(files),
            }
        )
