"""Lists of the catalogue saved as sheets, edited elsewhere, and taken back."""

from typing import Any, override

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import ngettext

from catalog.forms.catalogue_kinds import KINDS, Kind, sheet_of
from catalog.forms.catalogue_sheets import (
    CatalogueChangesForm,
    CatalogueSheetForm,
    read_changes,
    signed,
)
from catalog.selectors.previews.cells import template_language
from catalog.services.catalogue_sheets import changed_meanwhile, edit_many
from catalog.views.quote_files import WRITERS
from procurement.downloads import download
from procurement.errors import RuleBrokenError
from procurement.form_pages import FormPage
from procurement.form_sending import new_mark
from procurement.permissions import Action, Scope
from procurement.web import Page


class SheetBase(Page):
    """A page of one list."""

    action = Action.EDIT_CATALOGUE

    kind: Kind

    @override
    def find_scope(self) -> Scope:
        found = KINDS.get(self.kwargs["kind"])
        if found is None:
            raise Http404
        self.kind = found
        return super().find_scope()

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "kind": self.kind,
            "of": self.kwargs["kind"],
            "kinds": [(name, kind.title) for name, kind in KINDS.items()],
        }


class SheetFile(SheetBase):
    """The filtered list as a sheet to edit."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        of = kwargs["kind"]
        content = sheet_of(of, request.GET, self.user, template_language())
        return download(content, f"{of}.xlsx", WRITERS["xlsx"][1])


class SheetPage(SheetBase):
    """Takes an edited sheet and shows what it would change; it changes nothing."""

    template_name = "catalog/sheets/edit.html"

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        return self.render(form=CatalogueSheetForm(), query=request.GET.urlencode())

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Show the changes, cell by cell."""
        form, of = CatalogueSheetForm(request.POST, request.FILES), kwargs["kind"]
        if not form.is_valid():
            return self.render(form=form, status=422)
        reading = read_changes(of, form.quote_file.content)
        is_fine = not (reading.errors or reading.conflicts)
        return self.render(
            form=CatalogueSheetForm(),
            reading=reading,
            changes=signed(of, reading) if reading.may_be_saved else "",
            once=new_mark(),
            status=200 if is_fine else 422,
        )


class SheetSavePage(FormPage, SheetBase):
    """Saves the changes that were looked at: all of them or none."""

    http_method_names = ("post",)
    template_name = "catalog/sheets/edit.html"
    form_class = CatalogueChangesForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"kind": self.kwargs["kind"]}

    @override
    def act(self, form: CatalogueChangesForm) -> HttpResponse:
        reading = form.cleaned_data["changes"]
        if reading.conflicts:
            raise changed_meanwhile(reading.conflicts[0])
        if reading.errors:
            raise RuleBrokenError(reading.errors[0].text, "sheet_fault")
        edit_many(by=self.user, edits=reading.edits)
        count = len(reading.edits)
        words = ngettext("%(count)s row is saved.", "%(count)s rows are saved.", count)
        messages.success(self.request, words % {"count": count})
        return redirect(self.kind.back)
