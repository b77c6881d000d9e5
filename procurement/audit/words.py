"""The actions and details of the audit trail in the words of the trade."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from django.apps import apps
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from procurement import punctuation
from procurement.permissions import ROLE_NAMES, STAGE_NAMES

WORDS: Mapping[str, StrOrPromise] = {
    "admission_decided": gettext_lazy("admission decided"),
    "agent_granted": gettext_lazy("agent may upload"),
    "assumption_removed": gettext_lazy("assumption removed"),
    "assumption_set": gettext_lazy("assumption set"),
    "attachment_added": gettext_lazy("file attached"),
    "attachment_infected": gettext_lazy("virus found in a file"),
    "attachment_removed": gettext_lazy("attached file removed"),
    "award_acknowledged": gettext_lazy("award acknowledged"),
    "benchmark_read": gettext_lazy("benchmark read"),
    "benchmark_uploaded": gettext_lazy("benchmark uploaded"),
    "candidate_replaced": gettext_lazy("candidate replaced"),
    "candidate_taken": gettext_lazy("candidate taken in"),
    "cell_saved": gettext_lazy("cell saved"),
    "conflicts_declared": gettext_lazy("conflicts of interest declared"),
    "consensus_set": gettext_lazy("consensus set"),
    "contact_created": gettext_lazy("contact added"),
    "contact_edited": gettext_lazy("contact edited"),
    "contact_removed": gettext_lazy("contact removed"),
    "criteria_arranged": gettext_lazy("order of the criteria changed"),
    "criteria_assigned": gettext_lazy("criteria assigned"),
    "criteria_created": gettext_lazy("criteria created"),
    "criteria_edited": gettext_lazy("criteria edited"),
    "criteria_locked": gettext_lazy("criteria locked"),
    "criterion_added": gettext_lazy("criterion added"),
    "criterion_removed": gettext_lazy("criterion removed"),
    "decline_accepted": gettext_lazy("decline accepted"),
    "decline_refused": gettext_lazy("decline refused"),
    "depot_created": gettext_lazy("depot added"),
    "depot_edited": gettext_lazy("depot edited"),
    "depot_removed": gettext_lazy("depot removed"),
    "dimension_added": gettext_lazy("dimension added"),
    "dimension_removed": gettext_lazy("dimension removed"),
    "dimension_renamed": gettext_lazy("dimension renamed"),
    "evaluation_created": gettext_lazy("evaluation created"),
    "evidence_attached": gettext_lazy("evidence attached"),
    "evidence_removed": gettext_lazy("evidence removed"),
    "gpu_created": gettext_lazy("GPU model added"),
    "gpu_edited": gettext_lazy("GPU model edited"),
    "invitation_withdrawn": gettext_lazy("invitation withdrawn"),
    "justification_answered": gettext_lazy("justification received"),
    "justification_asked": gettext_lazy("justification asked for"),
    "justification_decided": gettext_lazy("justification decided"),
    "knock_out_decided": gettext_lazy("knock-out decided"),
    "late_quote_refused": gettext_lazy("late quote refused"),
    "manufacturer_created": gettext_lazy("maker added"),
    "member_added": gettext_lazy("member added"),
    "member_removed": gettext_lazy("member removed"),
    "not_applicable_approved": gettext_lazy("N/A approved"),
    "not_applicable_refused": gettext_lazy("N/A refused"),
    "one_time_password_given": gettext_lazy("one-time password given"),
    "opening_key_turned": gettext_lazy("opening confirmed"),
    "option_chosen": gettext_lazy("option chosen"),
    "option_left_out": gettext_lazy("option left out"),
    "password_changed": gettext_lazy("password changed"),
    "password_set": gettext_lazy("password set"),
    "policy_edited": gettext_lazy("rules edited"),
    "price_key_turned": gettext_lazy("price opening confirmed"),
    "prices_released": gettext_lazy("prices released"),
    "quote_recorded": gettext_lazy("quote recorded"),
    "quotes_opened": gettext_lazy("quotes opened"),
    "rate_frozen": gettext_lazy("rate frozen"),
    "rate_removed": gettext_lazy("rate removed"),
    "rates_imported": gettext_lazy("exchange rates imported"),
    "recusal_recorded": gettext_lazy("recusal recorded"),
    "recusal_removed": gettext_lazy("recusal taken back"),
    "reference_data_loaded": gettext_lazy("reference data loaded"),
    "report_requested": gettext_lazy("report requested"),
    "result_approved": gettext_lazy("result approved"),
    "result_frozen": gettext_lazy("result frozen"),
    "result_published": gettext_lazy("result published"),
    "result_returned": gettext_lazy("result returned"),
    "revision_adopted": gettext_lazy("later version of the criteria adopted"),
    "revision_discarded": gettext_lazy("draft of the criteria discarded"),
    "revision_started": gettext_lazy("later version of the criteria drafted"),
    "risk_flag_edited": gettext_lazy("risk flag edited"),
    "risk_flag_raised": gettext_lazy("risk flag raised"),
    "roles_changed": gettext_lazy("roles changed"),
    "round_begun": gettext_lazy("round begun"),
    "sealed_prices_opened": gettext_lazy("sealed prices opened"),
    "sealed_quote_recorded": gettext_lazy("sealed quote recorded"),
    "sealed_statement_recorded": gettext_lazy("sealed statement recorded"),
    "service_level_created": gettext_lazy("service level added"),
    "service_level_edited": gettext_lazy("service level edited"),
    "sessions_ended": gettext_lazy("sessions ended"),
    "signed_in": gettext_lazy("signed in"),
    "sku_created": gettext_lazy("server added"),
    "sku_edited": gettext_lazy("server edited"),
    "spread_waived": gettext_lazy("spread waived"),
    "stage_moved": gettext_lazy("stage moved"),
    "statement_recorded": gettext_lazy("vendor's statement recorded"),
    "template_kept": gettext_lazy("template of criteria kept"),
    "template_removed": gettext_lazy("template of criteria removed"),
    "tender_created": gettext_lazy("tender created"),
    "tender_edited": gettext_lazy("tender edited"),
    "token_created": gettext_lazy("token created"),
    "token_revoked": gettext_lazy("token revoked"),
    "user_created": gettext_lazy("person created"),
    "user_deactivated": gettext_lazy("person deactivated"),
    "user_reactivated": gettext_lazy("person let in again"),
    "vendor_code_not_sent": gettext_lazy("vendor's code could not be sent"),
    "vendor_code_refused": gettext_lazy("vendor's code refused"),
    "vendor_code_sent": gettext_lazy("vendor's code sent"),
    "vendor_created": gettext_lazy("vendor added"),
    "vendor_edited": gettext_lazy("vendor edited"),
    "vendors_merged": gettext_lazy("vendors merged"),
    "vendor_invited": gettext_lazy("vendor invited"),
    "vendor_link_made": gettext_lazy("vendor's link made"),
    "vendor_link_revoked": gettext_lazy("vendor's link revoked"),
    "vendor_link_used": gettext_lazy("vendor's link used"),
    "weights_judged": gettext_lazy("weights from judgements"),
    "worksheet_submitted": gettext_lazy("worksheet submitted"),
    "worksheets_closed": gettext_lazy("worksheets closed"),
}
DETAILS: Mapping[str, StrOrPromise] = {
    "admission": gettext_lazy("admission"),
    "added": gettext_lazy("added"),
    "amount": gettext_lazy("amount"),
    "asked_at": gettext_lazy("asked"),
    "bytes": gettext_lazy("bytes"),
    "candidate": gettext_lazy("candidate"),
    "cells": gettext_lazy("cells"),
    "changed": gettext_lazy("changed"),
    "contact": gettext_lazy("contact"),
    "content_sha256": gettext_lazy("content hash"),
    "criteria": gettext_lazy("criteria"),
    "criterion": gettext_lazy("criterion"),
    "currency": gettext_lazy("currency"),
    "deadline": gettext_lazy("deadline"),
    "due_at": gettext_lazy("due"),
    "email": gettext_lazy("e-mail"),
    "expires_at": gettext_lazy("ends"),
    "file": gettext_lazy("file"),
    "file_sha256": gettext_lazy("file hash"),
    "found": gettext_lazy("found"),
    "from": gettext_lazy("from"),
    "is_accepted": gettext_lazy("accepted"),
    "is_invented": gettext_lazy("invented"),
    "is_passed": gettext_lazy("passed"),
    "head": gettext_lazy("head"),
    "justification": gettext_lazy("justification"),
    "key": gettext_lazy("key"),
    "kind": gettext_lazy("kind"),
    "language": gettext_lazy("language"),
    "length": gettext_lazy("entries"),
    "link": gettext_lazy("link"),
    "lateness": gettext_lazy("late by"),
    "moved": gettext_lazy("moved"),
    "name": gettext_lazy("name"),
    "not_submitted": gettext_lazy("not submitted"),
    "note": gettext_lazy("note"),
    "number": gettext_lazy("number"),
    "offer": gettext_lazy("offer"),
    "officers": gettext_lazy("officers"),
    "on": gettext_lazy("of"),
    "provenance": gettext_lazy("provenance"),
    "quote": gettext_lazy("quote"),
    "quotes": gettext_lazy("quotes"),
    "rate": gettext_lazy("rate"),
    "reason": gettext_lazy("reason"),
    "received_at": gettext_lazy("received"),
    "reference": gettext_lazy("reference"),
    "replaced": gettext_lazy("replaced"),
    "replaces": gettext_lazy("replaces"),
    "role": gettext_lazy("role"),
    "roles": gettext_lazy("roles"),
    "round": gettext_lazy("round"),
    "rows": gettext_lazy("rows"),
    "run_sets": gettext_lazy("run sets"),
    "scopes": gettext_lazy("scopes"),
    "sealed_chain": gettext_lazy("chain of what came in sealed"),
    "servers": gettext_lazy("servers"),
    "source": gettext_lazy("source"),
    "state": gettext_lazy("state"),
    "statement": gettext_lazy("statement"),
    "telemetry": gettext_lazy("files of samples"),
    "template": gettext_lazy("template"),
    "to": gettext_lazy("to"),
    "tries": gettext_lazy("tries"),
    "unit": gettext_lazy("unit"),
    "user": gettext_lazy("person"),
    "value": gettext_lazy("value"),
    "vendor": gettext_lazy("vendor"),
    "vendors": gettext_lazy("vendors"),
    "version": gettext_lazy("version"),
    "was": gettext_lazy("before"),
}
ABOUT_CELLS = frozenset(
    {
        "cell_saved",
        "decline_accepted",
        "decline_refused",
        "not_applicable_refused",
        "worksheet_submitted",
    }
)
"""What tells of single cells: a reader who may see none is told only that it was."""

CODES: Mapping[str, StrOrPromise] = {
    **{role.value: name for role, name in ROLE_NAMES.items()},
    **{stage.value: name for stage, name in STAGE_NAMES.items()},
    "admitted": gettext_lazy("admitted"),
    "approved": gettext_lazy("approved"),
    "declined": gettext_lazy("declined"),
    "draft": gettext_lazy("draft"),
    "final": gettext_lazy("final"),
    "knocked_out": gettext_lazy("knocked out"),
    "late": gettext_lazy("late"),
    "na_proposed": gettext_lazy("N/A proposed"),
    "rejected": gettext_lazy("rejected"),
    "returned": gettext_lazy("returned"),
    "scored": gettext_lazy("scored"),
    "under_review": gettext_lazy("under review"),
    "withdrawn": gettext_lazy("withdrawn"),
}
_HASH: Final = re.compile(r"[0-9a-f]{64}")
CODED = frozenset(
    {"admission", "after", "before", "from", "role", "roles", "state", "to"}
)
"""The details that hold codes; anything else stands as it was written."""
TONES: Mapping[str, str] = {
    "approved": "ok",
    "accepted": "ok",
    "published": "ok",
    "decided": "warn",
    "edited": "warn",
    "changed": "warn",
    "set": "warn",
    "released": "acc",
    "opened": "acc",
    "deactivated": "bad",
    "revoked": "bad",
    "removed": "bad",
}


def word_of(action: str) -> StrOrPromise:
    """The action as a person says it; a code we have no word for, spaced out."""
    return WORDS.get(action, action.replace("_", " "))


def tone_of(action: str) -> str:
    """The kind of badge that suits the action's last word."""
    return TONES.get(action.rpartition("_")[2], "")


