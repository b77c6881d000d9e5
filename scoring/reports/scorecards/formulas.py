"""The formulas of a scorecard as a spreadsheet reads them, without the sheets.

They are those of ``scoring.mcda`` and name the same quantities. A spreadsheet holds 15
digits: totals that differ by less than 1E-9 are level here, by less than 1E-12 there.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from scoring.selectors.workbook_cells import half_even

PLACES: Final = 4
LEVEL: Final = "1E-9"
LAST: Final = "1E+99"
"""What stands for a missing value in the chain: it comes after those with one."""


def four_places(of: str) -> str:
    """Round half to even to four places.

    The inner ROUND takes off what a double adds or loses far behind the point, so that
    a half is seen as one.
    """
    return f"={half_even(f'ROUND({of}*{10**PLACES},6)', PLACES)}"


def cell_mean(scores: str, weights: str, consensus: str) -> str:
    """The consensus, else the mean by evaluator weight."""
    mean = f"SUMPRODUCT({scores},{weights})/SUM({weights})"
    return f"=IF(ISNUMBER({consensus}),{consensus},{mean})"


def rubric_share(cell: str, rule: str) -> str:
    """The share of a score from 1 to 5.

    >>> rubric_share("I7", "share_of_maximum")
    '=I7/5'
    """
    return f"={cell}/5" if rule == "share_of_maximum" else f"=({cell}-1)/4"


def curve_share(datum: str, points: Sequence[tuple[str, str]], *, is_log: bool) -> str:
    """Read a curve between its points, which stand in rising order of their values.

    >>> curve_share("I7", [("P7", "Q7"), ("R7", "S7")], is_log=False)
    '=(IF(I7<=P7,Q7,IF(I7<=R7,Q7+(S7-Q7)*((I7-P7)/(R7-P7)),S7))-1)/4'
    """
    score = points[-1][1]
    for (start, low), (end, high) in reversed(list(pairwise(points))):
        way = f"({datum}-{start})/({end}-{start})"
        if is_log:
            way = f"LN({datum}/{start})/LN({end}/{start})"
        score = f"IF({datum}<={end},{low}+({high}-{low})*({way}),{score})"
    return f"=(IF({datum}<={points[0][0]},{points[0][1]},{score})-1)/4"


def price_share(formula: str, price: str, at: Mapping[str, str]) -> str:
    """The share of a price; ``at`` says where Pmin, Pmax and the anchors stand.

    >>> price_share("low_bid", "I7", {"lowest": "G7"})
    '=G7/I7'
    """
    lowest, highest = at.get("lowest", ""), at.get("highest", "")
    low, high = at.get("low", ""), at.get("high", "")
    return {
        "low_bid": f"={lowest}/{price}",
        "min_max": f"=IF({highest}={lowest},1,"
        f"({highest}-{price})/({highest}-{lowest}))",
        "fixed_range": f"=MIN(1,MAX(0,({high}-{price})/({high}-{low})))",
        "log": f"=MAX(0,1-LN({price}/{lowest})/LN({at.get('A', '')}))",
        "benchmark": f"=MIN(1,{at.get('benchmark', '')}/{price})",
    }[formula]


def weight_before_scaling(weight: str, applies: str, group: Sequence[str]) -> str:
    """What a criterion weighs before all weights are brought to 100.

    ``group`` is empty where all criteria take over what falls away; else the ranges of
    dimension, weight and applies, and the criterion's own dimension.
    """
    if not group:
        return f"=IF({applies}=1,{weight},0)"
    dimensions, weights, applying, own = group
    whole = f"SUMIFS({weights},{dimensions},{own})"
    left = f"SUMIFS({weights},{dimensions},{own},{applying},1)"
    scaled = f"IF({left}>0,{whole}/{left}*{weight},0)"
    return f"=IF({applies}=1,{scaled},0)"


def rank(total: tuple[str, str], chain: Sequence[tuple[str, str, str]]) -> str:
    """One more than those placed before: by total, then by the steps of the chain.

    ``total`` and each step are a range, the own cell and, for a step, how far apart
    two values may lie and still be level. A lower value comes first in a step.

    >>> rank(("H7:H8", "H7"), [("P7:P8", "P7", "0")])
    '=1+SUMPRODUCT((H7:H8>H7+1E-9)+(H7:H8<=H7+1E-9)*(H7:H8>=H7-1E-9)*(P7:P8<P7-0))'
    """
    (all_, own), before = total, ""
    for values, value, apart in reversed(chain):
        lower = f"({values}<{value}-{apart})"
        level = f"({values}<={value}+{apart})*({values}>={value}-{apart})"
        before = f"({lower}+{level}*{before})" if before else lower
    level = f"({all_}<={own}+{LEVEL})*({all_}>={own}-{LEVEL})"
    tied = f"+{level}*{before}" if before else ""
    return f"=1+SUMPRODUCT(({all_}>{own}+{LEVEL}){tied})"
