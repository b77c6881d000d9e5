"""Each address, for each role, in each stage: what the table of permissions says."""

from collections import Counter
from uuid import uuid4

import pytest
from django.conf import settings
from django.shortcuts import resolve_url
from django.urls import URLPattern, URLResolver, get_resolver, path
from django.urls.resolvers import RegexPattern

from procurement.permissions import Action, Stage
from procurement.web import Page
from tests.access import HELD, OPEN, ROWS, Answer, expected
from tests.access_cast import elsewhere, one_cast
from tests.architecture.test_permission_coverage import methods_of, view_class

pytestmark = [pytest.mark.no_cover, pytest.mark.django_db]
INSIDE = [row for row in ROWS if row.is_inside]
NAMED = {
    *("member", "recused", "invited", "staged", "quote", "candidate", "declined"),
    "statement",
    *("version", "currency", "criterion", "dimension", "curve", "assumption"),
    *("knock_out", "minutes"),
}
"""The facts that are things of one evaluation."""

SCRIPT = {"accept": "application/json"}
"""What a script asks with: a refusal without a page around it, for speed."""

LOGGED = Counter(audit_accessentry=1)
"""What reading writes: that somebody read hidden prices."""

ASKED_IN = {
    "editor": {Stage.SCORING, Stage.PUBLISHED},
    "administrator": {Stage.SCORING, Stage.PUBLISHED},
    "outsider": {Stage.SCORING, Stage.PUBLISHED},
    "agent": {Stage.SCORING},
    "nobody": {Stage.SCORING},
}
"""Those for whom no stage makes a difference, in the stages that they are asked in."""


@pytest.fixture(scope="module")
def cast(django_db_setup, django_db_blocker):
    """The story and its cast, made once; nothing that a test does is kept."""
    with one_cast(django_db_blocker) as cast:
        yield cast


