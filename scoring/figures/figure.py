"""Numbers that know their formula, so that a page can unfold each to its inputs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from scoring.figures.errors import InputError
from scoring.figures.precision import ZERO, exact


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Hold one number with the formula and the numbers that it follows from.

    ``code`` is stable and worded where it is shown; ``symbol`` is the letter that the
    formula of a larger figure uses for it. ``formula`` is in those letters, with
    ``*``, ``/``, ``**``, ``ceil``, ``max`` and ``min``, in no language, and comes out
    as ``value`` when the inputs are put in. A given number has no formula. ``source``
    names the paper or the person that it rests on. The unit ``currency`` stands for
    that of the evaluation.

    >>> side = given("length", "a", Decimal(3), "m")
    >>> area = Figure(
    ...     code="area",
    ...     symbol="A",
    ...     value=Decimal(9),
    ...     unit="m²",
    ...     formula="a**2",
    ...     inputs=(side,),
    ... )
    >>> area.is_given, [figure.code for figure in area.unfolded()]
    (False, ['area', 'length'])
    """

    code: str
    symbol: str
    value: Decimal
    unit: str
    formula: str = ""
    inputs: tuple["Figure", ...] = ()
    source: str = ""

    @property
    def is_given(self) -> bool:
        """Whether the number was put in rather than worked out."""
        return not self.formula

    def unfolded(self) -> Iterator["Figure"]:
        """Walk the figure and all that it follows from, the largest first."""
        yield self
        for figure in self.inputs:
            yield from figure.unfolded()

    def plain(self) -> dict[str, object]:
        """Return the tree as the named values that files and the API hold.

        >>> given("length", "a", Decimal(3), "m").plain()
        {'code': 'length', 'symbol': 'a', 'value': Decimal('3'), 'unit': 'm'}
        """
        values: dict[str, object] = {
            "code": self.code,
            "symbol": self.symbol,
            "value": self.value,
            "unit": self.unit,
        }
        if self.formula:
            values["formula"] = self.formula
            values["inputs"] = [figure.plain() for figure in self.inputs]
        if self.source:
            values["source"] = self.source
        return values


def given(
    code: str, symbol: str, value: Decimal | int, unit: str, source: str = ""
) -> Figure:
    """Hold a number that was put in.

    >>> given("gpus", "N", 8, "").value
    Decimal('8')
    """
    return Figure(
        code=code, symbol=symbol, value=Decimal(value), unit=unit, source=source
    )


@exact
def summed(code: str, symbol: str, unit: str, parts: Iterable[Figure]) -> Figure:
    """Add figures of one unit into a figure that unfolds to its parts.

    Raises:
        InputError: a part has another unit.

    >>> parts = (given("a", "a", 1, "B"), given("b", "b", 2, "B"))
    >>> total = summed("total", "T", "B", parts)
    >>> total.formula, total.value
    ('a + b', Decimal('3'))
    """
    parts = tuple(parts)
    for part in parts:
        if part.unit != unit:
            message = f"{part.unit} does not add to {unit}"
            raise InputError(message, "wrong_unit", part.code)
    return Figure(
        code=code,
        symbol=symbol,
        value=sum((part.value for part in parts), ZERO),
        unit=unit,
        formula=" + ".join(part.symbol for part in parts) or "0",
        inputs=parts,
    )
