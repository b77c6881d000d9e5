"""Inputs of the cost model: what a candidate costs and how the evaluation counts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from procurement.money import CurrencyMismatchError, Money, TaxBasis, exponent
from scoring.figures.errors import InputError
from scoring.figures.precision import ONE, ZERO, exact
from scoring.tco.assumptions import Assumption, number
from scoring.tco.kinds import kind_of, parameters_of


class Timing(StrEnum):
    """When a year's running costs are taken as paid."""

    END_OF_YEAR = "end_of_year"
    MID_YEAR = "mid_year"


class Terms(StrEnum):
    """Whether amounts are of their own year or of today's prices."""

    NOMINAL = "nominal"
    REAL = "real"


class PurchaseGroup(StrEnum):
    """What a purchase at t = 0 is for; each group is a cost line of its own."""

    COMPUTE = "compute"
    NETWORK = "network"
    STORAGE = "storage"
    RACKS = "racks"
    SOFTWARE = "software"
    SERVICES = "services"
    FREIGHT = "freight"
    FACILITY = "facility"
    TAX = "tax"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """Hold the switches of an evaluation that are the same for all candidates.

    In real terms the increases are real ones and amounts are at today's prices; the
    discount rate is given nominal and made real by the inflation assumption.
    """

    currency: str
    tax_basis: TaxBasis = TaxBasis.NET
    timing: Timing = Timing.END_OF_YEAR
    terms: Terms = Terms.NOMINAL

    def __post_init__(self) -> None:
        exponent(self.currency)

    def amount(self, money: Money) -> Decimal:
        """Return the bare amount of money that is in the evaluation's currency.

        >>> conventions = Conventions(currency="USD")
        >>> conventions.amount(Money(Decimal(5), "USD", TaxBasis.NET))
        Decimal('5')
        >>> conventions.amount(Money(Decimal(5), "EUR", TaxBasis.NET))
        Traceback (most recent call last):
        procurement.money.CurrencyMismatchError: EUR net and USD net do not mix
        """
        own = Money(ZERO, self.currency, self.tax_basis)
        if (money.currency, money.tax_basis) != (own.currency, own.tax_basis):
            raise CurrencyMismatchError(money, own)
        return money.amount


