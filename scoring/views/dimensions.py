"""The dimensions of a draft: a new one, its name, its removal."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from procurement.form_pages import FormPage
from procurement.permissions import Action
from scoring.forms.dimensions import DimensionForm, RemovalForm
from scoring.models import Dimension
from scoring.services.dimensions import (
    add_dimension,
    remove_dimension,
    rename_dimension,
)
from scoring.views.criteria import CriteriaBase


class DimensionAddPage(CriteriaBase, FormPage):
    """A new dimension at the end; its criteria come next."""

    action = Action.EDIT_CRITERIA
    template_name = "scoring/criteria/dimension.html"
    form_class = DimensionForm

    @override
    def act(self, form: DimensionForm) -> HttpResponse:
        made = add_dimension(by=self.user, version=self.version, name=form.name)
        words = _("Dimension %(key)s is added. Add criteria to it, or move some there.")
        messages.success(self.request, words % {"key": made.key})
        return self.back()


class DimensionEditPage(CriteriaBase, FormPage):
    """The name of a dimension in both languages."""

    action = Action.EDIT_CRITERIA
    template_name = "scoring/criteria/dimension.html"
    form_class = DimensionForm

    @cached_property
    def edited(self) -> Dimension:
        """The dimension that the address names."""
        return self.dimension(self.kwargs["key"])

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"dimension": self.edited}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "edited": self.edited,
            "is_empty": not self.edited.criteria.exists(),
        }

    @override
    def act(self, form: DimensionForm) -> HttpResponse:
        rename_dimension(by=self.user, dimension=self.edited, name=form.name)
        words = _("Dimension %(key)s is saved.")
        messages.success(self.request, words % {"key": self.edited.key})
        return self.back()


class DimensionRemovePage(CriteriaBase, FormPage):
    """Takes an empty dimension away."""

    action = Action.EDIT_CRITERIA
    template_name = "scoring/criteria/remove.html"
    form_class = RemovalForm

    @override
    def content(self) -> dict[str, Any]:
        row = self.dimension(self.kwargs["key"])
        return super().content() | {"edited": row, "heirs": []}

    @override
    def act(self, form: RemovalForm) -> HttpResponse:
        key = self.kwargs["key"]
        remove_dimension(by=self.user, dimension=self.dimension(key))
        messages.success(
            self.request, _("Dimension %(key)s is removed.") % {"key": key}
        )
        return self.back()
