"""A service's refusal stands in the form again, at its field."""

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.urls import include, path

from procurement.errors import ConflictError, RuleBrokenError
from procurement.form_pages import FormPage
from procurement.permissions import Action, PermissionRefusedError, WrongStageError

REFUSALS = {
    "at its field": RuleBrokenError("Weight is wrong.", "wrong", "weight"),
    "at no field": RuleBrokenError("All is wrong.", "wrong", "elsewhere"),
    "of the model": ValidationError({"weight": "Too big.", "secret": "Not yours."}),
    "of the whole": ValidationError("Does not add up."),
    "right": PermissionRefusedError("No right.", "permission_refused"),
    "stage": WrongStageError("Wrong stage.", "wrong_stage"),
    "stale": ConflictError("Saved by another.", saved={"weight": "7"}),
}


class WeightForm(forms.Form):
    """One weight."""

    weight = forms.IntegerField()
    refusal = forms.CharField(required=False)


class WeightPage(FormPage):
    """Refuses as it is told to."""

    action = Action.USE_OWN_ACCOUNT
    form_class = WeightForm

    def act(self, form: WeightForm) -> HttpResponse:
        """Refuse, or accept."""
        refusal = REFUSALS.get(form.cleaned_data["refusal"])
        if refusal:
            raise refusal
        return HttpResponse("accepted")

    def render(self, *, status: int = 200, **extra) -> HttpResponse:
        """The errors alone."""
        return HttpResponse(str(extra["form"].errors.as_text()), status=status)


class UnfinishedPage(FormPage):
    """Says not what it does."""

    action = Action.USE_OWN_ACCOUNT
    form_class = forms.Form


urlpatterns = [
    path("weight/", WeightPage.as_view()),
    path("unfinished/", UnfinishedPage.as_view()),
    path("", include("procurement.urls")),
]
pytestmark = pytest.mark.urls(__name__)


@pytest.mark.parametrize(
    ("refusal", "status", "words"),
    [
        ("", 200, "accepted"),
        ("at its field", 422, "* weight\n  * Weight is wrong."),
        ("at no field", 422, "* __all__\n  * All is wrong."),
        ("of the model", 422, "* weight\n  * Too big.\n* __all__\n  * Not yours."),
        ("of the whole", 422, "* __all__\n  * Does not add up."),
        ("right", 403, "No right."),
        ("stage", 409, "Wrong stage."),
        ("stale", 409, "Saved by another."),
    ],
)
def test_each_refusal_has_its_answer(signed_in, officer, refusal, status, words):
    answer = signed_in(officer).post("/weight/", {"weight": "3", "refusal": refusal})

    assert answer.status_code == status
    assert words in answer.content.decode()


def test_a_form_that_does_not_fit_never_reaches_the_service(signed_in, officer):
    answer = signed_in(officer).post("/weight/", {"weight": "three"})

    assert (answer.status_code, "Enter a whole number." in answer.content.decode()) == (
        422,
        True,
    )


def test_a_page_that_does_nothing_fails_loudly(signed_in, officer):
    with pytest.raises(NotImplementedError):
        signed_in(officer).post("/unfinished/")
