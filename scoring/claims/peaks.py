"""Claims on peaks: TFLOPS, TFLOPS per watt and per price, and ratios between GPUs."""

from dataclasses import replace
from decimal import Decimal
from typing import Final

from scoring.claims.finding import Finding, Reason, Verdict, not_known
from scoring.claims.numbers import THOUSAND, agrees, is_off_by_1000
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above, require_at_least
from scoring.figures.precision import exact
from scoring.sizing.gpus import Gpu
from scoring.sizing.precisions import Precision

_FAR_ABOVE: Final = 10


@exact
def check_peak(
    claimed: Decimal,
    gpu: Gpu,
    precision: Precision,
    gpus: int = 1,
    *,
    says_sparse: bool = False,
) -> Finding:
    """Hold a claimed peak of one or many GPUs against the published one.

    Right is the dense peak, or the sparse one where the claim says so. Unit: TFLOPS
    (TOPS for integers). Source: the maker's data sheet.
    """
    require_at_least(1, gpus=gpus)
    dense = _peak(gpu, precision, gpus, is_sparse=False)
    sparse = _peak(gpu, precision, gpus, is_sparse=True)
    meant, other = (sparse, dense) if says_sparse else (dense, sparse)
    if meant is None:
        return not_known(gpu.source)
    right = (meant,) if other is None else (meant, other)
    if agrees(claimed, meant.value):
        reasons: tuple[Reason, ...] = ()
    else:
        reasons = (_why(claimed, meant.value, None if says_sparse else sparse),)
    return Finding(
        verdict=Verdict.WRONG if reasons else Verdict.HOLDS,
        reasons=reasons,
        claimed=claimed,
        right=right,
        source=gpu.source,
    )


@exact
def check_per_watt(claimed: Decimal, gpu: Gpu, precision: Precision) -> Finding:
    """Hold claimed TFLOPS per watt against dense peak over rated power.

    Formula: X/P. No GPU does more than its peak at its rated power, sparse or not; a
    claim above is impossible, and often one in GFLOPS or of a whole computer. Unit:
    TFLOPS/W.
    """
    peak = _peak(gpu, precision, 1, is_sparse=False)
    if peak is None or gpu.tdp_w is None:
        return not_known(gpu.source)
    right = _quotient(
        "peak_per_watt", peak, given("rated_power", "P", gpu.tdp_w, "W", gpu.source)
    )
    return _judged(claimed, right, gpu.source, may_be_giga=True)


@exact
def check_per_price(
    claimed: Decimal, gpu: Gpu, precision: Precision, price: Decimal
) -> Finding:
    """Hold claimed TFLOPS per unit of money against dense peak over the price given.

    Formula: X/price of a card. Unit: TFLOPS per currency.
    """
    require_above(0, price=price)
    peak = _peak(gpu, precision, 1, is_sparse=False)
    if peak is None:
        return not_known(gpu.source)
    right = _quotient("peak_per_price", peak, given("price", "p", price, "currency"))
    return _judged(claimed, right, gpu.source)


@exact
def check_ratio(
    claimed: Decimal, first: tuple[Gpu, Precision], second: tuple[Gpu, Precision]
) -> Finding:
    """Hold a claim of so many times another GPU against the ratio of dense peaks."""
    above = _peak(*first, 1, is_sparse=False)
    below = _peak(*second, 1, is_sparse=False)
    if above is None or below is None:
        return not_known()
    right = _quotient("peak_ratio", above, replace(below, symbol="Y"))
    return _judged(claimed, right, f"{first[0].source}; {second[0].source}")


@exact
def _peak(
    gpu: Gpu, precision: Precision, gpus: int, *, is_sparse: bool
) -> Figure | None:
    peaks = gpu.sparse_tflops if is_sparse else gpu.dense_tflops
    if precision not in peaks:
        return None
    kind = "sparse" if is_sparse else "dense"
    one = given(
        f"{kind}_peak_{precision}", "X", peaks[precision], "TFLOP/s", gpu.source
    )
    if gpus == 1:
        return one
    return Figure(
        code=f"{kind}_peak_of_all",
        symbol="X_a",
        value=one.value * gpus,
        unit="TFLOP/s",
        formula="X*n",
        inputs=(one, given("gpus", "n", gpus, "")),
        source=gpu.source,
    )


def _why(claimed: Decimal, right: Decimal, sparse: Figure | None) -> Reason:
    if is_off_by_1000(claimed, right):
        return Reason.OFF_BY_1000
    if sparse is not None and agrees(claimed, sparse.value):
        return Reason.SPARSE_AS_DENSE
    return Reason.ABOVE_PEAK if claimed > right else Reason.BELOW_PEAK


def _judged(
    claimed: Decimal, right: Figure, source: str, *, may_be_giga: bool = False
) -> Finding:
    if agrees(claimed, right.value):
        reasons: tuple[Reason, ...] = ()
    elif is_off_by_1000(claimed, right.value):
        reasons = (Reason.OFF_BY_1000,)
    else:
        is_above = claimed > right.value
        reasons = (Reason.ABOVE_PEAK if is_above else Reason.BELOW_PEAK,)
        if may_be_giga and _is_giga(claimed, right.value):
            reasons += (Reason.OFF_BY_1000,)
    return Finding(
        verdict=Verdict.WRONG if reasons else Verdict.HOLDS,
        reasons=reasons,
        claimed=claimed,
        right=(right,),
        source=source,
    )


def _is_giga(claimed: Decimal, right: Decimal) -> bool:
    """Tell whether a claim is far above the peak, and below it if meant in GFLOPS."""
    return claimed / THOUSAND <= right <= claimed / _FAR_ABOVE


def _quotient(code: str, above: Figure, below: Figure) -> Figure:
    return Figure(
        code=code,
        symbol="Q",
        value=above.value / below.value,
        unit=f"{above.unit}/{below.unit}" if above.unit != below.unit else "",
        formula=f"{above.symbol}/{below.symbol}",
        inputs=(above, below),
    )
