"""Further rounds: begun once, sealed as the evaluation is, opened by two officers."""

from datetime import timedelta
from uuid import uuid4

import pytest

from catalog.models import Quote, QuoteRound, Tender
from catalog.selectors.openings import round_state
from catalog.services.quotes import record_quote
from catalog.services.rounds import RoundTerms, begin_round, turn_round_key
from catalog.services.vendor_door.quotes import stage_vendor_file, submit_vendor_file
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Role, Stage, WrongStageError
from tests.catalog.services.test_quotes import make_terms
from tests.concurrency import together
from tests.factories import add_member, make_quote, make_user, make_vendor
from tests.vendors import REFERENCE, make_guest, vendor_file


@pytest.fixture
def vendors(db):
    names = ("Aperture", "Blackmesa", "Cyberdyne")
    return [make_vendor(name=name, slug=name.lower()) for name in names]


@pytest.fixture
def second(tender):
    person = make_user("Liu Yang", Role.PROCUREMENT_OFFICER)
    add_member(tender, person, Role.OFFICER)
    return person


@pytest.fixture
def opened(tender, vendors) -> Tender:
    """A sealed evaluation in Evidence whose three first quotes are open."""
    tender.reference, tender.is_sealed, tender.stage = REFERENCE, True, Stage.EVIDENCE
    tender.quote_deadline = database_now() - timedelta(days=2)
    tender.opened_at = tender.quote_deadline + timedelta(hours=1)
    tender.save()
    for vendor in vendors:
        make_quote(tender, vendor=vendor)
    return tender


def terms(vendors, **fields) -> RoundTerms:
    defaults = {
        "number": 2,
        "reason": "Best and final offers",
        "deadline": database_now() + timedelta(days=3),
        "vendors": vendors,
    }
    return RoundTerms(**(defaults | fields))


def end(row) -> None:
    row.deadline = database_now() - timedelta(seconds=1)
    row.save()


def refusal(call) -> str:
    with pytest.raises(RuleBrokenError) as caught:
        call()
    return caught.value.code


def record(officer, tender, vendor, number=2) -> Quote:
    return record_quote(
        by=officer, tender=tender, terms=make_terms(vendor=vendor, round=number)
    )


def test_a_round_is_begun_with_its_vendors_and_noted(officer, opened, vendors):
    row = begin_round(by=officer, tender=opened, terms=terms(vendors[:2]))

    assert (row.number, row.opened_at) == (2, None)
    invited = {each.vendor for each in row.invitations.all()}
    assert invited == set(vendors[:2])
    entry = AuditEntry.objects.get(action="round_begun")
    assert entry.details["vendors"] == ["Aperture", "Blackmesa"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"number": 1}, "round_begun"),
        ({"number": 3}, "round_begun"),
        ({"invited": 0}, "nobody_invited"),
        ({"reason": " "}, "invalid"),
        ({"deadline": None}, "deadline_past"),
    ],
)
def test_terms_that_do_not_fit_begin_nothing(officer, opened, vendors, fields, code):
    if "deadline" in fields:
        fields = {"deadline": database_now()}
    invited = vendors[: fields.pop("invited", 3)]

    found = refusal(
        lambda: begin_round(by=officer, tender=opened, terms=terms(invited, **fields))
    )

    assert found == code
    assert not QuoteRound.objects.exists()


def test_the_round_before_is_over_and_open(officer, opened, vendors):
    opened.opened_at = None
    opened.save()
    begin = lambda: begin_round(by=officer, tender=opened, terms=terms(vendors))  # noqa: E731  # asked three times
    assert refusal(begin) == "round_running"
    opened.opened_at = database_now()
    opened.save()
    row = begin()

    third = lambda: begin_round(  # noqa: E731  # asked twice
        by=officer, tender=opened, terms=terms(vendors, number=3)
    )
    assert refusal(third) == "round_running"
    end(row)
    assert refusal(third) == "round_running"
    row.opened_at = database_now()
    row.save()
    assert third().number == 3


def test_with_two_envelopes_there_is_no_further_round(officer, opened, vendors):
    opened.has_two_envelopes, opened.prices_opened_at = True, database_now()
    opened.save()

    code = refusal(lambda: begin_round(by=officer, tender=opened, terms=terms(vendors)))

    assert code == "two_envelopes"


@pytest.mark.parametrize("stage", [Stage.QUOTES, Stage.SCORING, Stage.DECISION])
def test_a_round_begins_in_evidence_only(officer, opened, vendors, stage):
    opened.stage = stage
    opened.save()

    with pytest.raises(WrongStageError):
        begin_round(by=officer, tender=opened, terms=terms(vendors))


def test_nobody_but_an_officer_begins_or_opens(evaluator, officer, opened, vendors):
    with pytest.raises(PermissionRefusedError):
        begin_round(by=evaluator, tender=opened, terms=terms(vendors))
    row = begin_round(by=officer, tender=opened, terms=terms(vendors))
    end(row)
    with pytest.raises(PermissionRefusedError):
        turn_round_key(by=evaluator, quote_round=row)


