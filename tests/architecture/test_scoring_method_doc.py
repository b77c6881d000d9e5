"""The auditor's text names every scoring function, and its example is right."""

import ast
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from scoring.mcda.curves import CurveSpec
from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import Admission, CandidateInput, DatumInput, Kind
from tests.scoring.mcda.inputs import criterion, evaluation, panel, score

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "scoring-method.md").read_text("utf-8")
MODULES = sorted((ROOT / "scoring" / "mcda").rglob("*.py"))
EXAMPLE = evaluation(
    (
        criterion("support", weight=50),
        criterion(
            "lead",
            Kind.CURVE,
            20,
            curve=CurveSpec(score_1_at=Decimal(26), score_5_at=Decimal(8)),
        ),
        criterion("price", Kind.PRICE, 30),
    ),
    (
        CandidateInput(key="X", price=Decimal(120)),
        CandidateInput(key="Y", price=Decimal(100)),
        CandidateInput(key="Z", price=Decimal(60), admission=Admission.REJECTED),
    ),
    evaluators=panel("first", "second"),
    cells=(
        score("X", "support", "first", 4),
        score("X", "support", "second", 5),
        score("Y", "support", "first", 3),
        score("Y", "support", "second", 4),
    ),
    data=tuple(
        DatumInput(candidate=key, criterion="lead", value=Decimal(weeks))
        for key, weeks in (("X", 14), ("Y", 10), ("Z", 9))
    ),
)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_every_public_function_is_named(module):
    functions = {
        node.name
        for node in ast.parse(module.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }

    assert {name for name in functions if f"`{name}`" not in TEXT} == set()


def test_the_example_comes_out_as_printed():
    result = evaluate(EXAMPLE)
    shown = result.rules.rounding.exported

    for key in "XY":
        own = result.candidate(key)
        assert f"**{shown(own.total)}**" in TEXT
        for item in own.criteria:
            assert f"= {shown(item.points)} |" in TEXT
    assert result.winners == ("X",)
    assert f"lead of {shown(result.lead)}." in TEXT


def test_the_variant_without_lead_time_comes_out_as_printed():
    criteria = tuple(
        replace(item, is_applicable=item.key != "lead") for item in EXAMPLE.criteria
    )

    result = evaluate(replace(EXAMPLE, criteria=criteria))
    shown = result.rules.rounding.exported

    first, second = (shown(result.candidate(key).total) for key in "XY")
    assert f"totals {first} and {second}." in TEXT
