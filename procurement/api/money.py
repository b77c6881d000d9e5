"""Money and decimals as the API writes them."""

from decimal import Decimal

from rest_framework import serializers

from procurement.canonical import plain_text


class MoneySerializer(serializers.Serializer[dict[str, str]]):
    """An amount with its currency and tax basis."""

    amount = serializers.CharField(help_text="Decimal as text.")
    currency = serializers.CharField(help_text="ISO 4217.")
    tax_basis = serializers.ChoiceField(choices=["net", "gross"])


def money(amount: Decimal | str, currency: str, tax_basis: str) -> dict[str, str]:
    """An amount as the API writes it."""
    text = amount if isinstance(amount, str) else format(amount, "f")
    return {"amount": text, "currency": currency, "tax_basis": tax_basis}


def decimal_text(value: Decimal | None) -> str | None:
    """A decimal as text without closing zeros; null where it is missing."""
    return None if value is None else plain_text(value)
