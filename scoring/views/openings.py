"""Turning a key: two officers open the sealed quotes, then perhaps the prices."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from procurement.permissions import Action
from scoring.services.openings import turn_key, turn_key_to_prices
from scoring.views.frames import EvaluationPage


class KeyTurnPage(EvaluationPage):
    """Base of the pages that turn the person's key to one of the envelopes."""

    tab = "scoring:evaluation-detail"
    http_method_names = ("post",)

    def answer(self, *, is_open: bool, opened: str) -> HttpResponse:
        """Lead to what has opened, else say that a second officer is waited for."""
        waiting = _(
            "Your key is turned; another officer has 30 minutes to turn theirs."
        )
        messages.success(self.request, opened if is_open else waiting)
        page = "scoring:quote-list" if is_open else "catalog:opening-detail"
        return redirect(page, reference=self.tender.reference)


class OpeningTurnPage(KeyTurnPage):
    """Turns the person's key to the quotes."""

    action = Action.OPEN_QUOTES

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Turn it; the second one in time opens the quotes."""
        tender = turn_key(by=self.user, evaluation=self.evaluation)
        is_open = tender.opened_at is not None
        return self.answer(is_open=is_open, opened=_("The quotes are open."))


class PriceTurnPage(KeyTurnPage):
    """Turns the person's key to the prices in the second envelope."""

    action = Action.OPEN_PRICES

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Turn it; the second one in time opens the prices of those that passed."""
        tender = turn_key_to_prices(by=self.user, evaluation=self.evaluation)
        words = _("The prices of those that passed are open.")
        return self.answer(is_open=tender.prices_opened_at is not None, opened=words)
