"""What an evaluator reads beside a cell: anchors, data, facts; no hidden prices."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from catalog.models import Provenance, Quote, ServerSku, ServiceLevel
from procurement.punctuation import sentences, strung
from procurement.tabs import address
from procurement.templatetags.numbers import plain
from scoring.mcda.curves import CurveScale, CurveSpec
from scoring.models import Candidate, Criterion, Evidence
from scoring.selectors.rankings.matrices import criterion_spec
from scoring.selectors.units import unit_words
from scoring.selectors.worksheets.grids import Grid

SCORES: Final = (5, 4, 3, 2, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One piece of evidence: what it is, where it stands, what it says."""

    icon: str
    title: str
    text: str
    where: str = ""
    href: str = ""


def guide(grid: Grid, *, shows_prices: bool) -> dict[str, dict[str, Any]]:
    """All that the evidence panel shows, by criterion and number of the column.

    Recused candidates have no notes. Amounts and payment terms are left out while the
    prices are hidden from the reader.
    """
    return {
        row.criterion.key: {
            "weight": plain(row.criterion.weight),
            "help": row.criterion.help,
            "anchors": anchors(row.criterion),
            "evidence": {
                str(cell.column.number): [
                    asdict(note)
                    for note in notes(
                        row.criterion,
                        cell.column.candidate,
                        grid.evidence,
                        shows_prices=shows_prices,
                    )
                ]
                for cell in row.cells
                if cell.column.candidate is not None
            },
        }
        for row in grid.rows
    }


def anchors(criterion: Criterion) -> list[str]:
    """What each score means, from 5 to 1; of a curve the values that give it."""
    if criterion.kind == Criterion.Kind.RUBRIC:
        return list(reversed(criterion.anchors))
    curve = criterion_spec(criterion).curve
    if curve is None:
        return []
    return [_curve_anchor(score, curve) for score in SCORES]


def _curve_anchor(score: int, curve: CurveSpec) -> str:
    words = {"value": plain(_value_at(score, curve)), "unit": unit_words(curve.unit)}
    if score == SCORES[0]:
        return _("%(value)s %(unit)s or better") % words
    if score == SCORES[-1]:
        return _("%(value)s %(unit)s or worse") % words
    return f"{words['value']} {words['unit']}".strip()


def _value_at(score: int, curve: CurveSpec) -> Decimal:
    """The value that gives a whole score, to four significant digits if need be."""
    if score in {SCORES[0], SCORES[-1]}:
        return curve.score_5_at if score == SCORES[0] else curve.score_1_at
    lower, upper = next(
        pair for pair in pairwise(curve.points) if score <= pair[1].score
    )
    part = (score - lower.score) / (upper.score - lower.score)
    if curve.scale is CurveScale.LOG:
        return _short(lower.value * (upper.value / lower.value) ** part)
    value = lower.value + part * (upper.value - lower.value)
    return _short(value) if curve.middle else value


def _short(value: Decimal) -> Decimal:
    return value.quantize(Decimal(1).scaleb(value.adjusted() - 3))


def notes(
    criterion: Criterion,
    candidate: Candidate,
    evidence: Mapping[tuple[int, str], Evidence],
    *,
    shows_prices: bool,
) -> list[Note]:
    """The evidence for one cell: the datum, our own runs, then catalogue and quote."""
    found: list[Note] = []
    datum = evidence.get((candidate.pk, criterion.key))
    if datum is not None:
        found.append(_datum(datum))
    if criterion.kind == Criterion.Kind.RUBRIC:
        found += _runs(candidate, evidence)
    found += _facts(criterion, candidate, shows_prices=shows_prices)
    return found


def _datum(row: Evidence) -> Note:
    return Note(
        icon="gauge",
        title=f"{plain(row.value)} {unit_words(row.unit)}".strip(),
        where=_provenance(row),
        text=row.source,
        href=_run_set_address(row),
    )


def _runs(
    candidate: Candidate, evidence: Mapping[tuple[int, str], Evidence]
) -> Iterator[Note]:
    """Each run set that is attached to the candidate, once."""
    seen: set[int] = set()
    for (owner, _key), row in evidence.items():
        run_set = row.run_set
        if owner != candidate.pk or run_set is None or run_set.pk in seen:
            continue
        seen.add(run_set.pk)
        yield Note(
            icon="gauge",
            title=run_set.benchmark,
            where=_provenance(row),
            text=f"{plain(row.value)} {unit_words(row.unit)}".strip(),
            href=_run_set_address(row),
        )


