"""The candidates with their knock-outs and facts, and the quotes behind them."""

from collections.abc import Mapping
from decimal import Decimal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from catalog.models import Offer, QuoteLine
from catalog.pricing.quoted import Match
from catalog.selectors.amounts import (
    frozen_rates,
    quoted_amount,
    quoted_offer,
    tender_amount,
)
from catalog.selectors.quotes import GROUP_NAMES
from procurement.money import Money, Rate
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
from scoring.selectors.rankings import Ranking
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
        if row.offer is not None
    ]


def _quote(
    candidate: Candidate, offer: Offer, rates: Mapping[str, Rate]
) -> schema.Quote:
    quote, tender = offer.quote, candidate.evaluation.tender
    lines = list(offer.lines.all())
    quoted = quoted_offer(offer, lines)
    signed = [a.amount for line in lines if (a := quoted_amount(quote, line))]

    def shown_amount(line: QuoteLine) -> Money | None:
        return tender_amount(quote, line, tender, rates)

    shown = [a.amount for line in lines if (a := shown_amount(line))]
    total = sum(shown, Decimal(0))
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
        "signed_total": number(sum(signed, Decimal(0))),
        "total": number(total),
        "total_per_gpu": number(total / offer.gpus),
        "sha256": quote.file_sha256 or None,
        "note": typed(quote.notes[:1000]) if quote.notes else None,
        "lines": [
            _line(line, match, shown_amount(line))
            for line, (match, _quoted) in zip(lines, quoted.matches, strict=True)
        ],
    }


def _line(line: QuoteLine, match: Match, amount: Money | None) -> schema.QuoteLine:
    group, item = match
    state = "not_offered"
    if line.unit_price is not None:
        state = "priced" if line.unit_price else "included"
    is_priced = state == "priced" and amount is not None
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
        "tier": line.tier or None,
        "state": literal(state),
        "unit_price": number_or_none(line.unit_price) if is_priced else None,
        "discount": number(line.discount) if line.discount else None,
        "amount": number(amount.amount) if is_priced and amount else None,
    }
