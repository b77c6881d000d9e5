"""A workload against every server of the catalogue, each number with its formula."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django_stubs_ext import StrOrPromise

from catalog.models import ServerSku
from catalog.selectors.ordering import alphabetical
from scoring.figures.errors import InputError
from scoring.figures.figure import Figure
from scoring.figures.precision import exact
from scoring.selectors.sizing.servers import server_of
from scoring.selectors.sizing.words import ANSWERS, BOUNDS, FIGURES, MISSING, QUESTIONS
from scoring.sizing.advisor.counting import Count
from scoring.sizing.advisor.fit import Advice, advise
from scoring.sizing.memory.capacity import GB
from scoring.sizing.workload import Workload


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One figure of an unfolded number, as words."""

    name: StrOrPromise
    symbol: str
    value: Decimal
    unit: str
    formula: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of the memory of a GPU, in GB."""

    name: StrOrPromise
    gigabytes: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One server of the catalogue with what a workload needs of it.

    ``refusal`` says why there is no count; then the numbers are none.
    """

    sku: ServerSku
    refusal: str = ""
    servers: Decimal | None = None
    gpus: Decimal | None = None
    bound: StrOrPromise = ""
    needed: Decimal | None = None
    usable: Decimal | None = None
    parts: tuple[Part, ...] = ()
    days: tuple[Decimal, Decimal, Decimal] | None = None
    steps: tuple[tuple[StrOrPromise, StrOrPromise, bool | None], ...] = ()
    lines: tuple[Line, ...] = ()


def advice_rows(workload: Workload) -> list[Row]:
    """Work out the workload for each server that the catalogue knows, fewest first.

    Servers whose GPU is not one known model are left out; one whose figures do not
    suffice says which is missing. One query.
    """
    skus = ServerSku.objects.filter(gpu__isnull=False).select_related(
        "gpu__manufacturer", "manufacturer"
    )
    rows = [_row(workload, sku) for sku in skus.order_by(alphabetical("name"), "id")]
    return sorted(rows, key=lambda row: (row.gpus is None, row.gpus or 0))


def _row(workload: Workload, sku: ServerSku) -> Row:
    if sku.gpu is None:  # pragma: no cover  # the query leaves them out
        raise AssertionError
    try:
        advice = advise(workload, server_of(sku, sku.gpu))
    except InputError as error:
        name = MISSING.get(error.field, error.field)
        return Row(sku=sku, refusal=_("not known: %(name)s") % {"name": name})
    return _counted(sku, advice)


def _counted(sku: ServerSku, advice: Advice) -> Row:
    steps = tuple(
        (QUESTIONS[step.question], ANSWERS[step.answer], step.is_met)
        for step in advice.steps
    )
    count, time = advice.count, advice.time
    memory, usable = count.memory, count.usable
    told: dict[str, object] = {"sku": sku, "steps": steps}
    if memory and usable:
        told |= {
            "needed": gigabytes(memory.value),
            "usable": gigabytes(usable.value),
            "parts": tuple(
                Part(name=name_of(part), gigabytes=gigabytes(part.value))
                for part in memory.inputs
            ),
        }
    if not isinstance(count, Count):
        return Row(**told, refusal=_("does not fit"))  # type: ignore[arg-type]  # the names above are those of the row
    figures = [count.gpus, count.memory, count.usable]
    if time:
        figures.append(time.typical)
        told["days"] = (
            time.shortest.value,
            time.typical.value,
            time.longest.value,
        )
    return Row(
        **told,  # type: ignore[arg-type]  # the names above are those of the row
        servers=count.servers.value,
        gpus=count.gpus.value,
        bound=BOUNDS[count.decided_by],
        lines=lines_of(figures),
    )


@exact
def gigabytes(size: Decimal) -> Decimal:
    """Turn bytes into GB of 10⁹ bytes."""
    return size / GB


def name_of(figure: Figure) -> StrOrPromise:
    """The name of a figure, its letter where it has none."""
    return FIGURES.get(figure.code, figure.symbol)


def lines_of(figures: list[Figure]) -> tuple[Line, ...]:
    """Unfold figures to what they follow from, each once, the largest first."""
    found: dict[tuple[str, Decimal], Line] = {}
    for figure in figures:
        for each in figure.unfolded():
            line = Line(
                name=name_of(each),
                symbol=each.symbol,
                value=each.value,
                unit=each.unit,
                formula=each.formula,
                source=each.source,
            )
            found.setdefault((each.code, each.value), line)
    return tuple(found.values())
