"""The base of every page of one evaluation: who sees it, its steps and its tabs."""

from typing import Any, ClassVar, override

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from catalog.models import Tender
from catalog.selectors.heads import QuotesHead, quotes_head
from catalog.selectors.stages import stage_steps
from procurement.permissions import Action, Role, Scope, WrongStageError, can
from procurement.tabs import Tab, address
from procurement.web import Page

TABS = (
    (gettext_lazy("Overview"), "scoring:evaluation-detail", Action.VIEW_EVALUATION),
    (gettext_lazy("Requirements"), "scoring:criterion-list", Action.VIEW_CRITERIA),
    (gettext_lazy("Quotes"), "scoring:quote-list", Action.VIEW_QUOTES),
    (gettext_lazy("Evidence"), "scoring:evidence-list", Action.VIEW_EVIDENCE),
    (
        gettext_lazy("My worksheet"),
        "scoring:worksheet-detail",
        Action.VIEW_OWN_WORKSHEET,
    ),
    (gettext_lazy("Progress"), "scoring:progress-detail", Action.VIEW_PROGRESS),
    (
        gettext_lazy("Moderation"),
        "scoring:moderation-list",
        Action.VIEW_MODERATION,
    ),
    (gettext_lazy("TCO"), "scoring:cost-detail", Action.VIEW_COST),
    (gettext_lazy("Ranking"), "scoring:ranking-detail", Action.VIEW_RANKING),
    (gettext_lazy("Report"), "scoring:report-list", Action.VIEW_REPORTS),
    (gettext_lazy("Audit"), "catalog:audit-list", Action.VIEW_AUDIT),
)
LOCKED_FOR_EVALUATORS = frozenset(
    {
        Action.VIEW_QUOTES,
        Action.VIEW_COST,
        Action.VIEW_RANKING,
        Action.VIEW_REPORTS,
        Action.VIEW_AUDIT,
    }
)


class TenderPage(Page):
    """A page below /evaluations/<reference>/; what one may not see is not there.

    ``tab`` is the URL name of the tab that the page stands under; its own when empty.
    """

    tab: ClassVar[str] = ""
    stepper_is_slim: ClassVar[bool] = True
    tender: Tender

    @override
    def find_scope(self) -> Scope:
        visible = Tender.objects.visible_to(self.user)
        self.tender = get_object_or_404(visible, reference=self.kwargs["reference"])
        return self.tender

    def locked_rows(self) -> QuerySet[Tender]:
        """What every service of an evaluation locks first, for its forms."""
        return Tender.objects.filter(pk=self.tender.pk)

    @cached_property
    def quotes_head(self) -> QuotesHead:
        """What the person may know of the quotes, for the head and the tabs."""
        return quotes_head(self.tender, self.user)

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "tender": self.tender,
            "quotes_head": self.quotes_head,
            "stages": stage_steps(self.tender, self.quotes_head),
            "stepper_is_slim": self.stepper_is_slim,
            "tabs": self._tabs(),
        }

    def _tabs(self) -> list[Tab]:
        match = self.request.resolver_match
        current = self.tab or (match.view_name if match else "")
        drawn = (
            self._tab(label, url_name, action, is_current=url_name == current)
            for label, url_name, action in TABS
        )
        return [tab for tab in drawn if tab is not None]

    def _tab(
        self, label: StrOrPromise, url_name: str, action: Action, *, is_current: bool
    ) -> Tab | None:
        """One tab: open, locked with a word why, or none for who may never use it."""
        url = address(url_name, reference=self.tender.reference)
        refusal = can(self.user, action, self.tender).refusal
        hint = ""
        if isinstance(refusal, WrongStageError):
            hint = _("not in this stage")
        elif refusal is not None:
            if not self._waits_for(action):
                return None
            hint = _("not open to you")
        if not url:
            return None
        return Tab(
            label=label,
            url=url,
            is_current=is_current,
            is_locked=refusal is not None,
            hint=hint,
            count=self._count(url_name) if refusal is None else None,
        )

    def _count(self, url_name: str) -> int | None:
        is_quotes = url_name == "scoring:quote-list"
        return self.quotes_head.received if is_quotes else None

    def _waits_for(self, action: Action) -> bool:
        is_evaluator = Role.EVALUATOR in self.tender.roles_of(self.user)
        waits = is_evaluator or self.tender.waits_for_prices
        return waits and action in LOCKED_FOR_EVALUATORS
