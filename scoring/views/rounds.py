"""Further rounds: begun, opened by two officers, and taken over by the candidates."""

from functools import cached_property
from typing import Any, override

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, ngettext

from catalog.services.rounds import turn_round_key
from catalog.views.setup import SetUpPage
from procurement.form_pages import FormPage
from procurement.permissions import Action
from scoring.forms.rounds import RoundForm
from scoring.models import Evaluation
from scoring.selectors.rounds import moves_of, round_rows, vendors_to_invite
from scoring.services.candidates import take_offers
from scoring.services.rounds import ask_for_offers
from scoring.views.evidence import EvidenceBase


class RoundListPage(SetUpPage, FormPage):
    """The rounds with their keys, and the form that begins the next one."""

    actions = {"get": Action.VIEW_SETUP, "post": Action.BEGIN_ROUND}
    section = "scoring:round-list"
    template_name = "scoring/rounds/list.html"
    form_class = RoundForm

    @cached_property
    def evaluation(self) -> Evaluation:
        """The judgement of the tender."""
        return Evaluation.objects.select_related("tender").get(tender=self.tender)

    @override
    def form_arguments(self) -> dict[str, Any]:
        newest = self.tender.newest_round
        return {
            "tender": self.tender,
            "vendors": vendors_to_invite(self.evaluation),
            "initial": {"number": (newest.number if newest else 1) + 1},
        }

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "rounds": round_rows(self.tender, self.user),
            "may_begin": self.may(Action.BEGIN_ROUND)
            and not self.tender.has_two_envelopes,
        }

    @override
    def act(self, form: RoundForm) -> HttpResponse:
        begun = ask_for_offers(
            by=self.user, evaluation=self.evaluation, terms=form.terms
        )
        return self.back(_("Round %(round)s has begun.") % {"round": begun.number})


class RoundTurnPage(SetUpPage):
    """Turns the person's key to the quotes of a round."""

    action = Action.OPEN_QUOTES
    section = "scoring:round-list"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Turn it; the second one in time opens the quotes."""
        rows = self.tender.rounds.select_related("tender")
        found = get_object_or_404(rows, number=kwargs["number"])
        row = turn_round_key(by=self.user, quote_round=found)
        if row.opened_at is not None:
            return self.back(_("The quotes are open."))
        waiting = _(
            "Your key is turned; another officer has 30 minutes to turn theirs."
        )
        return self.back(waiting)


class CandidateMovePage(EvidenceBase):
    """What the latest round changes; moving the candidates is a step of its own."""

    action = Action.DECIDE_ADMISSION
    template_name = "scoring/rounds/moves.html"

    @override
    def content(self) -> dict[str, Any]:
        self.note_prices()
        return super().content() | {"moves": moves_of(self.board)}

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Move them to the offers that were listed, with what else stands."""
        taken = take_offers(
            by=self.user,
            evaluation=self.evaluation,
            moves=request.POST.getlist("offer"),
        )
        count = len(taken)
        words = ngettext(
            "%(count)s offer taken in.", "%(count)s offers taken in.", count
        )
        messages.success(request, words % {"count": count})
        return self.back()
