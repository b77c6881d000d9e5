"""Weights from judgements: what was judged, pairs compared, swings valued."""

from http import HTTPStatus
from typing import Any, ClassVar, override

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from procurement.errors import RuleBrokenError
from procurement.form_pages import FormPage, show_refusal
from procurement.permissions import Action
from scoring.forms.weightings import PairwiseForm, SwingForm
from scoring.selectors.weightings import Node, is_doubtful, nodes_of
from scoring.services.weightings import Derived, apply_weighting
from scoring.views.criteria import CriteriaBase


class WeightingListPage(CriteriaBase):
    """Where the weights of the version come from, for whoever reads the criteria."""

    action = Action.VIEW_CRITERIA
    template_name = "scoring/criteria/weightings.html"

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"nodes": nodes_of(self.version)}


class WeightingPage(CriteriaBase, FormPage):
    """Judgements of one node; they can be tried before they are used."""

    action = Action.EDIT_CRITERIA
    template_name = "scoring/criteria/weighting.html"
    method: ClassVar[str]

    @cached_property
    def node(self) -> Node:
        """What the address names; 404 where there is nothing to weigh."""
        asked = self.kwargs["node"]
        found = (each for each in nodes_of(self.version) if each.address == asked)
        node = next(found, None)
        if node is None:
            raise Http404
        return node

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"node": self.node}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"node": self.node, "method": self.method}

    @override
    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Use the judgements, or only show what they give."""
        if "try" not in request.POST:
            return super().post(request, **kwargs)
        form: Any = self.form_class(request.POST, **self.form_arguments())
        if form.is_valid():
            try:
                return self.render(form=form, result=_result(self.node, form.derived))
            except RuleBrokenError as error:
                show_refusal(form, error)
        return self.render(form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)

    @override
    def act(self, form: PairwiseForm | SwingForm) -> HttpResponse:
        apply_weighting(
            by=self.user, version=self.version, node=self.node, derived=form.derived
        )
        messages.success(self.request, _("The weights follow these judgements now."))
        return self.back("weighting-list")


class PairwisePage(WeightingPage):
    """Compares each pair once, by Saaty's scale."""

    method = "pairwise"
    form_class = PairwiseForm


class SwingPage(WeightingPage):
    """Gives points to each step from worst to best."""

    method = "swing"
    form_class = SwingForm


def _result(node: Node, derived: Derived) -> dict[str, Any]:
    """What the judgements would give, beside what holds."""
    ratio = derived.consistency_ratio
    return {
        "rows": [(part, derived.points[part.key]) for part in node.parts],
        "ratio": ratio,
        "is_pairwise": derived.method == "pairwise",
        "is_doubtful": is_doubtful(derived.method, ratio),
    }
