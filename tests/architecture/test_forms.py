"""Each form page guards what it edits against lost changes, and acts once."""

import re
from contextlib import contextmanager
from html import unescape
from uuid import uuid4

import pytest
from django import forms
from django.urls import get_resolver, resolve

from catalog.models import Tender
from procurement.form_pages import FormPage
from procurement.form_states import state_in, state_of, token_of
from procurement.permissions import Stage
from tests.access import HELD, ROWS, Answer, expected
from tests.access_cast import one_cast, rows_written
from tests.architecture.test_access_matrix import named
from tests.architecture.test_permission_coverage import methods_of, view_class

pytestmark = [pytest.mark.no_cover, pytest.mark.django_db]
POSTS = {row.name: row for row in ROWS if row.method == "post"}
GETS = {row.name: row for row in ROWS if row.method == "get"}
FAULT = re.compile(r'(?:id="(\w+)_error"|role="alert")[^>]*>([^<]*)')
MARK = re.compile(r'name="(made_from|once)"\s+value="([^"]*)"')


def form_pages():
    """The name of every address with a form that FormPage shows."""
    for name, callback in named(get_resolver()):
        view = view_class(callback)
        if view and issubclass(view, FormPage) and "get" in methods_of(view):
            yield name


MAKES_NEW = {
    "accounts:token-list",
    "catalog:agent-token-list",
    "catalog:quote-columns",
    "catalog:vendor-link",
    "scoring:justification-answer",
    "scoring:justification-ask",
    "scoring:round-list",
}
"""What is filled in already is a proposal: nothing that is stored can be lost."""

UNDRAWN = {
    "scoring:revision-detail": "the story has no draft of a later version",
    "catalog:option-list": "no quote of the story has an option to choose",
    "catalog:vendor-merge": "first chooses by GET; its plan has a version of its own",
}
ENTRIES = {
    "catalog:depot-create": {"country": "DE"},
    "catalog:gpu-create": {"new_manufacturer": "New Maker"},
    "catalog:sku-create": {"source": "Data sheet", "new_manufacturer": "New Maker"},
    "scoring:weighting-swings": {"s-2.1": "100"},
    "catalog:tender-edit": {"quote_deadline": "2027-06-01T12:00"},
}
"""What a form wants beside its required fields."""

WORDS = {
    forms.EmailField: "new.person@example.com",
    forms.DateField: "2026-11-20",
    forms.DateTimeField: "2027-06-01T12:00",
    forms.DecimalField: "3",
    forms.IntegerField: "3",
}
UNFILLED = {
    "accounts:password": "a password is no entry that can be made up",
    "catalog:quote-columns": "a plan must fit its sheet; its own tests send one",
    "catalog:quote-preview": "its vendor is none that the story invites",
    "catalog:vendor-link": "the deadline of the story is over",
    "scoring:candidate-cloud": "the story has no cloud offer that is left",
    "scoring:dimension-remove": "the story has no empty dimension",
    "scoring:evaluation-reopen": "the story is not published",
    "scoring:justification-answer": "no vendor of the story is asked about its price",
    "scoring:justification-ask": "the price of the cast's candidate is not low",
    "scoring:justification-decide": "no vendor of the story is asked about its price",
}
NAMES = sorted({*form_pages()} - {*UNDRAWN})


@pytest.fixture(scope="module")
def cast(django_db_setup, django_db_blocker):
    """The story and its cast, made once; nothing that a test does is kept."""
    with one_cast(django_db_blocker, is_frozen=False) as cast:
        yield cast


@contextmanager
def opened(cast, name):
    """The person, in a stage, that the form is open for."""
    person, stage = who_and_when(name)
    with cast.at(stage):
        if stage == Stage.SETUP:
            Tender.objects.update(is_sealed=True, opened_at=None)
        yield person


def who_and_when(name):
    """A person and a stage that the form is open in."""
    asks = GETS[name], POSTS[name]
    for stage in Stage:
        for person in HELD:
            if {expected(row, person, stage) for row in asks} == {Answer.DONE}:
                return person, stage
    raise AssertionError(name)


def marks_of(answer):
    """The marks in a page; a form has both."""
    return {name: unescape(text) for name, text in MARK.findall(answer.body.decode())}