def details_in_words(details: Mapping[str, object]) -> str:
    """The details in one line: changes as before → after, the rest as name and value.

    What is new has nothing before it, so only what it became is told.

    >>> details_in_words({"before": ["finance"], "after": ["auditor"], "round": 2})
    'finance → auditor · round: 2'
    """
    rest = dict(details)
    parts = []
    if {"before", "after"} <= rest.keys():
        before, after = rest.pop("before"), _plain(rest.pop("after"), is_code=True)
        is_new = isinstance(before, Mapping) and not any(map(_is_said, before.values()))
        parts.append(after if is_new else f"{_plain(before, is_code=True)} → {after}")
    for name, value in rest.items():
        said = _plain(value, is_code=name in CODED)
        parts.append(punctuation.labelled(_name(name), said))
    return " · ".join(parts)


def _name(key: str) -> StrOrPromise:
    return DETAILS.get(key) or _columns().get(key, key.replace("_", " "))


@cache
def _columns() -> Mapping[str, StrOrPromise]:
    """The columns of all tables as their forms name them."""
    return {
        field.name: field.verbose_name
        for model in apps.get_models()
        for field in model._meta.fields  # noqa: SLF001  # Django's documented Model._meta
        if isinstance(field.verbose_name, Promise)
    }


def _is_said(value: object) -> bool:
    return value is not None and value not in ("", [])


def _plain(value: object, *, is_code: bool = False) -> str:
    if isinstance(value, Mapping):
        return punctuation.strung(
            f"{_name(name)} {_plain(item)}" for name, item in value.items()
        )
    if isinstance(value, list):
        said = (_plain(item, is_code=is_code) for item in value)
        return punctuation.listed(said) or _("none")
    if value is None or value == "":
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    text = str(CODES.get(str(value), value) if is_code else value)
    return f"{text[:8]}…{text[-4:]}" if _HASH.fullmatch(text) else text
