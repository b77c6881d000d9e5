"""Let a person in: bounded before the slow hash, with one answer to every failure."""

import structlog
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.utils import timezone
from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.accounts.services.throttles import Limit, give_back, reserve
from procurement.addresses import network_of
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError

logger = structlog.get_logger(__name__)


class TooManyAttemptsError(RuleBrokenError):
    """The tries are used up; says neither how many nor until when."""

    def __init__(self) -> None:
        super().__init__(_("Too many attempts, wait a moment."), "throttled")


def sign_in(*, email: str, password: str, address: str, device: str = "") -> User:
    """Return the person with this e-mail and password, or refuse with one sentence.

    ``device`` is the mark of a browser in which this person signed in before: it has
    its own count, so that strangers who guess can't keep the person out.
    """
    email = email.strip().lower()
    person = User.objects.filter(email=email).first()
    mark = device if person and device.startswith(f"{person.uuid}:") else "unknown"
    tries = reserve(
        [
            Limit(
                ("address", network_of(address)), settings.LOGIN_FAILURES_PER_ADDRESS
            ),
            Limit(("account", email, mark), settings.LOGIN_FAILURES_PER_ACCOUNT),
        ],
        settings.LOGIN_WINDOW_SECONDS,
    )
    if tries is None:
        logger.warning("sign_in_throttled", address=address)
        raise TooManyAttemptsError
    if not _password_fits(person, password) or person is None or not _may_enter(person):
        logger.warning("sign_in_refused", address=address)
        raise RuleBrokenError(_("E-mail or password is wrong."), "sign_in_refused")
    give_back(tries)
    record(by=person, action="signed_in", subject=person)
    return person


def _password_fits(person: User | None, password: str) -> bool:
    """Hash in every case: whether the account exists must not show in the time."""
    if person is None:
        make_password(password)
        return False
    return person.check_password(password)


def _may_enter(person: User) -> bool:
    ends = person.one_time_until
    return person.is_active and (ends is None or timezone.now() < ends)