def form_of(cast, name, person, address):
    """The page's form over what is stored."""
    found = resolve(address.partition("?")[0])
    page = found.func.view_class()
    request = cast.browsers[person].get(address).wsgi_request
    page.setup(request, **found.kwargs)
    page.scope = page.find_scope()
    return page.form_class(**page.form_arguments())


def another(field, stored):
    """What somebody may type in place of what is stored."""
    choices = [str(value) for value, _label in getattr(field, "choices", ()) if value]
    if isinstance(stored, list):
        return [one for one in choices if one not in stored][:1]
    if choices:
        return next((one for one in choices if one != stored), stored)
    if stored in {"True", "False"}:
        return "" if stored == "True" else "on"
    is_number = re.fullmatch(r"\d[\d.]*", stored)
    return str(int(float(stored)) + 1) if is_number else f"{stored} more"


def entries_of(state):
    """What a browser sends of a form: an unchecked box is not sent."""
    return {
        name: "on" if text == "True" else text
        for name, text in state.items()
        if text not in ("False", "")
    }


@pytest.mark.parametrize("name", NAMES)
def test_each_form_carries_both_marks(cast, name):
    with opened(cast, name) as person:
        answer, _ = cast.ask(GETS[name], person)

    assert answer.status_code == 200
    assert set(marks_of(answer)) == {"made_from", "once"}


@pytest.mark.parametrize(
    "name",
    [name for name in NAMES if name not in MAKES_NEW and not name.endswith("-create")],
)
def test_what_another_changed_is_shown_and_not_overwritten(cast, name):
    with opened(cast, name) as person:
        address = cast.address(POSTS[name])
        form = form_of(cast, name, person, address)
        answer, _ = cast.ask(GETS[name], person)
        seen = state_in(marks_of(answer)["made_from"])
        if not any(seen.values()):
            return
        statuses = {}
        for field, stored in seen.items():
            older = seen | {field: ["before"] if isinstance(stored, list) else "before"}
            typed = entries_of(seen | {field: another(form.fields[field], stored)})
            answer, written = cast.ask(
                POSTS[name], person, data=typed | {"made_from": token_of(older)}
            )
            statuses[field] = answer.status_code
            if answer.status_code == 409:
                break

    assert answer.status_code == 409, statuses
    assert "Saved from elsewhere in the meantime" in answer.body.decode()
    assert not {table for table in written if table != "audit_accessentry"}
    assert state_in(marks_of(answer)["made_from"]) == seen


def filled(name, form):
    """Valid entries: what stands there already, and something in required fields."""
    entries = entries_of(state_of(form))
    for key, field in form.fields.items():
        if field.required and key not in entries:
            entries[key] = something(field)
    return entries | ENTRIES.get(name, {})


def something(field):
    """A valid value of a field."""
    choices = [value for value, _label in getattr(field, "choices", ()) if value]
    if choices:
        return str(choices[-1])
    found = [word for kind, word in WORDS.items() if isinstance(field, kind)]
    return found[0] if found else "Something new"


@pytest.mark.parametrize("name", [name for name in NAMES if name not in UNFILLED])
def test_a_form_that_is_sent_twice_is_carried_out_once(cast, name):
    with opened(cast, name) as person:
        address, browser = cast.address(POSTS[name]), cast.browsers[person]
        form = form_of(cast, name, person, address)
        if form.is_multipart():
            pytest.skip("a file is known again by its content")
        entries = filled(name, form)
        entries |= {"once": str(uuid4())}
        before = rows_written()
        first = browser.post(address, entries)
        between = rows_written()
        second = browser.post(address, entries)
        after = rows_written()

    assert first.status_code in {200, 302}, FAULT.findall(first.content.decode())
    assert second.status_code == 302
    assert second.url == (first.url if first.status_code == 302 else address)
    assert between - before
    assert set(after - between) <= {"django_session"}


@pytest.mark.parametrize(
    ("name", "asked"),
    [("catalog:quote-create", "replaces"), ("scoring:assumption-edit", "candidate")],
)
@pytest.mark.parametrize("value", ["x", "1", "00000000-0000-0000-0000-000000000000"])
def test_an_identifier_that_is_none_names_nothing(cast, name, asked, value):
    with opened(cast, name) as person:
        answer = cast.browsers[person].get(
            cast.address(GETS[name]), query_params={asked: value}
        )

    assert answer.status_code == 404
