"""Whether the figures of a snapshot agree: none is printed that another contradicts."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final

from scoring.reports.schema import CostResult, Quote, RankingRow, Snapshot

EXACT: Final = Decimal("1E-9")
"""What 28 digits may lose in points."""

WHOLE: Final = Decimal(100)
"""What the weights of all criteria sum to, in points."""

MONEY: Final = Decimal("0.01")
"""What a line may lose by rounding to its currency."""


def inconsistencies(snapshot: Snapshot) -> Iterator[str]:
    """Name each reference without its object and each sum that does not hold."""
    yield from _duplicate_keys(snapshot)
    yield from _dangling_references(snapshot)
    yield from _wrong_weights(snapshot)
    for row in snapshot["ranking"]["rows"]:
        yield from _wrong_points(row, snapshot)
    yield from _wrong_order(snapshot["ranking"]["rows"])
    yield from _wrong_lead(snapshot)
    for quote in snapshot["quotes"]:
        yield from _wrong_total(quote)
    for result in snapshot["cost"]["results"]:
        yield from _wrong_cost(result)


def _criteria_keys(snapshot: Snapshot) -> list[str]:
    return [
        criterion["key"]
        for dimension in snapshot["criteria"]["dimensions"]
        for criterion in dimension["criteria"]
    ]


def _duplicate_keys(snapshot: Snapshot) -> Iterator[str]:
    kinds = {
        "candidate": [each["key"] for each in snapshot["candidates"]],
        "criterion": _criteria_keys(snapshot),
        "dimension": [each["key"] for each in snapshot["criteria"]["dimensions"]],
        "quote of candidate": [each["candidate"] for each in snapshot["quotes"]],
        "ranking row": [each["candidate"] for each in snapshot["ranking"]["rows"]],
    }
    for kind, keys in kinds.items():
        yield from (f"{kind} {key}: twice" for key in sorted(_repeated(keys)))


def _repeated(keys: list[str]) -> set[str]:
    return {key for key in keys if keys.count(key) > 1}


def _dangling_references(snapshot: Snapshot) -> Iterator[str]:
    candidates = {candidate["key"] for candidate in snapshot["candidates"]}
    criteria = set(_criteria_keys(snapshot))
    for where, key in _candidate_references(snapshot):
        if key is not None and key not in candidates:
            yield f"{where}: unknown candidate {key}"
    for where, key in _criterion_references(snapshot):
        if key is not None and key not in criteria:
            yield f"{where}: unknown criterion {key}"
    labels = {evaluator["label"] for evaluator in snapshot["evaluators"]}
    for label in {cell["evaluator"] for cell in snapshot["cells"]} - labels:
        yield f"cells: unknown evaluator {label}"


def _candidate_references(snapshot: Snapshot) -> Iterator[tuple[str, str | None]]:
    recommendation = snapshot["recommendation"]
    yield "recommendation", recommendation["candidate"]
    yield "recommendation", recommendation["reserve"]
    yield from (("quotes", each["candidate"]) for each in snapshot["quotes"])
    asked = snapshot["justifications"]
    yield from (("justifications", each["candidate"]) for each in asked)
    yield from (("cells", each["candidate"]) for each in snapshot["cells"])
    yield from (("consensus", each["candidate"]) for each in snapshot["consensus"])
    yield from (("evidence", each["candidate"]) for each in snapshot["evidence"])
    yield from (("ranking", each["candidate"]) for each in snapshot["ranking"]["rows"])
    cost = snapshot["cost"]
    yield from (("assumptions", each["candidate"]) for each in cost["assumptions"])
    yield from (("cost results", each["candidate"]) for each in cost["results"])


def _criterion_references(snapshot: Snapshot) -> Iterator[tuple[str, str | None]]:
    yield from (("cells", each["criterion"]) for each in snapshot["cells"])
    yield from (("consensus", each["criterion"]) for each in snapshot["consensus"])
    yield from (("evidence", each["criterion"]) for each in snapshot["evidence"])
    for row in snapshot["ranking"]["rows"]:
        yield from (("ranking", each["criterion"]) for each in row["scores"])


def _wrong_weights(snapshot: Snapshot) -> Iterator[str]:
    for evaluator in snapshot["evaluators"]:
        if Decimal(evaluator["weight"]) <= 0:
            yield f"evaluator {evaluator['label']}: weighs nothing"
    dimensions = snapshot["criteria"]["dimensions"]
    for dimension in dimensions:
        leaves = _sum(criterion["weight"] for criterion in dimension["criteria"])
        if leaves != Decimal(dimension["weight"]):
            yield f"dimension {dimension['code']}: criteria weigh {leaves}"
    if (whole := _sum(dimension["weight"] for dimension in dimensions)) != WHOLE:
        yield f"criteria: weights sum to {whole}, not {WHOLE}"


def _wrong_points(row: RankingRow, snapshot: Snapshot) -> Iterator[str]:
    where = f"ranking of {row['candidate']}"
    if row["total"] is None:
        if row["rank"] is not None or row["reason"] is None:
            yield f"{where}: no total, so no rank and a reason"
        return
    total = Decimal(row["total"])
    points = {each["criterion"]: each["points"] or "0" for each in row["scores"]}
    if _differ(_sum(points.values()), total):
        yield f"{where}: points of the criteria are not the total"
    if _differ(_sum(each["points"] for each in row["dimensions"]), total):
        yield f"{where}: points of the dimensions are not the total"
    printed = {each["dimension"]: Decimal(each["points"]) for each in row["dimensions"]}
    for dimension in snapshot["criteria"]["dimensions"]:
        leaves = _sum(points.get(leaf["key"], "0") for leaf in dimension["criteria"])
        if _differ(leaves, printed.get(dimension["key"], Decimal(0))):
            yield f"{where}: criteria of dimension {dimension['code']} do not add up"


def _wrong_order(rows: list[RankingRow]) -> Iterator[str]:
    totals = [Decimal(row["total"]) for row in rows if row["total"] is not None]
    ranks = [row["rank"] for row in rows if row["rank"] is not None]
    if ranks != sorted(ranks):
        yield "ranking: rows are not in the order of their ranks"
    if any(rank < 1 or rank > len(totals) for rank in ranks):
        yield "ranking: a rank is not between 1 and the number of ranked candidates"


def _wrong_lead(snapshot: Snapshot) -> Iterator[str]:
    ranking = snapshot["ranking"]
    totals = [Decimal(row["total"]) for row in ranking["rows"] if row["total"]]
    lead = totals[0] - totals[1] if totals[1:] else None
    if (lead is None) != (ranking["lead"] is None):
        yield "ranking: a lead without two totals, or two totals without a lead"
    elif lead is not None and _differ(lead, Decimal(ranking["lead"] or 0)):
        yield "ranking: the lead is not the first total less the second"


def _wrong_total(quote: Quote) -> Iterator[str]:
    where = f"quote of {quote['candidate']}"
    for line in quote["lines"]:
        is_priced = line["state"] in {"priced", "option"}
        if line["amount"] is None and line["state"] == "option":
            continue
        if (line["amount"] is None) == is_priced:
            yield f"{where}, line {line['position']}: amount and state disagree"
    amounts = [
        line["amount"]
        for line in quote["lines"]
        if line["amount"] is not None and line["state"] != "option"
    ]
    slack = MONEY * max(1, len(amounts))
    taken = Decimal(quote["discount"]["amount"] if quote["discount"] else 0)
    if _differ(_sum(amounts) - taken, Decimal(quote["total"]), by=slack):
        yield f"{where}: lines do not add up to the total"


def _wrong_cost(result: CostResult) -> Iterator[str]:
    where = f"cost of {result['candidate']} over {result['horizon_years']} years"
    for line in result["lines"]:
        if len(line["amounts"]) != result["horizon_years"] + 1:
            yield f"{where}: {line['key']} has {len(line['amounts'])} years"
    if result["npv"] is None:
        if result["reason"] is None:
            yield f"{where}: no value and no reason"
        return
    parts = _sum(line["present_value"] for line in result["lines"])
    if _differ(parts, Decimal(result["npv"]), by=MONEY):
        yield f"{where}: lines do not add up to the present value"


def _sum(texts: Iterable[str]) -> Decimal:
    return sum((Decimal(text) for text in texts), Decimal(0))


def _differ(left: Decimal, right: Decimal, *, by: Decimal = EXACT) -> bool:
    return abs(left - right) > by
