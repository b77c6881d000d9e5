"""The way in: codes by mail, counted tries, visits that end with their link."""

import statistics
import time
import uuid
from datetime import timedelta

import pytest
from django.core import mail

from catalog.models import Tender, Vendor, VendorCode, VendorLink, VendorVisit
from catalog.services.vendor_door.links import revoke_vendor_link
from catalog.services.vendor_door.visits import (
    SEND_CODE,
    ask_for_code,
    enter,
    guest_of,
    leave,
)
from catalog.tasks import send_vendor_code
from procurement.accounts.services.tokens import digest_of
from procurement.audit.models import AuditChain, AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.outbox.models import Job
from procurement.permissions import ALLOWED, Stage, can
from tests.concurrency import together
from tests.factories import make_vendor
from tests.vendors import make_guest, make_link, post_code, start_quotes

WRONG = "gpv_" + "x" * 43


@pytest.fixture
def quoting(tender) -> Tender:
    return start_quotes(tender)


@pytest.fixture
def hpe(quoting) -> tuple[VendorLink, str]:
    return make_link(quoting, make_vendor(name="HPE", slug="hpe"))


def ask(secret, address="192.0.2.1", language="en"):
    ask_for_code(secret=secret, address=address, language=language)


def try_code(secret, code, address="192.0.2.1"):
    """The code of the refusal, or the visit."""
    try:
        return enter(secret=secret, code=code, address=address)
    except RuleBrokenError as refusal:
        return refusal.code


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10**8:08}"


def actions(chain="sealed-"):
    rows = AuditEntry.objects.filter(chain__name__startswith=chain).order_by("pk")
    return list(rows.values_list("action", flat=True))


def test_a_code_is_mailed_to_the_contact_and_stored_only_as_a_keyed_digest(hpe):
    link, secret = hpe

    ask(secret)
    code = post_code()

    (sent,) = mail.outbox
    assert (sent.to, sent.cc, sent.bcc) == (["bids@hpe.example"], [], [])
    assert sent.subject == f"Your code: {code}"
    assert secret not in sent.body
    assert link.invitation.tender.title not in sent.body
    row = VendorCode.objects.get()
    assert row.digest == digest_of(f"{row.uuid}:{code}")
    assert timedelta(minutes=9) < row.expires_at - database_now()
    assert row.expires_at - database_now() <= timedelta(minutes=10)
    job = Job.objects.get(kind=SEND_CODE)
    assert job.state == Job.State.DONE
    assert code not in f"{job.arguments} {job.result} {job.reason}"
    assert secret not in str(job.arguments)


def test_the_mail_speaks_the_language_of_the_page(hpe):
    ask(hpe[1], language="zh-hans")
    code = post_code()

    assert mail.outbox[0].subject == f"您的验证码：{code}"


def test_a_title_with_line_breaks_reaches_no_header(quoting):
    Tender.objects.update(title="Phase 2\r\nBcc: thief@evil.example")
    _link, secret = make_link(quoting)

    ask(secret)
    post_code()

    message = mail.outbox[0].message()
    assert message["Bcc"] is None
    assert "thief" not in message.as_string()


def test_the_right_code_opens_once(hpe):
    link, secret = hpe
    ask(secret)
    code = post_code()

    visit = try_code(secret, code)

    assert isinstance(visit, VendorVisit)
    assert guest_of(visit.uuid, link.uuid).vendor.name == "HPE"
    assert try_code(secret, code) == "code_refused"
    assert VendorVisit.objects.count() == 1


def test_a_guest_has_no_role_and_no_right(hpe):
    guest = make_guest(hpe[0].invitation.tender, hpe[0].invitation.vendor)

    assert guest.tender.roles_of(guest) == frozenset()
    assert [action for action in ALLOWED if can(guest, action, guest.tender)] == []


def test_an_unknown_link_gets_the_same_answers_and_no_mail(hpe):
    assert ask(WRONG) is None
    assert post_code() == ""
    assert mail.outbox == []
    assert Job.objects.get().state == Job.State.DONE

    ask(hpe[1])
    post_code()
    assert try_code(WRONG, "12345678") == try_code(hpe[1], "x") == "code_refused"


def test_five_wrong_tries_lock_a_code_and_a_new_one_opens(hpe):
    _link, secret = hpe
    ask(secret)
    code = post_code()

    tried = [try_code(secret, wrong(code)) for _ in range(5)]

    assert tried == ["code_refused"] * 5
    assert try_code(secret, code) == "code_refused"
    assert VendorCode.objects.get().tries == 5
    ask(secret)
    assert isinstance(try_code(secret, post_code()), VendorVisit)


def test_the_fifth_try_still_opens(hpe):
    _link, secret = hpe
    ask(secret)
    code = post_code()

    for _ in range(4):
        assert try_code(secret, wrong(code)) == "code_refused"

    assert isinstance(try_code(secret, code), VendorVisit)


@pytest.mark.django_db(transaction=True)
def test_parallel_guesses_are_counted_one_by_one(hpe):
    _link, secret = hpe
    ask(secret)
    code = post_code()

    guesses = [wrong(code)] * 12
    outcomes = together(*[lambda g=g: try_code(secret, g) for g in guesses])

    assert outcomes == ["code_refused"] * 12
    assert VendorCode.objects.get().tries == 5


@pytest.mark.django_db(transaction=True)
def test_the_right_code_typed_twice_at_once_opens_one_visit(hpe):
    _link, secret = hpe
    ask(secret)
    code = post_code()

    outcomes = together(*[lambda: try_code(secret, code)] * 2)

    assert sorted(isinstance(outcome, VendorVisit) for outcome in outcomes) == [
        False,
        True,
    ]
    assert VendorVisit.objects.count() == 1


