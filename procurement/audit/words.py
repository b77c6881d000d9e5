"""The actions and details of the audit trail in the words of the trade."""

from collections.abc import Mapping

from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

WORDS: Mapping[str, StrOrPromise] = {
    "admission_decided": gettext_lazy("admission decided"),
    "agent_granted": gettext_lazy("agent may upload"),
    "candidate_taken": gettext_lazy("candidate taken in"),
    "cell_saved": gettext_lazy("cell saved"),
    "consensus_set": gettext_lazy("consensus set"),
    "criteria_assigned": gettext_lazy("criteria assigned"),
    "criteria_created": gettext_lazy("criteria created"),
    "criteria_edited": gettext_lazy("criteria edited"),
    "criteria_locked": gettext_lazy("criteria locked"),
    "decline_accepted": gettext_lazy("decline accepted"),
    "evaluation_created": gettext_lazy("evaluation created"),
    "evidence_attached": gettext_lazy("evidence attached"),
    "knock_out_decided": gettext_lazy("knock-out decided"),
    "member_added": gettext_lazy("member added"),
    "member_removed": gettext_lazy("member removed"),
    "not_applicable_approved": gettext_lazy("N/A approved"),
    "one_time_password_given": gettext_lazy("one-time password given"),
    "opening_key_turned": gettext_lazy("opening confirmed"),
    "password_changed": gettext_lazy("password changed"),
    "policy_edited": gettext_lazy("rules edited"),
    "prices_released": gettext_lazy("prices released"),
    "quote_recorded": gettext_lazy("quote recorded"),
    "quotes_opened": gettext_lazy("quotes opened"),
    "reference_data_loaded": gettext_lazy("reference data loaded"),
    "roles_changed": gettext_lazy("roles changed"),
    "sealed_quote_recorded": gettext_lazy("sealed quote recorded"),
    "sessions_ended": gettext_lazy("sessions ended"),
    "signed_in": gettext_lazy("signed in"),
    "stage_moved": gettext_lazy("stage moved"),
    "tender_created": gettext_lazy("tender created"),
    "tender_edited": gettext_lazy("tender edited"),
    "token_created": gettext_lazy("token created"),
    "token_revoked": gettext_lazy("token revoked"),
    "user_created": gettext_lazy("person created"),
    "user_deactivated": gettext_lazy("person deactivated"),
    "user_reactivated": gettext_lazy("person let in again"),
    "worksheet_submitted": gettext_lazy("worksheet submitted"),
}
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

    >>> details_in_words({"before": ["finance"], "after": ["auditor"], "round": 2})
    'finance → auditor · round: 2'
    """
    rest = dict(details)
    parts = []
    if {"before", "after"} <= rest.keys():
        before, after = _plain(rest.pop("before")), _plain(rest.pop("after"))
        parts.append(f"{before} → {after}")
    parts += [f"{name.replace('_', ' ')}: {_plain(rest[name])}" for name in rest]
    return " · ".join(parts)


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_plain(item)}" for name, item in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or _("none")
    if value is None or value == "":
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)
