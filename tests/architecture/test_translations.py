import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "locale/zh_Hans/LC_MESSAGES/django.po"
PACKAGES = ("catalog", "procurement", "scoring")
CALL = re.compile(r"(n?p?)gettext(?:_lazy|_noop)?|_")
IN_TEMPLATE = re.compile(
    r"""\b(?:n?p?gettext|_)\((?:\s*u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")\s*,?)+"""
)
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%\w?|%[sd]")


def texts_of(call):
    """Give (context, text) of a call of gettext; nothing for a variable's text."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    found = CALL.fullmatch(name)
    if not found:
        return []
    skipped = 1 if "p" in (found[1] or "") else 0
    words = [each.value for each in call.args if isinstance(each, ast.Constant)]
    if len(words) <= skipped or not isinstance(words[skipped], str):
        return []
    return [(words[0] if skipped else None, words[skipped])]


def texts_in(source):
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [text for call in calls for text in texts_of(call)]


def messages():
    """Walk the code and the templates: where, in which context, which text."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if "migrations" not in path.parts:
                for context, text in texts_in(path.read_text(encoding="utf-8")):
                    yield path.relative_to(ROOT), context, text
    for path in (ROOT / "templates").rglob("*.*"):
        code = templatize(path.read_text(encoding="utf-8"))
        for call in IN_TEMPLATE.finditer(code):
            for context, text in texts_in(call[0].rstrip(", ") + ")"):
                yield path.relative_to(ROOT), context, text


@pytest.fixture(scope="module")
def chinese():
    with CATALOGUE.open("rb") as file:
        return read_po(file, locale="zh_Hans_CN")


def pairs(catalogue):
    for message in catalogue:
        if message.id:
            plural = not isinstance(message.id, str)
            given = message.string if plural else (message.string,)
            yield message, (message.id[-1] if plural else message.id), given


@pytest.fixture(scope="module")
def texts():
    return list(messages())


def test_the_texts_of_code_and_templates_are_found(texts):
    assert len(texts) > 2000
    assert {path.parts[0] for path, _, _ in texts} == {*PACKAGES, "templates"}
    assert any(context == "bid" for _, context, _ in texts)


def test_each_text_has_its_chinese(texts, chinese):
    missing = {
        f"{path}: {text}"
        for path, context, text in texts
        if chinese.get(text, context) is None
    }

    assert sorted(missing) == []


def test_no_chinese_text_is_kept_for_what_nobody_says_any_more(texts, chinese):
    said = {(context, text) for _, context, text in texts}
    kept = {
        (each.context, each.id if isinstance(each.id, str) else each.id[0])
        for each, _, _ in pairs(chinese)
    }

    assert sorted(text for _, text in kept - said) == []


def test_no_chinese_text_is_empty_or_in_doubt(chinese):
    entries = list(pairs(chinese))

    assert len(entries) > 1500
    assert [text for _, text, given in entries if not all(given)] == []
    assert [text for message, text, _ in entries if message.fuzzy] == []
    assert [text for _, text, given in entries if len(given) != 1] == []


def test_each_chinese_text_keeps_the_placeholders(chinese):
    differing = [
        text
        for _, text, given in pairs(chinese)
        if set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(given[0]))
    ]

    assert differing == []


def test_a_sentence_ends_with_the_chinese_full_stop(chinese):
    wrong = [
        text
        for _, text, given in pairs(chinese)
        if text.endswith(".") and not given[0].endswith(("。", "。）"))
    ]

    assert sorted(wrong) == ["No.", "Offer no."]
