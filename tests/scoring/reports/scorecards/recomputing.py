"""A workbook read by another program, and compared with the document behind it."""

from decimal import Decimal

from procurement.money import round_decimal

FIRST = 6


def four(value):
    """Four places, from a stored number or from a cell that holds four of them."""
    if isinstance(value, str):
        return round_decimal(Decimal(value), 4)
    return Decimal(repr(float(value))).quantize(Decimal("0.0001"))


def assert_same(card, values):
    """Every total, rank, share, point and weight that the formulas give is stored."""
    lines = card["ranking"]["rows"]
    leaves = [
        leaf for each in card["criteria"]["dimensions"] for leaf in each["criteria"]
    ]
    for at, leaf in enumerate(leaves):
        found = four(values["CRITERIA", f"K{FIRST + at}"])
        assert found == four(leaf["effective_weight"] or "0")
    for at, line in enumerate(lines):
        if line["rank"] is not None:
            assert four(values["RANKING", f"F{FIRST + at}"]) == four(line["total"])
            assert float(values["RANKING", f"B{FIRST + at}"]) == line["rank"]
            assert float(values["RANKING", f"M{FIRST + at}"]) == 0
            assert float(values["RANKING", f"N{FIRST + at}"]) == 0
        scores = {each["criterion"]: each for each in line["scores"]}
        for place, leaf in enumerate(leaves):
            row, score = FIRST + at * len(leaves) + place, scores[leaf["key"]]
            if score["share"] is not None:
                assert four(values["SCORES", f"L{row}"]) == four(score["share"])
                assert four(values["SCORES", f"O{row}"]) == four(score["points"])
