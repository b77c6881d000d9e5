"""What a form was made from, so that nobody overwrites a change they never saw."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core import signing
from django.db import connection
from django.forms import BaseForm, BoundField, FileField
from django.utils.translation import gettext as _

SALT: Final = "form-state"
type Stored = str | list[str]
type State = dict[str, Stored]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """A field that somebody else changed, in words for the person who sent theirs."""

    label: str
    before: str
    saved: str
    yours: str


def state_of(form: BaseForm) -> State:
    """What each field of an unsent form shows, in a form that compares."""
    return {bound.name: _stored(bound) for bound in form if _compares(bound)}


def token_of(state: State) -> str:
    """The state as signed text for a hidden field: the same text for the same state."""
    return signing.Signer(salt=SALT).sign_object(state, compress=True)


def state_in(token: str) -> State | None:
    """The state that a token holds; None for one that is not ours."""
    try:
        state: State = signing.Signer(salt=SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    return state


def clashes(seen: State | None, stored: State, sent: BaseForm) -> list[Clash]:
    """What was changed since the form was made, and would be overwritten by it.

    ``sent`` is the form over the present row: what is typed as it is stored already
    overwrites nothing. Of a token that is not ours everything counts as changed.
    """
    changed = set(sent.changed_data)
    return [
        Clash(
            label=str(sent[name].label),
            before=_shown(sent[name], seen.get(name, "") if seen else ""),
            saved=_shown(sent[name], now),
            yours=_shown(sent[name], _text(sent[name], sent[name].value())),
        )
        for name, now in stored.items()
        if name in changed and (seen is None or seen.get(name, "") != now)
    ]


def hold(*names: str) -> None:
    """Let one transaction at a time pass for each name."""
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(
                "select pg_advisory_xact_lock(hashtextextended(%s, 0))", [name]
            )


def _compares(bound: BoundField) -> bool:
    """Whether it shows what is stored: no file, and nothing worked out anew."""
    field, form = bound.field, bound.form
    is_fresh = callable(field.initial) and bound.name not in (form.initial or {})
    return not (isinstance(field, FileField) or field.disabled or is_fresh)


def _stored(bound: BoundField) -> Stored:
    return _text(bound, bound.value())


def _text(bound: BoundField, value: Any) -> Stored:  # noqa: ANN401  # whatever a field shows
    if value is None:
        return ""
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
        return [str(one) for one in value]
    widget = bound.field.widget
    if hasattr(widget, "choices") or isinstance(value, bool):
        return str(value)
    return str(widget.format_value(value) or "")


def _shown(bound: BoundField, stored: Stored) -> str:
    """Stored text as a person reads it: the words of a choice, yes or no."""
    if isinstance(stored, list):
        return ", ".join(_shown(bound, one) for one in stored)
    if stored in {"True", "False"}:
        return _("yes") if stored == "True" else _("no")
    return _choices(bound).get(stored, stored)


def _choices(bound: BoundField) -> dict[str, str]:
    found: dict[str, str] = {}
    for value, label in getattr(bound.field.widget, "choices", ()):
        if isinstance(label, list | tuple):
            found |= {str(one): str(name) for one, name in label}
        else:
            found[str(value)] = str(label)
    found.pop("", None)
    return found
