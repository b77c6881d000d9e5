"""One mark, one effect: at once, again, by another person, with other entries."""

import pytest
from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import include, path

from procurement.accounts.models import User
from procurement.errors import RuleBrokenError
from procurement.form_pages import FormPage
from procurement.form_sending import new_mark
from procurement.models import SentForm
from procurement.permissions import Action
from tests.concurrency import together

DONE: list[str] = []
REFUSAL = RuleBrokenError("Refused.", "refused")


class NoteForm(forms.Form):
    """One note."""

    note = forms.CharField()


class NotePage(FormPage):
    """Counts what it was asked to do."""

    action = Action.USE_OWN_ACCOUNT
    form_class = NoteForm

    def act(self, form: NoteForm) -> HttpResponse:
        """Refuse a note, show another at once, lead on from all others."""
        note = form.cleaned_data["note"]
        if note == "refused" and not DONE:
            DONE.append("noted beside the refusal")
            User.objects.filter(pk=self.user.pk).update(name="Noted")
            raise REFUSAL
        DONE.append(note)
        if note == "secret":
            return HttpResponse("the secret")
        return redirect(f"/noted/{len(DONE)}/")

    def render(self, *, status: int = 200, **extra) -> HttpResponse:
        """The errors alone."""
        return HttpResponse(extra["form"].errors.as_text(), status=status)


urlpatterns = [
    path("note/", NotePage.as_view()),
    path("", include("procurement.urls")),
]
pytestmark = pytest.mark.urls(__name__)


@pytest.fixture(autouse=True)
def _nothing_done():
    DONE.clear()


def test_the_same_form_again_gets_the_answer_of_the_first(signed_in, officer):
    browser, entries = signed_in(officer), {"note": "a", "once": new_mark()}

    answers = [browser.post("/note/", entries).url for _time in range(3)]

    assert (answers, DONE) == (["/noted/1/"] * 3, ["a"])


def test_a_secret_is_shown_once_and_the_second_says_so(signed_in, officer):
    browser, entries = signed_in(officer), {"note": "secret", "once": new_mark()}

    first, second = (browser.post("/note/", entries) for _time in range(2))

    assert first.content == b"the secret"
    assert (second.status_code, second.url, DONE) == (302, "/note/", ["secret"])


@pytest.mark.parametrize("once", ["", "x", None])
def test_a_form_without_a_mark_is_carried_out_each_time(signed_in, officer, once):
    browser = signed_in(officer)
    entries = {"note": "a"} | ({} if once is None else {"once": once})

    for _time in range(2):
        browser.post("/note/", entries)

    assert (DONE, SentForm.objects.count()) == (["a", "a"], 0)


def test_other_entries_or_another_person_make_another_form(
    signed_in, officer, second_officer
):
    mark = new_mark()
    for person, note in [(officer, "a"), (officer, "b"), (second_officer, "a")]:
        signed_in(person).post("/note/", {"note": note, "once": mark})

    assert DONE == ["a", "b", "a"]


def test_a_refused_form_may_come_again_and_what_was_noted_of_it_stays(
    signed_in, officer
):
    browser, entries = signed_in(officer), {"note": "refused", "once": new_mark()}

    answers = [browser.post("/note/", entries).status_code for _time in range(2)]

    officer.refresh_from_db()
    assert (answers, officer.name) == ([422, 302], "Noted")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("mark", "times"), [(new_mark(), 1), ("", 4)], ids=["marked", "unmarked"]
)
def test_four_at_once_do_it_once_and_without_a_mark_four_times(
    signed_in, officer, mark, times
):
    browsers = [signed_in(officer) for _time in range(4)]

    def send(browser):
        return lambda: browser.post("/note/", {"note": "a", "once": mark}).url

    answers = together(*map(send, browsers))

    assert len(DONE) == times
    assert len(set(answers)) <= times