@dataclass(frozen=True, slots=True, kw_only=True)
class PurchaseLine:
    """Hold one bought line: unit price of the tier reached × quantity − discount.

    ``discount`` is a fraction. ``is_resaleable`` adds a network line to the base of
    the residual; compute lines always are, nothing else may be.

    >>> line = PurchaseLine(
    ...     group=PurchaseGroup.COMPUTE,
    ...     label="Server with 8 GPUs",
    ...     quantity=Decimal(16),
    ...     unit_price=Money(Decimal(200000), "USD", TaxBasis.NET),
    ...     discount=Decimal("0.05"),
    ... )
    >>> line.price.amount, line.has_residual
    (Decimal('3040000.00'), True)
    """

    group: PurchaseGroup
    label: str
    quantity: Decimal
    unit_price: Money
    discount: Decimal = ZERO
    is_resaleable: bool = False

    def __post_init__(self) -> None:
        if not ZERO <= self.discount <= ONE:
            message = f"a discount is a fraction from 0 to 1, not {self.discount}"
            raise InputError(message, "out_of_range", "discount")
        if not (self.quantity.is_finite() and self.quantity >= ZERO):
            message = f"a quantity is not negative: {self.quantity}"
            raise InputError(message, "out_of_range", "quantity")
        if self.is_resaleable and self.group not in _RESALEABLE:
            message = f"{self.group} has no resale value"
            raise InputError(message, "not_resaleable", "is_resaleable")

    @property
    @exact
    def price(self) -> Money:
        """The whole line: unit price × quantity × (1 − discount)."""
        return self.unit_price * self.quantity * (ONE - self.discount)

    @property
    def has_residual(self) -> bool:
        """Whether the line counts in the base of the residual value."""
        return self.group is PurchaseGroup.COMPUTE or self.is_resaleable


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportContract:
    """Hold a contract invoiced in equal parts in the years it covers."""

    first_year: int
    last_year: int
    total: Decimal

    @property
    def key(self) -> str:
        """The key of the assumption that the contract comes from."""
        return f"support_{self.first_year}_{self.last_year}"

    def covers(self, year: int) -> bool:
        """Tell whether the contract covers a year.

        >>> contract = SupportContract(first_year=4, last_year=5, total=Decimal(10))
        >>> contract.covers(3), contract.covers(4)
        (False, True)
        """
        return self.first_year <= year <= self.last_year

    @exact
    def invoiced(self, year: int) -> Decimal:
        """Return the amount invoiced in a year: total ÷ covered years.

        >>> contract = SupportContract(first_year=4, last_year=5, total=Decimal(10))
        >>> contract.invoiced(5), contract.invoiced(6)
        (Decimal('5'), Decimal('0'))
        """
        if not self.covers(year):
            return ZERO
        return self.total / (self.last_year - self.first_year + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateCosts:
    """Hold all that one candidate's cost follows from.

    ``assumptions`` are the evaluation's common values with the candidate's own over
    them, by key. ``list_price`` is needed only where maintenance is quoted as a
    percentage of it.
    """

    name: str
    nodes: int
    gpus_per_node: int
    gpu_family: str
    purchases: tuple[PurchaseLine, ...]
    assumptions: Mapping[str, Assumption] = field(default_factory=dict)
    list_price: Money | None = None

    def __post_init__(self) -> None:
        if self.nodes < 1 or self.gpus_per_node < 1:
            message = "a candidate has at least one node with one GPU"
            raise InputError(message, "out_of_range", "nodes")
        for key, assumption in self.assumptions.items():
            if key != assumption.key:
                message = f"holds the assumption {assumption.key}"
                raise InputError(message, "wrong_key", key)
        self._require_load_above_idle()
        self._require_separate_contracts()

    @property
    def gpus(self) -> int:
        """All GPUs of the candidate, spares not counted."""
        return self.nodes * self.gpus_per_node

    @property
    @exact
    def contracts(self) -> tuple[SupportContract, ...]:
        """The support contracts among the assumptions, by first year."""
        found = (
            self._contract(assumption)
            for key, assumption in self.assumptions.items()
            if "first" in parameters_of(key)
        )
        return tuple(sorted(found, key=lambda contract: contract.first_year))

    def has(self, key: str) -> bool:
        """Tell whether a value was given, rather than the stated default."""
        return key in self.assumptions

    def value_of(self, key: str) -> tuple[Decimal, str]:
        """Return an assumption's value and unit, as given or as the stated default.

        Raises:
            InputError: neither a value nor a stated default exists.
        """
        if key in self.assumptions:
            return self.assumptions[key].value, self.assumptions[key].unit
        kind = kind_of(key)
        if kind.default is None:
            message = "no value given"
            raise InputError(message, "missing", key)
        return kind.default, kind.units[0]

    def number(self, key: str) -> Decimal:
        """Return an assumption as the number of the formulas: percent as fraction."""
        return number(*self.value_of(key))

    def lines_of(self, group: PurchaseGroup) -> tuple[PurchaseLine, ...]:
        """Return the purchase lines of a group, in the order of the quote."""
        return tuple(line for line in self.purchases if line.group is group)

    def _contract(self, assumption: Assumption) -> SupportContract:
        years = parameters_of(assumption.key)
        nodes = self.nodes if "/node" in assumption.unit else 1
        return SupportContract(
            first_year=int(years["first"]),
            last_year=int(years["last"]),
            total=assumption.number * nodes,
        )

    def _require_load_above_idle(self) -> None:
        if self.has("idle_kw") and self.has("load_kw"):
            idle, load = self.number("idle_kw"), self.number("load_kw")
            if load < idle:
                message = f"{load} kW is below the idle power of {idle} kW"
                raise InputError(message, "load_below_idle", "load_kw")

    def _require_separate_contracts(self) -> None:
        last = 0
        for contract in self.contracts:
            if contract.last_year < contract.first_year:
                message = "ends before it starts"
                raise InputError(message, "years_reversed", contract.key)
            if contract.first_year <= last:
                message = f"year {contract.first_year} is covered twice"
                raise InputError(message, "support_overlap", contract.key)
            last = contract.last_year


_RESALEABLE = frozenset({PurchaseGroup.COMPUTE, PurchaseGroup.NETWORK})
