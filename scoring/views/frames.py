"""The base of the pages of an evaluation that the scoring app draws."""

from typing import Any, override

from django.db.models import F
from django.utils.functional import cached_property

from catalog.services.quotes import note_price_reading
from catalog.views.tenders import TenderPage
from procurement.permissions import Action, can
from scoring.models import CriteriaVersion, Evaluation


class EvaluationPage(TenderPage):
    """A page below /evaluations/<reference>/ that knows the judgement too."""

    @cached_property
    def evaluation(self) -> Evaluation:
        """The judgement of the tender, with the tender already read."""
        evaluation = Evaluation.objects.get(tender=self.tender)
        evaluation.tender = self.tender
        return evaluation

    def note_prices(self) -> None:
        """Log that a page that shows prices too is read by who may see them."""
        may_read = can(self.user, Action.VIEW_QUOTES, self.tender)
        if may_read and self.tender.is_open:
            note_price_reading(by=self.user, tender=self.tender, path=self.request.path)

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "evaluation": self.evaluation,
            "criteria_version": holding_version(self.evaluation),
        }


def holding_version(evaluation: Evaluation) -> CriteriaVersion | None:
    """The version of the criteria that holds, for the page's head."""
    rows = evaluation.criteria_versions
    return rows.order_by(F("locked_at").desc(nulls_last=True), "number").first()
