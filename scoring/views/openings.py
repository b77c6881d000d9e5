"""Turning a key: two officers open the sealed quotes, then perhaps the prices."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from procurement.permissions import Action
from scoring.services.openings import turn_key, turn_key_to_prices
from scoring.views.frames import EvaluationPage


class OpeningTurnPage(EvaluationPage):
    """Turns the person's key."""

    action = Action.OPEN_QUOTES
    tab = "scoring:evaluation-detail"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Turn it; the second one in time opens the quotes."""
        tender = turn_key(by=self.user, evaluation=self.evaluation)
        if tender.opened_at is None:
            words = _(
                "Your key is turned; another officer has 30 minutes to turn theirs."
            )
            messages.success(request, words)
            return redirect("catalog:opening-detail", reference=tender.reference)
        messages.success(request, _("The quotes are open."))
        return redirect("scoring:quote-list", reference=tender.reference)


class PriceTurnPage(EvaluationPage):
    """Turns the person's key to the prices in the second envelope."""

    action = Action.OPEN_PRICES
    tab = "scoring:evaluation-detail"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Turn it; the second one in time opens the prices of those that passed."""
        tender = turn_key_to_prices(by=self.user, evaluation=self.evaluation)
        if tender.prices_opened_at is None:
            words = _(
                "Your key is turned; another officer has 30 minutes to turn theirs."
            )
            messages.success(request, words)
            return redirect("catalog:opening-detail", reference=tender.reference)
        messages.success(request, _("The prices of those that passed are open."))
        return redirect("scoring:quote-list", reference=tender.reference)
