"""The library, and an organisation's own templates."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from procurement.form_pages import FormPage
from procurement.permissions import Action
from procurement.web import Page
from scoring.forms.criteria_templates import LibraryForm
from scoring.forms.dimensions import DimensionForm
from scoring.models import CriteriaTemplate
from scoring.selectors.criteria_templates import (
    LibraryEntry,
    library,
    template,
    template_choices,
)
from scoring.services.criteria_templates import (
    insert_criteria,
    keep_template,
    remove_template,
)
from scoring.views.criteria import CriteriaBase


class LibraryPage(CriteriaBase, FormPage):
    """All criteria that can be inserted into the draft."""

    action = Action.EDIT_CRITERIA
    template_name = "scoring/criteria/library.html"
    form_class = LibraryForm

    @cached_property
    def entries(self) -> list[LibraryEntry]:
        """The library, read once."""
        return library()

    @override
    def form_arguments(self) -> dict[str, Any]:
        rows = list(self.version.dimensions.order_by("position"))
        return {"entries": self.entries, "dimensions": rows}

    @override
    def act(self, form: LibraryForm) -> HttpResponse:
        to = form.cleaned_data["to"]
        made = insert_criteria(
            by=self.user,
            version=self.version,
            dimension=self.dimension(to) if to else None,
            chosen=form.cleaned_data["chosen"],
        )
        words = ngettext(
            "%(count)s criterion is inserted; it weighs 0 so far.",
            "%(count)s criteria are inserted; they weigh 0 so far.",
            len(made),
        )
        messages.success(self.request, words % {"count": len(made)})
        return self.back()


class TemplateKeepPage(CriteriaBase, FormPage):
    """Keeps the criteria of an evaluation as a template."""

    action = Action.KEEP_TEMPLATES
    template_name = "scoring/criteria/keep.html"
    form_class = DimensionForm

    @override
    def act(self, form: DimensionForm) -> HttpResponse:
        made = keep_template(by=self.user, version=self.version, name=form.name)
        words = _("The template “%(name)s” is kept.")
        messages.success(self.request, words % {"name": made.name})
        return redirect("scoring:template-list")


class TemplateListPage(Page):
    """All templates, the organisation's own with their makers."""

    action = Action.KEEP_TEMPLATES
    template_name = "scoring/criteria/templates.html"

    @override
    def content(self) -> dict[str, Any]:
        own = {row.key: row for row in CriteriaTemplate.objects.all()}
        rows = [(key, template(key)) for key, _en, _zh in template_choices()]
        return {"rows": [(found, own.get(key)) for key, found in rows]}


class TemplateRemovePage(Page):
    """Takes an own template away."""

    action = Action.KEEP_TEMPLATES
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Remove it, or 404."""
        row = get_object_or_404(CriteriaTemplate, uuid=self.kwargs["uuid"])
        remove_template(by=self.user, row=row)
        words = _("The template “%(name)s” is removed.")
        messages.success(request, words % {"name": row.name})
        return redirect("scoring:template-list")
