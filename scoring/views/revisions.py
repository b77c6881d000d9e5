"""Later versions of the criteria: why, what they change, and their adoption."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from procurement.errors import RuleBrokenError
from procurement.form_pages import FormPage
from procurement.permissions import Action, can
from scoring.forms.dimensions import RemovalForm
from scoring.forms.evaluations import ReasonForm
from scoring.models import CriteriaVersion
from scoring.selectors.criteria_faults import criteria_refusals
from scoring.selectors.revisions import (
    affected_counts,
    changes_between,
    earlier_versions,
    previous_version,
)
from scoring.selectors.versions import draft_revision
from scoring.services.revisions import (
    adopt_revision,
    discard_revision,
    require_revisable,
    start_revision,
)
from scoring.views.criteria import CriteriaBase


class RevisionStartPage(CriteriaBase, FormPage):
    """Asks why the criteria change now, and drafts the next version."""

    action = Action.EDIT_CRITERIA
    template_name = "scoring/criteria/revise.html"
    form_class = ReasonForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        require_revisable(self.tender)
        return {}

    @override
    def act(self, form: ReasonForm) -> HttpResponse:
        draft = start_revision(
            by=self.user,
            evaluation=self.evaluation,
            reason=form.cleaned_data["reason"],
        )
        words = _("Version %(number)s is drafted. Change what has to change.")
        messages.success(self.request, words % {"number": draft.number})
        return self.back()


class RevisionPage(CriteriaBase, FormPage):
    """What a later version changes; somebody other than its drafter adopts it."""

    actions = {"get": Action.VIEW_CRITERIA, "post": Action.ADOPT_CRITERIA}
    template_name = "scoring/criteria/revision.html"
    form_class = RemovalForm

    @cached_property
    def draft(self) -> CriteriaVersion | None:
        """The draft of a later version, if there is one."""
        return draft_revision(self.evaluation)

    @override
    def content(self) -> dict[str, Any]:
        draft = self.draft
        versions = earlier_versions(self.evaluation)
        shown = draft or versions[0]
        before = previous_version(shown)
        changes = changes_between(before, shown) if before else []
        counts = self._counts(changes) if draft else {}
        return super().content() | {
            "draft": draft,
            "shown": shown,
            "before": before,
            "rows": [(each, counts.get(each.key)) for each in changes],
            "total": sum(counts.values()),
            "versions": versions,
            "faults": [str(each) for each in self._faults()],
            "may_adopt": self._may_adopt(),
            "may_discard": draft and can(self.user, Action.EDIT_CRITERIA, self.tender),
        }

    def _counts(self, changes: list[Any]) -> dict[str, int]:
        """How many answers are touched; not all may know how far the panel is."""
        if not can(self.user, Action.VIEW_PROGRESS, self.tender):
            return {}
        return dict(affected_counts(self.evaluation, changes))

    def _faults(self) -> list[RuleBrokenError]:
        return list(criteria_refusals(self.draft.criteria.all())) if self.draft else []

    def _may_adopt(self) -> bool:
        draft = self.draft
        may = bool(can(self.user, Action.ADOPT_CRITERIA, self.tender))
        return may and draft is not None and draft.created_by_id != self.user.pk

    @override
    def form_arguments(self) -> dict[str, Any]:
        said = ""
        if self.draft and (before := previous_version(self.draft)):
            changes = changes_between(before, self.draft)
            said = "\n".join(f"{each.key}: {', '.join(each.words)}" for each in changes)
        return {"initial": {"heirs": said}}

    @override
    def act(self, form: RemovalForm) -> HttpResponse:
        if self.draft is None:
            messages.error(self.request, _("There is no draft of a later version."))
            return self.back()
        adopted = adopt_revision(by=self.user, version=self.draft)
        words = _("Version %(number)s holds from now on.")
        messages.success(self.request, words % {"number": adopted.number})
        return self.back()


class RevisionDiscardPage(CriteriaBase):
    """Throws the draft of a later version away."""

    action = Action.EDIT_CRITERIA
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Discard, or say that there is nothing to discard."""
        draft = draft_revision(self.evaluation)
        if draft is None:
            messages.error(request, _("There is no draft of a later version."))
            return self.back()
        discard_revision(by=self.user, version=draft)
        words = _("The draft of version %(number)s is discarded.")
        messages.success(request, words % {"number": draft.number})
        return self.back()