def named(resolver, spaces=()):
    """Each address by its whole name, with its view."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield ":".join([*spaces, entry.name or str(entry.pattern)]), entry.callback
        else:
            space = [entry.namespace] if entry.namespace else []
            yield from named(entry, (*spaces, *space))


def stated_by_the_code(resolver):
    """(name, method, action) of every address; the action is None where it is open."""
    for name, callback in named(resolver):
        view = view_class(callback)
        methods = methods_of(view) if view and name != "home" else ["get"]
        asks = getattr(view, "action_of", None)
        for method in set(methods) - {"head", "options"}:
            yield name, method, asks(method) if asks else None


def unmatched(resolver):
    """What only the code says, and what only the table says."""
    table = Counter((row.name, row.method, row.action) for row in ROWS)
    table.update((name, method, None) for name in OPEN for method in OPEN[name].split())
    code = set(stated_by_the_code(resolver))
    assert max(table.values()) == 1
    return sorted(map(str, code - table.keys())), sorted(map(str, table.keys() - code))


def test_each_address_and_method_has_one_row_that_says_what_the_code_says():
    assert unmatched(get_resolver()) == ([], [])


def test_a_new_address_and_one_that_went_would_be_found():
    class NewPage(Page):
        """A page that somebody forgot to write a row for."""

        action = Action.VIEW_CATALOGUE

    site = get_resolver().url_patterns
    more = URLResolver(
        RegexPattern(r"^/"), [*site, path("new/", NewPage.as_view(), name="new")]
    )
    fewer = URLResolver(
        RegexPattern(r"^/"),
        [each for each in site if getattr(each, "name", "") != "home"],
    )

    assert unmatched(more) == ([f"('new', 'get', {Action.VIEW_CATALOGUE!r})"], [])
    assert unmatched(fewer) == ([], ["('home', 'get', None)"])


def mistakes(cast, row, stage, drawn):
    """Where the answers differ from the table; ``drawn`` notes who got a page."""
    for person in HELD:
        if stage not in ASKED_IN.get(person, Stage):
            continue
        wanted = expected(row, person, stage)
        more = {"headers": SCRIPT if stage != Stage.SCORING else {}}
        if wanted is Answer.DONE and is_drawn_already(row, person, stage, drawn):
            more["method"] = "options"
        answer, written = cast.ask(row, person, **more)
        got = answer_of(answer)
        if got is not wanted:
            yield f"{stage} {person}: {got} ({answer.status_code}), not {wanted}"
        if (row.method == "get" or wanted is not Answer.DONE) and written - LOGGED:
            yield f"{stage} {person}: written, though {wanted}: {dict(written)}"


def is_drawn_already(row, person, stage, drawn):
    """Whether a page was drawn for the person or in the stage: then one only asks.

    So each person and each stage gets the page once, as far as there are others.
    """
    if row.method != "get":
        return False
    is_drawn = row.is_slow or bool({person, stage} & drawn)
    if not is_drawn:
        drawn |= {person, stage}
    return is_drawn


def answer_of(answer):
    """The status as the table knows it; None for what it never says."""
    status, location = answer.status_code, answer.headers.get("Location", "")
    if status == 302 and location.startswith(resolve_url(settings.LOGIN_URL)):
        return Answer.SIGN_IN
    if status in {200, 201, 202, 204, 302, 400, 415, 422}:
        return Answer.DONE
    return Answer(status) if status in {401, 403, 404, 409} else None


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_each_role_gets_what_the_table_says_in_each_stage(cast, row):
    found, drawn = [], set()
    for stage in Stage if row.is_staged else [Stage.SCORING]:
        with cast.at(stage, row.prepared):
            found += mistakes(cast, row, stage, drawn)

    assert found == []


@pytest.mark.parametrize("row", INSIDE, ids=str)
def test_an_unknown_evaluation_is_not_there(cast, row):
    unknown = {"reference": "EV-1999-999", "evaluation": uuid4()}
    address = cast.address(row, **unknown)

    for person in ("officer", "evaluator", "finance", "outsider"):
        answer, written = cast.ask(row, person, address)
        assert (answer.status_code, written) == (404, Counter())


@pytest.fixture(scope="module")
def others(cast):
    """Things of another evaluation of the same people."""
    return elsewhere(cast)


@pytest.mark.parametrize(
    "row", [row for row in INSIDE if NAMED & set(row.words.values())], ids=str
)
def test_a_thing_of_another_evaluation_is_not_there(cast, others, row):
    person, stage = next(
        (person, stage)
        for person in ("officer", "evaluator", "approver", "finance")
        for stage in Stage
        if expected(row, person, stage) is Answer.DONE
    )

    for name in NAMED & set(row.words.values()):
        address = cast.address(row, **{name: others[name]})
        with cast.at(stage, row.prepared):
            answer, written = cast.ask(row, person, address)
        assert (name, answer.status_code) == (name, 404)
        assert written - LOGGED == Counter()


@pytest.mark.parametrize("name", sorted({row.name for row in ROWS}))
def test_no_other_method_does_anything(cast, name):
    answered = {row.method for row in ROWS if row.name == name}
    row = next(row for row in ROWS if row.name == name)
    override = {"X-HTTP-Method-Override": row.method.upper()}

    for method in {"get", "post", "put", "patch", "delete", "trace"} - answered:
        for person in ("officer", "administrator", "evaluator"):
            answer, written = cast.ask(row, person, method=method, headers=override)
            assert (method, answer.status_code) in {
                (method, status) for status in (403, 404, 405, 409)
            }
            assert written == Counter()


@pytest.mark.parametrize("row", [row for row in ROWS if row.is_api], ids=str)
def test_a_token_for_reading_opens_what_its_person_may_read_and_no_more(cast, row):
    for stage in (Stage.MODERATION, Stage.PUBLISHED):
        with cast.at(stage):
            for person in ("officer", "finance"):
                answer, written = cast.ask(row, f"{person} by token")
                wanted = expected(row, person, stage)
                if row.method != "get":
                    wanted = Answer.FORBIDDEN
                assert answer_of(answer) is wanted
                assert written - LOGGED == Counter()
