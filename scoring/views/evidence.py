"""Evidence: candidates against data and knock-outs; each datum is attached here."""

from typing import Any, override

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from procurement.form_pages import FormPage
from procurement.permissions import Action, can
from scoring.forms.evidence import DatumForm, KnockOutForm, RunSetForm
from scoring.models import Candidate, Criterion, Evaluation
from scoring.selectors.boards import Board, read_boards, with_panel
from scoring.selectors.evidence.attached import (
    Cell,
    evidence_cell,
    evidence_table,
    price_checks,
    usable_run_sets,
)
from scoring.selectors.evidence.metrics import TRAINING_MINUTES
from scoring.services.evidence import (
    attach_catalogue_data,
    attach_datum,
    attach_run_set,
    remove_evidence,
)
from scoring.services.knock_outs import Verdict, decide_knock_out
from scoring.views.frames import EvaluationPage


class EvidenceBase(EvaluationPage):
    """What every page of the evidence reads: the facts that the person may know."""

    action = Action.VIEW_EVIDENCE
    tab = "scoring:evidence-list"

    @cached_property
    def board(self) -> Board:
        """The facts of this evaluation."""
        found = with_panel(Evaluation.objects.filter(tender=self.tender))
        return read_boards(list(found), self.user)[0]

    @cached_property
    def candidate(self) -> Candidate:
        """The candidate of the address; 404 for one that the person may not know of."""
        uuid = self.kwargs["uuid"]
        for row in self.board.candidates:
            if row.uuid == uuid:
                return row
        raise Http404

    @cached_property
    def criterion(self) -> Criterion:
        """The data or knock-out criterion of the address."""
        kinds = {Criterion.Kind.CURVE, Criterion.Kind.KNOCK_OUT}
        for row in self.board.criteria:
            if row.key == self.kwargs["key"] and row.kind in kinds:
                return row
        raise Http404

    @property
    def cell(self) -> Cell:
        """What the candidate has for the criterion."""
        return evidence_cell(self.board, self.candidate, self.criterion)

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "board": self.board,
            "may_attach": can(self.user, Action.ATTACH_EVIDENCE, self.tender),
            "may_decide": can(self.user, Action.DECIDE_ADMISSION, self.tender),
        }

    def back(self) -> HttpResponse:
        """The table again."""
        return redirect("scoring:evidence-list", reference=self.tender.reference)


class EvidenceListPage(EvidenceBase):
    """The table of what is attached, and the price checks for readers of prices."""

    template_name = "scoring/evidence/list.html"

    @override
    def content(self) -> dict[str, Any]:
        self.note_prices()
        return super().content() | {
            "table": evidence_table(self.board),
            "price_checks": price_checks(self.board),
        }


class EvidenceCollectPage(EvidenceBase):
    """Attaches what catalogue and quotes know, where nothing is attached yet."""

    action = Action.ATTACH_EVIDENCE
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Attach for every candidate that takes part."""
        attached = sum(
            len(attach_catalogue_data(by=self.user, candidate=row))
            for row in self.board.counting
        )
        words = ngettext(
            "%(count)s figure attached.", "%(count)s figures attached.", attached
        )
        messages.success(request, words % {"count": attached})
        return self.back()


class DatumBase(EvidenceBase):
    """What the pages of one figure share: only data criteria have one."""

    action = Action.ATTACH_EVIDENCE

    @cached_property
    @override
    def criterion(self) -> Criterion:
        """The data criterion of the address."""
        found = super().criterion
        if found.kind != Criterion.Kind.CURVE:
            raise Http404
        return found

    def say(self, words: str) -> HttpResponse:
        """Say what was done and show the table again."""
        names = {"key": self.criterion.key, "name": self.candidate.label}
        messages.success(self.request, words % names)
        return self.back()


class DatumEditPage(DatumBase, FormPage):
    """The figure of one candidate for one criterion: typed, or a run set's score."""

    template_name = "scoring/evidence/datum.html"
    form_class = DatumForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        names = ("value", "provenance", "source", "on")
        known = self.cell.datum or self.cell.found
        initial = {name: getattr(known, name) for name in names} if known else {}
        return {"initial": initial}

    @override
    def content(self) -> dict[str, Any]:
        run_sets = []
        if self.criterion.metric == TRAINING_MINUTES:
            run_sets = usable_run_sets(self.candidate)
        return super().content() | {"cell": self.cell, "run_sets": run_sets}

    @override
    def act(self, form: DatumForm) -> HttpResponse:
        attach_datum(
            by=self.user,
            candidate=self.candidate,
            criterion_key=self.criterion.key,
            datum=form.datum,
        )
        return self.say(_("%(key)s of %(name)s is attached."))


class RunSetAttachPage(DatumBase):
    """Attaches the score of the chosen run set."""

    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Attach, or say why the runs do not fit."""
        form = RunSetForm(request.POST, run_sets=usable_run_sets(self.candidate))
        if not form.is_valid():
            raise Http404
        attach_run_set(
            by=self.user,
            candidate=self.candidate,
            criterion_key=self.criterion.key,
            run_set=form.cleaned_data["run_set"],
        )
        return self.say(_("%(key)s of %(name)s is attached."))


class EvidenceRemovePage(DatumBase):
    """Takes a wrong figure away."""

    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Remove what is attached."""
        remove_evidence(
            by=self.user, candidate=self.candidate, criterion_key=self.criterion.key
        )
        return self.say(_("%(key)s of %(name)s has no figure any more."))


class KnockOutEditPage(EvidenceBase, FormPage):
    """Pass or fail of one candidate, beside what the catalogue suggests."""

    action = Action.DECIDE_ADMISSION
    template_name = "scoring/evidence/knock_out.html"
    form_class = KnockOutForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        if self.criterion.kind != Criterion.Kind.KNOCK_OUT:
            raise Http404
        result, suggested = self.cell.result, self.cell.suggestion
        if result is not None:
            verdict = "pass" if result.is_passed else "fail"
            given = {"reason_en": result.reason_en, "reason_zh": result.reason_zh}
            return {"initial": {"verdict": verdict} | given}
        if suggested is None:
            return {}
        return {
            "initial": {
                "reason_en": suggested.reason_in("en"),
                "reason_zh": suggested.reason_in("zh-hans"),
            }
        }

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"cell": self.cell}

    @override
    def act(self, form: KnockOutForm) -> HttpResponse:
        decide_knock_out(
            by=self.user,
            candidate=self.candidate,
            criterion_key=self.criterion.key,
            verdict=Verdict(
                is_passed=form.is_passed,
                reason_en=form.cleaned_data["reason_en"],
                reason_zh=form.cleaned_data["reason_zh"],
            ),
        )
        words = _("%(key)s of %(name)s is decided.")
        names = {"key": self.criterion.key, "name": self.candidate.label}
        messages.success(self.request, words % names)
        return self.back()
