import ast
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def dependencies(name):
    lines = [line for line in read(name).splitlines() if re.match(r"[a-z]", line)]
    return [re.split(r"[\[<>=;~! ]", line)[0] for line in lines]


def settings_from_the_environment():
    calls = [
        node
        for node in ast.walk(ast.parse(read("procurement/settings.py")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "env"
    ]
    return sorted({ast.literal_eval(call.args[0]) for call in calls})


def web_settings():
    return re.findall(r'environ\.get\([\'"](\w+)', read("gunicorn.conf.py"))


@pytest.mark.parametrize(
    "name", ["requirements.in", "requirements-dev.in", "requirements-bench.in"]
)
def test_each_dependency_has_its_reason(name):
    architecture = read("ARCHITECTURE.md")
    wanted = dependencies(name)

    assert wanted
    assert [each for each in wanted if f"| `{each}` | " not in architecture] == []


def test_each_setting_is_explained_to_the_administrator():
    page = read("docs/administration.md")
    wanted = [*settings_from_the_environment(), *web_settings()]

    assert len(wanted) > 20
    assert [name for name in wanted if f"`{name}`" not in page] == []


def test_no_setting_is_explained_that_is_gone():
    table = read("docs/administration.md").split("| variable |")[1]
    named = set()
    for row in re.findall(r"^\| (`.+?`) \|", table, re.MULTILINE):
        named.update(re.findall(r"`(\w+)`", row))

    assert named - {*settings_from_the_environment(), *web_settings()} == set()


def test_each_target_of_make_has_a_line_of_help():
    makefile = read("Makefile")
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE).group(1).split()

    assert re.findall(r"^([a-z]+):.*## \S", makefile, re.MULTILINE) == phony


def test_the_map_leads_to_what_it_names():
    rows = re.findall(r"^\| .+? \| (.+) \|$", read("README.md"), re.MULTILINE)[1:]
    paths = [path for row in rows for path in re.findall(r"`([\w/]+[/.][\w/.]+)`", row)]
    named = re.findall(r"`([\w/.]+)` → `(\w+)`", read("README.md"))

    assert len(paths) > 12
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert [
        (path, name)
        for path, name in named
        if not re.search(rf"^(def )?{name}\b", read(path), re.MULTILINE)
    ] == []


def test_links_between_the_documents_lead_somewhere():
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    broken = [
        (page.name, target)
        for page in pages
        for target in re.findall(r"(?<!!)\[[^]]+\]\((?!http)([^)#]+)", page.read_text())
        if not (page.parent / target).exists()
    ]

    assert broken == []


def test_each_address_of_the_api_is_explained_with_what_it_answers_to():
    page = read("docs/api.md")
    described = yaml.safe_load(read("tests/api/openapi.yml"))["paths"]
    named = set(re.findall(r"(/api/v1/[\w{}/-]*/)", page))

    assert len(described) > 15
    assert [each for each in described if each not in named] == []
    assert "`POST /api/v1/uploads/`" in page
    assert "`GET` and `POST /api/v1/evaluations/{uuid}/award/`" in page


def test_each_field_that_the_api_document_shows_is_one_that_the_api_gives():
    schemas = yaml.safe_load(read("tests/api/openapi.yml"))["components"]["schemas"]
    given = {name for each in schemas.values() for name in each.get("properties", {})}
    blocks = re.findall(
        r"^    [{\[].*(?:\n     .*)*", read("docs/api.md"), re.MULTILINE
    )
    shown = {name for block in blocks for name in re.findall(r'"(\w+)": ', block)}

    problem = {*("type", "title", "status", "code", "detail", "errors", "request_id")}
    assert len(blocks) > 12
    assert sorted(shown - given - problem - {"field"}) == []
