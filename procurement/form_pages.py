"""The base of a page with a form: bind, call one service, answer."""

from typing import Any, ClassVar, Final, override

from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop

from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import PermissionRefusedError, WrongStageError
from procurement.web import Page

OF_DJANGO: Final = (gettext_noop("- Select an option -"),)
"""Texts in our forms that Django's own Chinese catalogue lacks."""


class FormPage(Page):
    """Shows ``form_class``, and calls :meth:`act` with the valid form.

    What a service refuses by a rule stands in the form again, at its field; a missing
    right, a wrong stage and a stale version stay answers of their own.
    """

    form_class: ClassVar[type[BaseForm]]

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
                return self.act(form)
            except (PermissionRefusedError, WrongStageError, ConflictError):
                raise
            except (RuleBrokenError, ValidationError) as error:
                show_refusal(form, error)
        return self.render(form=form, status=422)


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
