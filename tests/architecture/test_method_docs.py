"""The method documents name every public function of the pure models."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = {
    "sizing": "sizing-method.md",
    "facility": "sizing-method.md",
    "compatibility": "sizing-method.md",
    "claims": "sizing-method.md",
    "tco/charges": "cost-method.md",
    "tco/measures": "cost-method.md",
    "tco/rent_or_buy": "cost-method.md",
    "tco/uncertainty": "cost-method.md",
}


@pytest.mark.parametrize("package", DOCUMENTS)
def test_every_public_function_is_named(package):
    text = (ROOT / "docs" / DOCUMENTS[package]).read_text("utf-8")
    modules = sorted((ROOT / "scoring" / package).rglob("*.py"))
    functions = {
        node.name
        for module in modules
        for node in ast.parse(module.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }

    assert functions
    assert {name for name in functions if f"`{name}`" not in text} == set()
