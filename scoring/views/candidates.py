"""Candidates: taken in, looked at one by one, admitted or not."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from catalog.models import CloudOffer
from catalog.selectors.justifications import asks_by_offer
from procurement.errors import RuleBrokenError
from procurement.form_pages import FormPage
from procurement.permissions import Action, WrongStageError
from scoring.forms.evidence import AdmissionForm, CloudCandidateForm
from scoring.models import Criterion
from scoring.selectors.evidence.attached import (
    cloud_offers_to_take,
    evidence_cell,
    price_checks,
)
from scoring.selectors.overviews import candidate_rows
from scoring.services.admissions import decide_admission
from scoring.services.candidates import take_cloud_offer, take_offers
from scoring.services.reviews import review_quote
from scoring.views.evidence import EvidenceBase


class CandidateTakePage(EvidenceBase):
    """Makes candidates of the opened offers."""

    action = Action.DECIDE_ADMISSION
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Take all standing offers in, or say why not."""
        try:
            taken = take_offers(by=self.user, evaluation=self.evaluation)
        except WrongStageError:
            raise
        except RuleBrokenError as error:
            messages.error(request, error.message)
            return self.back()
        count = len(taken)
        words = ngettext(
            "%(count)s offer taken in.", "%(count)s offers taken in.", count
        )
        messages.success(request, words % {"count": count})
        return self.back()


class CloudCandidatePage(EvidenceBase, FormPage):
    """Makes a candidate of a cloud offer."""

    action = Action.DECIDE_ADMISSION
    template_name = "scoring/candidates/cloud.html"
    form_class = CloudCandidateForm

    @cached_property
    def offers(self) -> list[CloudOffer]:
        """The offers that are no candidates yet."""
        return cloud_offers_to_take(self.board)

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"offers": self.offers}

    @override
    def act(self, form: CloudCandidateForm) -> HttpResponse:
        taken = take_cloud_offer(
            by=self.user,
            evaluation=self.evaluation,
            cloud_offer=form.cleaned_data["cloud_offer"],
        )
        messages.success(
            self.request, _("%(name)s is a candidate.") % {"name": taken.label}
        )
        return self.back()


class CandidateDetailPage(EvidenceBase, FormPage):
    """One candidate: admission with its reason, evidence, knock-outs, quote."""

    actions = {"post": Action.DECIDE_ADMISSION}
    template_name = "scoring/candidates/detail.html"
    form_class = AdmissionForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        row = self.candidate
        initial = {
            "admission": row.admission,
            "reason": row.admission_reason,
            "reason_zh": row.admission_reason_zh,
        }
        return {"initial": initial}

    @override
    def content(self) -> dict[str, Any]:
        self.note_prices()
        rows = {row.candidate: row for row in candidate_rows(self.board)}
        checks = {check.candidate: check for check in price_checks(self.board)}
        kinds = {Criterion.Kind.CURVE, Criterion.Kind.KNOCK_OUT}
        asks = []
        if self.board.reads_prices and self.candidate.offer_id is not None:
            offer = self.candidate.offer_id
            asks = asks_by_offer([offer])[offer]
        return super().content() | {
            "row": rows[self.candidate],
            "asks": asks,
            "question": next((ask for ask in asks if ask.is_open), None),
            "check": checks.get(self.candidate),
            "cells": [
                evidence_cell(self.board, self.candidate, criterion)
                for criterion in self.board.criteria
                if criterion.kind in kinds
            ],
        }

    @override
    def act(self, form: AdmissionForm) -> HttpResponse:
        decide_admission(by=self.user, candidate=self.candidate, **form.cleaned_data)
        words = _("The admission of %(name)s is decided.")
        messages.success(self.request, words % {"name": self.candidate.label})
        return self._self()

    def _self(self) -> HttpResponse:
        return redirect(
            "scoring:candidate-detail",
            reference=self.tender.reference,
            uuid=self.candidate.uuid,
        )


class CandidateReviewPage(CandidateDetailPage):
    """Puts a candidate under review for what its quote shows."""

    actions = {"post": Action.DECIDE_ADMISSION}
    http_method_names = ("post",)

    @override
    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            review_quote(by=self.user, candidate=self.candidate)
        except WrongStageError:
            raise
        except RuleBrokenError as error:
            messages.error(request, error.message)
        else:
            words = _("%(name)s is under review; the result stays provisional.")
            messages.success(request, words % {"name": self.candidate.label})
        return self._self()
