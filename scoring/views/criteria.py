"""The requirements: the tree with its weights, one criterion, the curve, the lock."""

from typing import Any, override

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from procurement.errors import RuleBrokenError
from procurement.form_pages import FormPage
from procurement.permissions import Action, Role, WrongStageError, can
from scoring.forms.weights import WeightsForm
from scoring.models import Candidate, CriteriaVersion, Criterion, Dimension
from scoring.selectors.criteria import Tree, criteria_tree, how_it_scores
from scoring.selectors.double_counts import double_counts
from scoring.selectors.evidence.curves import CurveValue, curve_chart, curve_values
from scoring.selectors.policies import may_edit_criteria
from scoring.selectors.versions import current_version, draft_revision
from scoring.services.criteria import lock_criteria
from scoring.services.revisions import REVISING
from scoring.services.weights import set_weights
from scoring.views.frames import EvaluationPage

DIGITS = 4


def whole_or_404(text: str) -> int:
    """The number that an address asks for; what is none names nothing."""
    if not text.isascii() or not text.isdecimal() or len(text) > DIGITS:
        raise Http404
    return int(text)


class CriteriaBase(EvaluationPage):
    """What every page of the requirements reads: the version that holds."""

    action = Action.VIEW_CRITERIA
    tab = "scoring:criterion-list"

    @cached_property
    def version(self) -> CriteriaVersion:
        """The one that the address asks for, an editor's draft, or what holds."""
        asked = self.request.GET.get("version", "")
        if asked:
            return get_object_or_404(
                self.evaluation.criteria_versions, number=whole_or_404(asked)
            )
        draft = self.draft_of_editor
        return draft or current_version(self.evaluation)

    @cached_property
    def draft_of_editor(self) -> CriteriaVersion | None:
        """The draft of a later version, which only editors work on."""
        may_edit = can(self.user, Action.EDIT_CRITERIA, self.tender)
        return draft_revision(self.evaluation) if may_edit else None

    @cached_property
    def tree(self) -> Tree:
        """The criteria by dimension, with the evaluators of each."""
        criteria = self.version.criteria.select_related("dimension")
        members = self.tender.members.filter(role=Role.EVALUATOR).values("user")
        assigned = (
            self.evaluation.assignments.filter(evaluator__in=members)
            .values_list("criterion_key")
            .annotate(evaluators=Count("pk"))
        )
        return criteria_tree(
            self.evaluation, criteria, dict(assigned), self.version.dimensions.all()
        )

    @property
    def may_edit(self) -> bool:
        """Whether the person may change the criteria now."""
        return may_edit_criteria(self.user, self.version)

    def criterion(self, key: str) -> Criterion:
        """A criterion of the version; 404 for a key that is none."""
        rows = self.version.criteria.select_related("dimension")
        found = rows.filter(key=key).first()
        if found is None:
            raise Http404
        return found

    def dimension(self, key: str) -> Dimension:
        """A dimension of the version; 404 for a key that is none."""
        found = self.version.dimensions.filter(key=key).first()
        if found is None:
            raise Http404
        return found

    def values(self, criterion: Criterion) -> list[CurveValue]:
        """What the candidates that the person may know of have for it."""
        rows = Candidate.objects.visible_to(self.user).filter(
            evaluation=self.evaluation
        )
        return curve_values(criterion, rows.prefetch_related("evidence"))

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "version": self.version,
            "tree": self.tree,
            "may_edit": self.may_edit,
            "may_revise": self._may_revise(),
            "revision": draft_revision(self.evaluation),
        }

    def _may_revise(self) -> bool:
        """Whether the person may draft a later version now."""
        is_time = self.tender.stage in REVISING and self.draft_of_editor is None
        return is_time and bool(can(self.user, Action.EDIT_CRITERIA, self.tender))

    def back(self, name: str = "criterion-list") -> HttpResponse:
        """The tree again, or another page of the requirements."""
        return redirect(f"scoring:{name}", reference=self.tender.reference)


class CriterionListPage(CriteriaBase, FormPage):
    """The tree; officers edit the weights in it while it is a draft."""

    actions = {"post": Action.EDIT_CRITERIA}
    template_name = "scoring/criteria/list.html"
    form_class = WeightsForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"tree": self.tree}

    @override
    def content(self) -> dict[str, Any]:
        asked = self.request.GET.get("criterion", "")
        chosen = self.criterion(asked) if asked else self._first()
        return super().content() | {
            "warnings": list(double_counts(self.evaluation, self._rows())),
            "may_keep": can(self.user, Action.KEEP_TEMPLATES, self.tender),
            "chosen": chosen,
            "how": how_it_scores(self.evaluation, chosen) if chosen else "",
            "values": self.values(chosen) if chosen else [],
        }

    def _rows(self) -> list[Criterion]:
        """All criteria of the tree."""
        leaves = [leaf for branch in self.tree.branches for leaf in branch.leaves]
        return [leaf.criterion for leaf in leaves]

    def _first(self) -> Criterion | None:
        curves = self.version.criteria.filter(kind=Criterion.Kind.CURVE)
        return curves.select_related("dimension").first()

    @override
    def act(self, form: WeightsForm) -> HttpResponse:
        set_weights(by=self.user, version=self.version, weights=form.weights)
        messages.success(self.request, _("The weights are saved; they give 100."))
        return self.back()


class CriterionCurveData(CriteriaBase):
    """The chart of one curve with the candidates on it."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        criterion = self.criterion(self.kwargs["key"])
        return JsonResponse(curve_chart(criterion, self.values(criterion)))


class CriteriaLockPage(CriteriaBase):
    """Locks the draft for good, before the first quote can be read."""

    action = Action.EDIT_CRITERIA
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Lock, or say what is still missing."""
        try:
            lock_criteria(by=self.user, version=self.version)
        except WrongStageError:
            raise
        except RuleBrokenError as error:
            messages.error(request, error.message)
        else:
            words = _("Version %(number)s is locked; its criteria no longer change.")
            messages.success(request, words % {"number": self.version.number})
        return self.back()


class CriteriaPrintPage(CriteriaBase):
    """All criteria with their texts on one page, made for paper."""

    template_name = "scoring/criteria/print.html"
