"""Forms that are sent twice: the second gets the answer of the first."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from procurement.canonical import digest
from procurement.errors import RuleBrokenError
from procurement.form_states import hold
from procurement.models import KEPT, SentForm

NO_ENTRIES: Final = frozenset({"csrfmiddlewaretoken", "made_from"})


def new_mark() -> str:
    """A mark for the hidden field ``once`` of a form that was not sent yet."""
    return str(uuid4())


def answer_once(request: HttpRequest, act: Callable[[], HttpResponse]) -> HttpResponse:
    """Carry a form out in one transaction, and only the first time that it comes.

    A refusal does not undo what a service notes of it outside its own transaction.
    """
    with transaction.atomic():
        try:
            return _first_answer(request, act)
        except (RuleBrokenError, ValidationError) as error:
            refusal = error
    raise refusal


def repeated_answer(request: HttpRequest) -> HttpResponse | None:
    """The answer to a form that was carried out before; None for any other request.

    It leads to where the first answer led; a secret that it showed is shown once.
    """
    is_form = request.method == "POST" and request.user.is_authenticated
    return _repeated(request, key_of(request)) if is_form else None


def _first_answer(
    request: HttpRequest, act: Callable[[], HttpResponse]
) -> HttpResponse:
    key = key_of(request)
    if not key:
        return act()
    hold(key)
    if repeated := _repeated(request, key):
        return repeated
    answer = act()
    if answer.status_code < HTTPStatus.BAD_REQUEST:
        SentForm.objects.filter(sent_at__lt=Now() - KEPT).delete()
        SentForm.objects.create(key=key, location=answer.headers.get("Location", ""))
    return answer


def _repeated(request: HttpRequest, key: str) -> HttpResponse | None:
    sent = SentForm.objects.filter(key=key).first() if key else None
    if sent is None:
        return None
    if not sent.location:
        messages.info(request, _("This form came twice; it was carried out once."))
    return redirect(sent.location or request.get_full_path())


def key_of(request: HttpRequest) -> str:
    """What tells one sending from another; empty for a form without a mark.

    The same mark with other entries is another form: somebody went back and changed it.
    """
    try:
        once = UUID(request.POST.get("once", ""))
    except ValueError:
        return ""
    entries = {
        name: values for name, values in request.POST.lists() if name not in NO_ENTRIES
    }
    files = {
        name: [[file.name or "", file.size or 0] for file in found]
        for name, found in request.FILES.lists()
    }
    return digest([request.user.pk, request.get_full_path(), once, entries, files])