def test_quotes_go_to_the_newest_round_of_who_is_invited(officer, opened, vendors):
    assert refusal(lambda: record(officer, opened, vendors[0])) == "other_round"
    begin_round(by=officer, tender=opened, terms=terms(vendors[:2]))

    assert refusal(lambda: record(officer, opened, vendors[0], 1)) == "other_round"
    assert refusal(lambda: record(officer, opened, vendors[2])) == "not_invited"
    quote = record(officer, opened, vendors[0])
    again = record(officer, opened, vendors[0])

    # Under the seal a second one replaces the first without a word.
    assert (quote.version, again.version) == (1, 2)
    assert AuditEntry.objects.filter(action="quote_recorded").count() == 0
    chains = {
        entry.chain.name
        for entry in AuditEntry.objects.filter(action="sealed_quote_recorded")
    }
    assert str(opened.uuid) not in chains


def test_a_sealed_round_is_read_by_nobody_until_two_officers_open(
    officer, second, opened, vendors
):
    row = begin_round(by=officer, tender=opened, terms=terms(vendors))
    record(officer, opened, vendors[0])
    assert Quote.objects.visible_to(officer).count() == 3
    assert refusal(lambda: turn_round_key(by=officer, quote_round=row)) == (
        "before_deadline"
    )
    end(row)

    turn_round_key(by=officer, quote_round=row)
    code = refusal(lambda: turn_round_key(by=officer, quote_round=row))
    assert code == "same_officer"
    assert Quote.objects.visible_to(officer).count() == 3
    turn_round_key(by=second, quote_round=row)

    assert Quote.objects.visible_to(officer).count() == 4
    entry = AuditEntry.objects.get(action="quotes_opened")
    assert [quote["round"] for quote in entry.details["quotes"]] == [2]
    assert sorted(entry.details["officers"]) == sorted([officer.name, second.name])
    assert refusal(lambda: turn_round_key(by=second, quote_round=row)) == (
        "already_open"
    )


def test_keys_of_the_first_round_do_not_open_the_second(
    officer, second, opened, vendors
):
    now = database_now()
    for person in (officer, second):
        opened.opening_keys.create(officer=person, turned_at=now)
    row = begin_round(by=officer, tender=opened, terms=terms(vendors))
    end(row)

    assert turn_round_key(by=officer, quote_round=row).opened_at is None
    assert turn_round_key(by=second, quote_round=row).opened_at is not None


@pytest.mark.parametrize("shows", [False, True])
def test_the_number_of_quotes_is_told_by_policy_only(officer, opened, vendors, shows):
    opened.shows_quote_count = shows
    opened.save()
    row = begin_round(by=officer, tender=opened, terms=terms(vendors))
    record(officer, opened, vendors[0])

    assert round_state(row, officer).received == (1 if shows else None)


def test_at_the_deadline_second_a_quote_is_in_time_and_later_refused(
    officer, opened, vendors
):
    row = begin_round(by=officer, tender=opened, terms=terms(vendors))
    guest = make_guest(opened, vendors[0], round=2, expires_at=row.deadline)
    staged = stage_vendor_file(by=guest, file=vendor_file(round_number=2))
    for moment, late in ((row.deadline, False), (row.deadline + timedelta(0, 1), True)):
        made = lambda moment=moment: record_quote(  # noqa: E731  # refused or not
            by=officer,
            tender=opened,
            terms=make_terms(vendor=vendors[1], round=2, notes=str(uuid4())),
            received_at=moment,
        )
        if late:
            assert refusal(made) == "deadline_passed"
        else:
            assert made().lateness == "in_time"
    end(row)

    code = refusal(lambda: submit_vendor_file(by=guest, staged=staged))

    assert code in {"deadline_passed", "link_ended"}
    assert not Quote.objects.filter(link=guest.link).exists()


def test_a_link_of_the_first_round_quotes_no_more(officer, opened, vendors):
    opened.accepts_late_quotes = True
    opened.save()
    later = database_now() + timedelta(days=1)
    old = make_guest(opened, vendors[0], expires_at=later)
    begin_round(by=officer, tender=opened, terms=terms(vendors))

    with pytest.raises(PermissionRefusedError):
        stage_vendor_file(by=old, file=vendor_file())


@pytest.mark.django_db(transaction=True)
def test_two_officers_begin_a_round_at_once_and_one_does(
    officer, second, opened, vendors
):
    def begin(person):
        return lambda: begin_round(by=person, tender=opened, terms=terms(vendors))

    answers = together(begin(officer), begin(second))

    assert QuoteRound.objects.count() == 1
    assert [each for each in answers if isinstance(each, str)] == ["round_begun"]
