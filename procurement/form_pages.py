"""The base of a page with a form: bind, call one service, answer."""

from http import HTTPStatus
from typing import Any, ClassVar, Final, override

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext_noop

from procurement.errors import ConflictError, RuleBrokenError
from procurement.form_sending import answer_once, new_mark, repeated_answer
from procurement.form_states import (
    Clash,
    clashes,
    hold,
    state_in,
    state_of,
    token_of,
)
from procurement.permissions import PermissionRefusedError, WrongStageError
from procurement.web import Page

OF_DJANGO: Final = (gettext_noop("- Select an option -"),)
"""Texts in our forms that Django's own Chinese catalogue lacks."""


class FormPage(Page):
    """Shows ``form_class``, and calls :meth:`act` with the valid form.

    What a service refuses by a rule stands in the form again, at its field; a missing
    right, a wrong stage and a stale version stay answers of their own.

    Its form carries two marks (``components/marks.html``): what it was made from, so
    that a change of somebody else in the meantime is shown and not overwritten, and one
    for its sending, so that a form that is sent twice is carried out once.
    """

    form_class: ClassVar[type[BaseForm]]

    @override
    def dispatch(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        # Before all else: what the form did may have taken its page or stage away.
        return repeated_answer(request) or super().dispatch(request, *args, **kwargs)

    def form_arguments(self) -> dict[str, Any]:
        """What the form is made with, besides what was sent."""
        return {}

    def act(self, form: Any) -> HttpResponse:  # noqa: ANN401  # each page knows its own form
        """Call the service and answer, as a rule with a redirect."""
        raise NotImplementedError

    @override
    def get(
        self, request: HttpRequest, **kwargs: Any
    ) -> HttpResponse:  # the URL's words are read through self.kwargs
        """Show the empty form."""
        return self.render(form=self.form_class(**self.form_arguments()))

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Act on a valid form; show it again with what is wrong."""
        form = self.form_class(request.POST, request.FILES, **self.form_arguments())
        if form.is_valid():
            try:
                return answer_once(request, lambda: self._answer(form))
            except (PermissionRefusedError, WrongStageError, ConflictError):
                raise
            except (RuleBrokenError, ValidationError) as error:
                show_refusal(form, error)
        return self.render(form=form, status=422)

    @override
    def render(self, *, status: int = 200, **extra: Any) -> HttpResponse:
        marks = self._marks(extra.get("form"))
        return super().render(status=status, **(marks | extra))

    def _marks(self, form: BaseForm | None) -> dict[str, str]:
        """The hidden marks of a form: what it was made from, and one for its sending.

        A form that was sent and has faults keeps those that it came with.
        """
        sent = self.request.POST
        if form is None or form.is_bound:
            once = sent.get("once") or new_mark()
            return {"made_from": sent.get("made_from", ""), "once": once}
        return {"made_from": token_of(state_of(form)), "once": new_mark()}

    def locked_rows(self) -> QuerySet[Any] | None:
        """What the form's services lock first, as those of other pages do."""
        return None

    def _answer(self, form: BaseForm) -> HttpResponse:
        """Act on what is still as the person read it; else show what is not."""
        if found := self._clashes():
            return self._conflict(form, found)
        return self.act(form)

    def _clashes(self) -> list[Clash]:
        """What somebody else changed, once nobody else can change it any more."""
        token = self.request.POST.get("made_from", "")
        seen = state_in(token) if token else {}
        if seen is not None and not any(seen.values()):
            return []
        hold(self.request.path)
        rows = self.locked_rows()
        if rows is not None:
            list(rows.select_for_update(of=("self",)).values_list("pk"))
        stored = state_of(self.form_afresh())
        sent = self.form_afresh(self.request.POST, self.request.FILES)
        return clashes(seen, stored, sent)

    def _conflict(self, form: BaseForm, found: list[Clash]) -> HttpResponse:
        """Show what the other changed beside what was typed, in a form made anew."""
        seen = token_of(state_of(self.form_afresh()))
        return self.render(
            form=form, clashes=found, made_from=seen, status=HTTPStatus.CONFLICT
        )

    def form_afresh(self, *sent: Any) -> BaseForm:
        """The form over what is stored now, of a page that has read nothing yet."""
        page = type(self)()
        page.setup(self.request, *self.args, **self.kwargs)
        page.scope = page.find_scope()
        return page.form_class(*sent, **page.form_arguments())


def show_refusal(form: BaseForm, error: RuleBrokenError | ValidationError) -> None:
    """Write a service's refusal into the form, at its field where the form has it."""
    if isinstance(error, RuleBrokenError):
        field = error.field if error.field in form.fields else None
        form.add_error(field, error.message)
        return
    if not hasattr(error, "error_dict"):
        form.add_error(None, error)
        return
    for name, found in error.error_dict.items():
        form.add_error(name if name in form.fields else None, found)
