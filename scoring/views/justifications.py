"""The justification of a low price: asked for, answered, decided on."""

from typing import Any, override

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from catalog.selectors.justifications import asks_by_offer
from catalog.services.justifications import record_answer
from procurement.form_pages import FormPage
from procurement.permissions import Action
from scoring.forms.justifications import LetterForm, QuestionForm, VerdictForm
from scoring.selectors.justifications import open_question
from scoring.selectors.outstanding.candidates import low_bid_words
from scoring.services.justifications import ask_justification, decide_justification
from scoring.views.evidence import EvidenceBase


class JustificationBase(EvidenceBase, FormPage):
    """What the three steps share: the candidate, its figures, what was asked so far."""

    action = Action.DECIDE_ADMISSION
    template_name = "scoring/candidates/justification.html"

    @override
    def content(self) -> dict[str, Any]:
        self.note_prices()
        if not self.board.reads_prices or self.candidate.offer_id is None:
            raise Http404
        test = self.board.low_bids.get(self.candidate.pk)
        asked = asks_by_offer([self.candidate.offer_id])
        return super().content() | {
            "candidate": self.candidate,
            "low_words": low_bid_words(test) if test else "",
            "asks": asked[self.candidate.offer_id],
        }

    def done(self, words: str) -> HttpResponse:
        """Say what was done and show the candidate."""
        messages.success(self.request, words % {"name": self.candidate.label})
        return redirect(
            "scoring:candidate-detail",
            reference=self.tender.reference,
            uuid=self.candidate.uuid,
        )


class JustificationAskPage(JustificationBase):
    """Asks the vendor."""

    form_class = QuestionForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        text = _(
            "Your price lies far below the other bids. Please explain in writing what "
            "makes it possible: sources and terms of supply, discounts, delivery, "
            "support, and that everything asked for is included."
        )
        return {"tender": self.tender, "initial": {"text": text}}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "heading": _("Ask for a justification of the price"),
            "submit": _("Ask the vendor"),
        }

    @override
    def act(self, form: QuestionForm) -> HttpResponse:
        ask_justification(
            by=self.user, candidate=self.candidate, question=form.question
        )
        return self.done(_("%(name)s is asked to justify its price."))


class JustificationAnswerPage(JustificationBase):
    """Records what the vendor wrote by letter or mail."""

    form_class = LetterForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"tender": self.tender}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "heading": _("Record the answer"),
            "submit": _("Record the answer"),
        }

    @override
    def act(self, form: LetterForm) -> HttpResponse:
        asked = open_question(self.candidate)
        if asked is None:
            raise Http404
        record_answer(by=self.user, justification=asked, letter=form.letter)
        return self.done(_("The answer of %(name)s is recorded."))


class JustificationDecidePage(JustificationBase):
    """Accepts the justification or not; the admission follows."""

    form_class = VerdictForm

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "heading": _("Decide on the justification"),
            "submit": _("Decide"),
        }

    @override
    def act(self, form: VerdictForm) -> HttpResponse:
        decide_justification(
            by=self.user, candidate=self.candidate, verdict=form.decision
        )
        return self.done(_("The justification of %(name)s is decided on."))
