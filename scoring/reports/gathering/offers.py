"""The candidates with their knock-outs and facts, and the quotes behind them."""

from collections.abc import Mapping
from decimal import Decimal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from catalog.models import Offer, QuoteLine
from catalog.pricing.amounts import (
    discount_total,
    document_total,
    offer_total,
    stated_total,
)
from catalog.pricing.quoted import Basis, Match, QuotedLine, QuotedOffer
from catalog.selectors.amounts import basis_of, frozen_rates, quoted_offer
from catalog.selectors.quotes import GROUP_NAMES
from procurement.money import Rate
from scoring.models import Candidate, KnockOutResult
from scoring.reports import schema
from scoring.reports.gathering.texts import (
    instant,
    literal,
    number,
    number_or_none,
    spoken,
    translated,
    typed,
)
from scoring.selectors.rankings.results import Ranking
from scoring.selectors.units import unit_words


def candidate_key(candidate: Candidate) -> str:
    """The name of a candidate inside the document."""
    return str(candidate.uuid)


def candidate_parts(ranking: Ranking) -> list[schema.Candidate]:
    """Every candidate, also those that do not count."""
    results: dict[int, list[KnockOutResult]] = {}
    for row in KnockOutResult.objects.filter(candidate__evaluation=ranking.evaluation):
        results.setdefault(row.candidate_id, []).append(row)
    return [
        _candidate(row, results.get(row.pk, [])) for row in ranking.matrix.candidates
    ]


def _candidate(row: Candidate, results: list[KnockOutResult]) -> schema.Candidate:
    offer = row.offer
    vendor = row.vendor
    return {
        "key": candidate_key(row),
        "name": typed(row.label),
        "vendor": typed(vendor.name, vendor.name_zh) if vendor else typed(row.label),
        "sku": _sku_name(row),
        "gpu": _gpu_name(row),
        "nodes": offer.nodes if offer else None,
        "gpus": offer.gpus if offer else int(_cloud_gpus(row)),
        "admission": _admission(row),
        "knock_outs": [
            {
                "knock_out": result.criterion_key,
                "passed": result.is_passed,
                "reason": typed(result.reason_en, result.reason_zh),
            }
            for result in results
        ],
        "facts": _facts(offer) if offer else [],
    }


def _cloud_gpus(row: Candidate) -> Decimal:
    return (row.cloud_offer.gpu_count if row.cloud_offer else None) or Decimal(0)


def _sku_name(row: Candidate) -> str:
    if row.offer is None:
        return str(row.cloud_offer)
    return row.offer.sku.name if row.offer.sku else row.offer.name


def _gpu_name(row: Candidate) -> str:
    if row.offer is None:
        return row.cloud_offer.gpu_name if row.cloud_offer else ""
    sku = row.offer.sku
    name = row.offer.gpu_name or (sku.gpu.name if sku and sku.gpu else "")
    return f"{row.offer.gpus_per_node}× {name}".strip()


def _admission(row: Candidate) -> schema.Admission:
    decided = row.admission_changed_at
    zone = row.evaluation.tender.zone
    return {
        "state": literal(row.admission),
        "reason": typed(row.admission_reason, row.admission_reason_zh)
        if row.admission_reason
        else None,
        "decided_on": localdate(decided, zone).isoformat() if decided else None,
    }


def _facts(offer: Offer) -> list[schema.Fact]:
    memory = offer.sku.memory_gb_per_node if offer.sku else None
    return [
        {
            "key": "mem",
            "name": spoken(lambda: _("GPU memory per node")),
            "value": number(Decimal(str(memory))) if memory is not None else None,
            "unit": typed("GB"),
            "reason": None
            if memory is not None
            else spoken(lambda: _("not in the catalogue")),
        },
        {
            "key": "u",
            "name": spoken(lambda: _("Node height")),
            "value": number_or_none(offer.rack_units),
            "unit": typed("U"),
            "reason": None
            if offer.rack_units is not None
            else spoken(lambda: _("not stated in the quote")),
        },
    ]


def quote_parts(ranking: Ranking) -> list[schema.Quote]:
    """The quote behind each candidate, as signed and normalised."""
    rates = frozen_rates(ranking.evaluation.tender)
    return [
        _quote(row, row.offer, rates)
        for row in ranking.matrix.candidates
        if row.offer is not None and not row.offer.quote.has_sealed_prices
    ]


def _quote(
    candidate: Candidate, offer: Offer, rates: Mapping[str, Rate]
) -> schema.Quote:
    quote, tender = offer.quote, candidate.evaluation.tender
    terms, basis = quoted_offer(offer), basis_of(tender, rates)
    total = offer_total(terms, basis)
    whole = total.amount if total else Decimal(0)
    signed = document_total(terms)
    return {
        "candidate": candidate_key(candidate),
        "reference": quote.vendor_reference or str(quote.uuid)[:8],
        "round": quote.round,
        "version": quote.version,
        "currency": quote.currency,
        "tax_basis": literal(quote.tax_basis),
        "tax_rate": number_or_none(quote.tax_rate),
        "received_at": instant(quote.received_at),
        "valid_until": quote.valid_until.isoformat() if quote.valid_until else None,
        "lead_weeks": number_or_none(quote.delivery_weeks),
        "payment_terms": quote.payment_terms,
        "warranty_years": number_or_none(quote.warranty_years),
        "discount": _discount(terms, basis),
        "signed_total": number(signed.amount if signed else Decimal(0)),
        "total": number(whole),
        "total_per_gpu": number(whole / offer.gpus),
        "sha256": quote.file_sha256 or None,
        "note": typed(quote.notes[:1000]) if quote.notes else None,
        "lines": [
            _line(line, matched, terms, basis)
            for line, matched in zip(offer.lines.all(), terms.matches, strict=True)
        ],
    }


def _discount(terms: QuotedOffer, basis: Basis) -> schema.Discount | None:
    taken = discount_total(terms, basis)
    if terms.discount is None or taken is None:
        return None
    return {
        "label": terms.discount.label,
        "share": number_or_none(terms.discount.share),
        "amount": number(taken.amount),
    }


def _line(
    line: QuoteLine, matched: tuple[Match, QuotedLine], terms: QuotedOffer, basis: Basis
) -> schema.QuoteLine:
    (group, item), quoted = matched
    amount = stated_total(quoted, terms, basis)
    price = quoted.unit_price
    has_amount = bool(price) and amount is not None
    return {
        "position": line.position,
        "item": item,
        "group": group.value,
        "group_name": translated(GROUP_NAMES[group]),
        "category": line.category,
        "category_name": translated(QuoteLine.Category(line.category).label),
        "label": typed(line.label),
        "quantity": number(line.quantity),
        "unit": spoken(lambda: unit_words(line.unit)),
        "tier": number_or_none(quoted.tier),
        "state": literal(_state(quoted)),
        "included_in": terms.label_of(line.included_in) if line.included_in else None,
        "unit_price": number_or_none(price) if has_amount else None,
        "discount": number(line.discount) if line.discount else None,
        "amount": number(amount.amount) if has_amount and amount else None,
    }


def _state(line: QuotedLine) -> str:
    if line.is_bundled:
        return "bundled"
    if line.unit_price is None:
        return "not_offered"
    if not line.counts:
        return "option"
    return "priced" if line.unit_price else "included"
