"""The terms of a quote over REST: delivery, payments, warranty, buy-back."""

from rest_framework import serializers

from catalog.models import Quote
from procurement.api.listing import Row
from procurement.api.money import decimal_text

AS_STORED = (
    "quoted_on",
    "delivery_on",
    "incoterm",
    "incoterm_place",
    "payment_terms",
    "warranty_includes",
    "service_level_name",
    "notes",
)


class PaymentSerializer(serializers.Serializer[Row]):
    """A part of the price, due some days after an event."""

    share = serializers.CharField(help_text="A fraction; all of them make 1.")
    milestone = serializers.CharField()
    days = serializers.IntegerField(help_text="Days after the event.")


class BuyBackSerializer(serializers.Serializer[Row]):
    """What the vendor takes the hardware back for."""

    share = serializers.CharField(help_text="A fraction of the price.")
    month = serializers.IntegerField(allow_null=True)
    conditions = serializers.CharField()


class QuoteTermsSerializer(serializers.Serializer[Row]):
    """The terms of a quote; what is not stated is null or empty, never 0."""

    quoted_on = serializers.DateField(allow_null=True)
    tax_rate = serializers.CharField(allow_null=True, help_text="A fraction.")
    delivery_on = serializers.DateField(allow_null=True)
    incoterm = serializers.CharField(help_text="Incoterms 2020.")
    incoterm_place = serializers.CharField()
    payment_terms = serializers.CharField()
    payments = PaymentSerializer(many=True)
    warranty_years = serializers.CharField(allow_null=True)
    warranty_includes = serializers.CharField()
    service_level = serializers.CharField(
        allow_null=True, help_text="Its name in the catalogue."
    )
    service_level_name = serializers.CharField(help_text="As the quote writes it.")
    buy_back = BuyBackSerializer(allow_null=True)
    notes = serializers.CharField()


def terms_of(quote: Quote) -> Row:
    """The terms as the quote states them."""
    level = quote.service_level
    return {
        **{name: getattr(quote, name) for name in AS_STORED},
        "tax_rate": decimal_text(quote.tax_rate),
        "payments": [
            {
                "share": decimal_text(step.share),
                "milestone": step.milestone,
                "days": step.days,
            }
            for step in quote.payments.all()
        ],
        "warranty_years": decimal_text(quote.warranty_years),
        "service_level": level.name if level else None,
        "buy_back": _buy_back(quote),
    }


def _buy_back(quote: Quote) -> Row | None:
    if quote.buy_back_share is None:
        return None
    return {
        "share": decimal_text(quote.buy_back_share),
        "month": quote.buy_back_month,
        "conditions": quote.buy_back_conditions,
    }