def _provenance(row: Evidence) -> str:
    label = str(Provenance(row.provenance).label)
    day = date_format(row.on, "DATE_FORMAT") if row.on else ""
    return strung([label, day])


def _run_set_address(row: Evidence) -> str:
    if row.run_set is None:
        return ""
    return address("catalog:run-set-detail", uuid=row.run_set.uuid)


def _facts(
    criterion: Criterion, candidate: Candidate, *, shows_prices: bool
) -> Iterator[Note]:
    """What the perspective of the criterion asks for."""
    if candidate.offer is None:
        return
    quote = candidate.offer.quote
    if criterion.perspective == Criterion.Perspective.COMMERCIAL:
        yield _terms(quote, shows_prices=shows_prices)
    elif criterion.perspective == Criterion.Perspective.RISK:
        if quote.service_level is not None:
            yield _service(quote.service_level)
        yield _terms(quote, shows_prices=shows_prices)
    elif candidate.offer.sku is not None and criterion.kind == Criterion.Kind.RUBRIC:
        yield _catalogue(candidate.offer.sku)


def _terms(quote: Quote, *, shows_prices: bool) -> Note:
    sentences = [_("Quoted in %(currency)s.") % {"currency": quote.currency}]
    if quote.valid_until is not None:
        day = date_format(quote.valid_until, "DATE_FORMAT")
        sentences.append(_("Valid until %(day)s.") % {"day": day})
    if quote.delivery_weeks is not None:
        weeks = plain(quote.delivery_weeks)
        sentences.append(_("Delivery in %(weeks)s weeks.") % {"weeks": weeks})
    if quote.warranty_years is not None:
        years = plain(quote.warranty_years)
        sentences.append(_("Warranty: %(years)s years.") % {"years": years})
    if shows_prices and quote.payment_terms:
        sentences.append(_("Payment: %(terms)s") % {"terms": quote.payment_terms})
    return Note(
        icon="file",
        title=_("Offer, commercial terms"),
        where=quote.vendor_reference,
        text=" ".join(sentences),
    )


def _service(level: ServiceLevel) -> Note:
    parts = []
    if level.cover_hours_per_day and level.cover_days_per_week:
        parts.append(
            _("Cover %(hours)s h on %(days)s days a week.")
            % {"hours": level.cover_hours_per_day, "days": level.cover_days_per_week}
        )
    if level.diagnosis_minutes is not None:
        parts.append(
            _("Diagnosis within %(minutes)s minutes.")
            % {"minutes": level.diagnosis_minutes}
        )
    if level.replacement_hours is not None:
        hours = plain(level.replacement_hours)
        parts.append(_("Replacement within %(hours)s hours.") % {"hours": hours})
    if level.penalty:
        parts.append(_("Penalty: %(penalty)s") % {"penalty": level.penalty})
    return Note(
        icon="file", title=level.name, where=level.source, text=sentences(parts)
    )


def _catalogue(sku: ServerSku) -> Note:
    parts = []
    gpu = sku.gpu
    if gpu is not None and gpu.memory_gb is not None:
        memory = plain(gpu.memory_gb * sku.gpu_count)
        parts.append(_("%(memory)s GB GPU memory per node.") % {"memory": memory})
    if gpu is not None and gpu.interconnect_gbs_bidirectional is not None:
        speed = plain(gpu.interconnect_gbs_bidirectional)
        parts.append(_("%(speed)s GB/s between GPUs.") % {"speed": speed})
    if sku.max_power_kilowatts is not None:
        power = plain(sku.max_power_kilowatts)
        parts.append(_("%(power)s kW at most.") % {"power": power})
    if sku.rack_units is not None:
        parts.append(_("%(units)s U.") % {"units": plain(sku.rack_units)})
    return Note(
        icon="chip",
        title=_("Catalogue"),
        where=sku.source_date,
        text=sentences(parts) or sku.name,
        href=address("catalog:sku-detail", slug=sku.slug),
    )