def test_a_code_lasts_ten_minutes_and_a_new_one_ends_the_old(hpe):
    _link, secret = hpe
    ask(secret)
    first = post_code()
    ask(secret)
    second = post_code()
    assert try_code(secret, first) == "code_refused"

    VendorCode.objects.filter(used_at=None).update(
        expires_at=database_now() - timedelta(seconds=1)
    )
    assert try_code(secret, second) == "code_refused"
    assert not VendorVisit.objects.exists()


def test_a_code_of_one_link_opens_no_other(hpe, quoting):
    _link, secret = hpe
    _other, other_secret = make_link(quoting)
    ask(secret)
    code = post_code()

    assert try_code(other_secret, code) == "code_refused"
    assert isinstance(try_code(secret, code), VendorVisit)


def test_codes_are_bounded_for_a_link_wherever_they_are_asked_from(hpe):
    outcomes = []
    for number in range(7):
        try:
            outcomes.append(ask(hpe[1], address=f"192.0.2.{number}"))
        except RuleBrokenError as refusal:
            outcomes.append(refusal.code)

    assert outcomes == [None] * 5 + ["throttled"] * 2
    assert Job.objects.filter(kind=SEND_CODE).count() == 5


def test_tries_are_bounded_for_an_address_whatever_the_link(hpe):
    outcomes = [
        try_code(f"gpv_{number}", "00000000", "198.51.100.7") for number in range(52)
    ]

    assert outcomes == ["code_refused"] * 50 + ["throttled"] * 2


def test_tries_are_bounded_for_a_link_right_or_wrong(hpe):
    for secret in (hpe[1], WRONG):
        outcomes = [
            try_code(secret, "00000000", f"203.0.113.{number}") for number in range(21)
        ]
        assert outcomes == ["code_refused"] * 20 + ["throttled"]


def test_a_refusal_takes_its_time_whether_the_link_is_right_or_wrong(hpe, settings):
    settings.VENDOR_REFUSAL_SECONDS = 0.15
    ask(hpe[1])
    code = post_code()

    def seconds(secret):
        started = time.monotonic()
        assert try_code(secret, wrong(code)) == "code_refused"
        return time.monotonic() - started

    right = statistics.median(seconds(hpe[1]) for _ in range(3))
    unknown = statistics.median(seconds(WRONG) for _ in range(3))

    assert right >= 0.15
    assert unknown >= 0.15
    assert abs(right - unknown) < 0.1


@pytest.mark.parametrize("end", ["revoked", "expired", "renewed", "retired", "stage"])
def test_no_visit_outlives_its_link(hpe, officer, end):
    link, secret = hpe
    ask(secret)
    visit = try_code(secret, post_code())
    assert guest_of(visit.uuid, link.uuid) is not None

    ask(secret)
    code = post_code()
    _end(link, officer, end)

    assert guest_of(visit.uuid, link.uuid) is None
    assert try_code(secret, code) == "code_refused"
    ask(secret)
    assert post_code() == ""


def _end(link, officer, end):
    if end == "revoked":
        revoke_vendor_link(by=officer, link=link)
    elif end == "expired":
        VendorLink.objects.update(expires_at=database_now())
    elif end == "renewed":
        make_link(link.invitation.tender, link.invitation.vendor)
    elif end == "retired":
        Vendor.objects.update(is_active=False)
    else:
        Tender.objects.update(stage=Stage.SCORING)


def test_a_visit_ends_by_itself_and_by_leaving(hpe, settings):
    link, _secret = hpe
    first, second = (VendorVisit.objects.create(link=link) for _ in range(2))

    leave(by=guest_of(first.uuid, link.uuid), visit=first.uuid)
    assert guest_of(first.uuid, link.uuid) is None
    assert guest_of(second.uuid, link.uuid) is not None

    old = timedelta(seconds=settings.VENDOR_VISIT_SECONDS + 1)
    VendorVisit.objects.update(begun_at=database_now() - old)
    assert guest_of(second.uuid, link.uuid) is None


def test_a_visit_opens_its_own_link_only(hpe, quoting):
    link, _secret = hpe
    other, _secret = make_link(quoting)
    visit = VendorVisit.objects.create(link=link)

    assert guest_of(visit.uuid, other.uuid) is None
    assert guest_of(uuid.uuid4(), link.uuid) is None


def test_the_audit_tells_sealed_steps_in_a_chain_of_their_own(hpe):
    Tender.objects.update(is_sealed=True)
    _link, secret = hpe
    ask(secret)
    code = post_code()
    try_code(secret, wrong(code))
    try_code(secret, code)

    assert actions() == ["vendor_code_sent", "vendor_code_refused", "vendor_link_used"]
    tender = Tender.objects.get()
    main = AuditChain.objects.get(name=str(tender.uuid))
    assert main.length == 1
    assert actions(str(tender.uuid)) == ["vendor_link_made"]


def test_an_open_evaluation_tells_them_in_its_own_chain(hpe):
    _link, secret = hpe
    ask(secret)
    try_code(secret, post_code())

    assert actions() == []
    assert actions(str(Tender.objects.get().uuid)) == [
        "vendor_link_made",
        "vendor_code_sent",
        "vendor_link_used",
    ]
    assert AuditEntry.objects.latest("pk").actor_name == "HPE"


def test_a_mail_server_that_refuses_is_noted_and_tried_again(hpe, settings):
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": 1, "timeout": 1},
        }
    }
    ask(hpe[1])

    job = Job.objects.get(kind=SEND_CODE)
    send_vendor_code(str(job.uuid))

    job.refresh_from_db()
    assert job.state == Job.State.WAITING
    assert job.reason == "The mail could not be handed over."
    assert "vendor_code_not_sent" in actions(str(Tender.objects.get().uuid))
