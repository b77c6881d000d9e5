"""One criterion of a draft: a new one, its texts and kind, its removal, a preview."""

from decimal import Decimal
from typing import Any, override

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from procurement.form_pages import FormPage
from procurement.permissions import Action
from procurement.punctuation import listed
from procurement.templatetags.numbers import plain
from scoring.forms.criteria import CriterionForm, KnockOutForm, form_of
from scoring.forms.curves import CurvePreviewForm
from scoring.forms.dimensions import RemovalForm
from scoring.models import Criterion, Dimension
from scoring.selectors.criteria_keys import KNOCK_OUT, next_criterion_key
from scoring.selectors.evidence.curves import curve_chart
from scoring.services.criteria import edit_criteria
from scoring.services.leaves import add_criterion, heirs_of, remove_criterion
from scoring.views.criteria import CriteriaBase


class CriterionFormPage(CriteriaBase, FormPage):
    """A page with the form of one criterion, which has one of two shapes."""

    action = Action.EDIT_CRITERIA
    template_name = "scoring/criteria/edit.html"

    @cached_property
    def edited(self) -> Criterion:
        """The criterion that the form shows."""
        return self.criterion(self.kwargs["key"])

    @property
    @override
    def form_class(self) -> type[CriterionForm | KnockOutForm]:  # type: ignore[override]  # the kind decides
        """The form that fits the criterion."""
        return form_of(self.edited)

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"criterion": self.edited}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"edited": self.edited}


class CriterionEditPage(CriterionFormPage):
    """Texts in both languages, kind, curve, anchors of a criterion that is there."""

    @override
    def act(self, form: Any) -> HttpResponse:
        changes = {self.edited.key: form.changes}
        edit_criteria(by=self.user, version=self.version, changes=changes)
        words = _("Criterion %(key)s is saved.")
        messages.success(self.request, words % {"key": self.edited.key})
        return self.back()


class CriterionAddPage(CriterionFormPage):
    """A new criterion of a dimension, or a new knock-out."""

    @cached_property
    def home(self) -> Dimension | None:
        """The dimension that it goes to; none for a knock-out."""
        to = self.kwargs["to"]
        return None if to == KNOCK_OUT else self.dimension(to)

    @cached_property
    @override
    def edited(self) -> Criterion:
        kind = Criterion.Kind.KNOCK_OUT if self.home is None else Criterion.Kind.RUBRIC
        key = next_criterion_key(self.evaluation, self.home)
        return Criterion(version=self.version, dimension=self.home, key=key, kind=kind)

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"is_new": True}

    @override
    def act(self, form: Any) -> HttpResponse:
        made = add_criterion(
            by=self.user,
            version=self.version,
            dimension=self.home,
            fields=form.changes,
        )
        if made.has_weight:
            words = _("Criterion %(key)s is added; it weighs 0 so far.")
        else:
            words = _("Knock-out %(key)s is added.")
        messages.success(self.request, words % {"key": made.key})
        return self.back()


class CriterionRemovePage(CriteriaBase, FormPage):
    """Says who takes over the points of a criterion, then takes it away."""

    action = Action.EDIT_CRITERIA
    template_name = "scoring/criteria/remove.html"
    form_class = RemovalForm

    @cached_property
    def edited(self) -> Criterion:
        """The criterion that the address names."""
        return self.criterion(self.kwargs["key"])

    @cached_property
    def heirs(self) -> list[tuple[Criterion, Decimal]]:
        """The criteria that take over its points, with their new weights."""
        rows = list(self.version.criteria.select_related("dimension"))
        weights = heirs_of(self.edited, rows)
        return [
            (row, weights[row.key])
            for row in rows
            if weights.get(row.key, row.weight) != row.weight
        ]

    @override
    def form_arguments(self) -> dict[str, Any]:
        said = listed(f"{row.key}: {plain(weight)}" for row, weight in self.heirs)
        return {"initial": {"heirs": said}}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"edited": self.edited, "heirs": self.heirs}

    @override
    def act(self, form: RemovalForm) -> HttpResponse:
        remove_criterion(by=self.user, criterion=self.edited)
        words = _("Criterion %(key)s is removed.")
        messages.success(self.request, words % {"key": self.kwargs["key"]})
        return self.back()


class CurvePreviewData(CriteriaBase):
    """The chart of a curve that is being typed, or what is wrong with it so far."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = CurvePreviewForm(request.GET)
        criterion = form.criterion if form.is_valid() else None
        if criterion is None:
            return JsonResponse({"problems": form.problems})
        return JsonResponse(curve_chart(criterion, self._values(criterion)))

    def _values(self, criterion: Criterion) -> list[Any]:
        try:
            criterion.key = self.criterion(self.request.GET.get("key", "")).key
        except Http404:
            return []
        return self.values(criterion)
