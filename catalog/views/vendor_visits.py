"""Behind a vendor's door: the terms, its own quote, its own answers, nothing else."""

from functools import cached_property
from http import HTTPStatus
from typing import Any, ClassVar, override
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import model_to_dict
from django.http import (
    FileResponse,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.generic import View

from catalog.forms.quote_files import QuoteFileForm
from catalog.forms.vendor_door import AnswerForm, StatementForm
from catalog.models import PriceJustification, StagedQuote, VendorGuest
from catalog.selectors.justifications import own_asks
from catalog.selectors.vendor_door.quotes import (
    brief_for,
    door_of,
    own_quotes,
    own_statements,
    own_waiting,
    preview_for,
)
from catalog.services.justifications import answer_question
from catalog.services.quote_files import QuoteFileError
from catalog.services.vendor_door.quotes import (
    discard_vendor_file,
    stage_vendor_file,
    submit_vendor_file,
)
from catalog.services.vendor_door.statements import record_vendor_statement
from catalog.services.vendor_door.visits import guest_of, leave
from catalog.views.quote_files import template_file
from catalog.views.quotes import original_file
from catalog.views.vendor_door import visit_in
from procurement.errors import RuleBrokenError
from procurement.form_pages import show_refusal


class VendorPage(View):
    """A page that only the visit of its own link opens; everything else is closed.

    No signed-in person gets in by their roles, and no visit into another link's pages.
    """

    template_name: ClassVar[str] = ""
    guest: VendorGuest

    @override
    def dispatch(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        guest = _guest(request, kwargs["link"])
        if guest is None:
            closed = "catalog/vendor_door/closed.html"
            return render(request, closed, status=HTTPStatus.FORBIDDEN)
        self.guest = guest
        return super().dispatch(request, *args, **kwargs)

    def content(self) -> dict[str, Any]:
        """The template's context."""
        return {"guest": self.guest, "door": door_of(self.guest)}

    def render(self, *, status: int = 200, **extra: Any) -> HttpResponse:
        """Render the template with the content and what is added."""
        context = self.content() | extra
        return render(self.request, self.template_name, context, status=status)

    def home(self) -> HttpResponse:
        """Back to the vendor's first page."""
        return redirect("catalog:visit", link=self.guest.link.uuid)


def _guest(request: HttpRequest, link: UUID) -> VendorGuest | None:
    try:
        visit = UUID(visit_in(request))
    except ValueError:
        return None
    return guest_of(visit, link)


class VisitPage(VendorPage):
    """The terms, the template, the upload, and the vendor's own submissions."""

    template_name = "catalog/vendor_door/visit.html"

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Show it with an empty upload."""
        return self.render(form=QuoteFileForm())

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Take a file in for its preview, or list its faults by cell."""
        form = QuoteFileForm(request.POST, request.FILES)
        errors: object = ()
        if form.is_valid():
            try:
                staged = stage_vendor_file(by=self.guest, file=form.quote_file)
            except RuleBrokenError as error:
                show_refusal(form, error)
                errors = error.errors if isinstance(error, QuoteFileError) else ()
            else:
                link = self.guest.link.uuid
                return redirect("catalog:visit-file", link=link, uuid=staged.uuid)
        return self.render(form=form, cell_errors=errors, status=422)


class VisitTemplateFile(VendorPage):
    """The quote template, filled in for this vendor."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # Django's signature
        """Hand it out."""
        return template_file(brief_for(self.guest), kwargs["kind"])


class WaitingFilePage(VendorPage):
    """A page of the vendor's own waiting file; another's is not there."""

    @cached_property
    def staged(self) -> StagedQuote:
        """The waiting file."""
        waiting = own_waiting(self.guest).select_related("tender")
        return get_object_or_404(waiting, uuid=self.kwargs["uuid"])


class VisitPreviewPage(WaitingFilePage):
    """What the file was read as; submitting it records the quote."""

    template_name = "catalog/vendor_door/preview.html"

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Show the lines with their amounts."""
        return self._show()

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Submit it, and show the receipt."""
        staged = self.staged
        try:
            quote = submit_vendor_file(by=self.guest, staged=staged)
        except RuleBrokenError as error:
            if error.code == "nothing_waits":
                messages.warning(request, error.message)
                return self.home()
            return self._show(refusal=error, status=422)
        words = _("Your quote is submitted. SHA-256 of the file: %(hash)s")
        messages.success(request, words % {"hash": quote.file_sha256})
        return self.home()

    def _show(
        self, *, status: int = 200, refusal: RuleBrokenError | None = None
    ) -> HttpResponse:
        preview, warnings = preview_for(self.guest, self.staged)
        return self.render(
            status=status,
            staged=self.staged,
            preview=preview,
            warnings=warnings,
            refusal=refusal,
        )


class VisitDiscardPage(WaitingFilePage):
    """Throws the waiting file away."""

    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Discard it."""
        discard_vendor_file(by=self.guest, staged=self.staged)
        messages.success(request, _("The file is discarded; nothing was submitted."))
        return self.home()


class VisitOriginalFile(VendorPage):
    """A file that the vendor itself submitted."""

    def get(self, request: HttpRequest, **kwargs: Any) -> FileResponse:  # noqa: ARG002  # Django's signature
        """Hand it out as it came."""
        quote = get_object_or_404(own_quotes(self.guest), uuid=kwargs["uuid"])
        return original_file(quote)


class VisitQuestionsPage(VendorPage):
    """The questions on service levels and compatibility."""

    template_name = "catalog/vendor_door/questions.html"

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Show the answers given last."""
        last = own_statements(self.guest).filter(is_current=True).first()
        return self.render(
            form=StatementForm(initial=model_to_dict(last) if last else {})
        )

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Record the answers; show what is wrong with them else."""
        form = StatementForm(request.POST)
        if form.is_valid():
            try:
                record_vendor_statement(by=self.guest, answers=form.values)
            except (RuleBrokenError, ValidationError) as error:
                show_refusal(form, error)
            else:
                messages.success(request, _("Your answers are recorded."))
                return self.home()
        return self.render(form=form, status=422)


class VisitJustificationPage(VendorPage):
    """A question about the vendor's own price, and its answer."""

    template_name = "catalog/vendor_door/justification.html"

    @cached_property
    def justification(self) -> PriceJustification:
        """The question; another vendor's is not there."""
        return get_object_or_404(own_asks(self.guest), uuid=self.kwargs["uuid"])

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"ask": self.justification}

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Show the question, and what was answered."""
        return self.render(form=AnswerForm())

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Record the answer; show what is wrong with it else."""
        form = AnswerForm(request.POST)
        if form.is_valid():
            try:
                answer_question(
                    by=self.guest,
                    justification=self.justification,
                    text=form.cleaned_data["answer"],
                )
            except RuleBrokenError as error:
                show_refusal(form, error)
            else:
                messages.success(request, _("Your justification is recorded."))
                return self.home()
        return self.render(form=form, status=422)


class VisitLeavePage(VendorPage):
    """Ends the visit."""

    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Forget it here and in the database."""
        leave(visit=UUID(visit_in(request)), by=self.guest)
        closed = "catalog/vendor_door/closed.html"
        response = render(request, closed, {"has_left": True})
        response.delete_cookie(settings.VISIT_COOKIE_NAME, samesite="Strict")
        return response
