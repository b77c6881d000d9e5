"""The base of the pages of an evaluation that the scoring app draws."""

from typing import Any, override

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
            "criteria_version": newest_version(self.evaluation),
        }


def newest_version(evaluation: Evaluation) -> CriteriaVersion | None:
    """The newest version of the criteria, for the page's head."""
    return evaluation.criteria_versions.order_by("-number").first()
