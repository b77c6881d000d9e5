from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APART = {"architecture", "browser", "integration"}


def test_each_test_module_mirrors_a_module_of_the_code():
    tests = ROOT / "tests"
    modules = [path.relative_to(tests) for path in tests.rglob("test_*.py")]
    mirrored = [path for path in modules if path.parts[0] not in APART]

    assert mirrored
    assert [str(path) for path in mirrored if not code_of(path)] == []


def code_of(test):
    """Find a/b/c.py, or the package a/b/c, for tests/a/b/test_c.py."""
    module = ROOT / test.parent / test.stem.removeprefix("test_")
    return module.with_suffix(".py").exists() or (module / "__init__.py").exists()
