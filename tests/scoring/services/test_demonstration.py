"""The demonstration gives the figures of the story, by the rules, and only once."""

import re
from collections import Counter
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction

from catalog.imports.demo_quotes import SAMPLES
from catalog.models import BenchmarkUpload, Quote, Telemetry, Tender, Vendor
from procurement.accounts.models import User
from procurement.accounts.services.sign_in import sign_in
from procurement.audit.models import AuditEntry
from procurement.audit.verifying import verify_all
from procurement.outbox.models import Job
from procurement.permissions import Role, Stage
from scoring.models import Cell, Evaluation, Evidence
from scoring.selectors.rankings.results import Ranking, ranking_of
from scoring.services.demonstration.telling import telling
from tests.story import STORY

pytestmark = pytest.mark.django_db

TOLERANCE = Fraction(1, 10**9)
FINAL = STORY["expected"]["final_v3"]
LETTERS = {row["vendor"]: letter for letter, row in STORY["bidders"].items()}
LOGIN = re.compile(r"^  (\S+@example\.org) +(\S+)  (.+): .+$", re.MULTILINE)


@pytest.fixture(scope="module")
def said(django_db_setup, django_db_blocker):
    """What the command printed; it runs once, and is taken back after the module."""
    printed = StringIO()
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("load_demonstration", stdout=printed)
        yield printed.getvalue()
        transaction.set_rollback(True)


@pytest.fixture
def running(said) -> Evaluation:
    """The evaluation in the middle of scoring."""
    return evaluation("EV-2026-014")


@pytest.fixture
def ready(said) -> Evaluation:
    """The evaluation that is ready to freeze."""
    return evaluation("EV-2026-015")


def evaluation(reference: str) -> Evaluation:
    return Evaluation.objects.select_related("tender").get(tender__reference=reference)


def letters(ranking: Ranking) -> dict[str, str]:
    return {str(row.pk): LETTERS[row.vendor.name] for row in ranking.matrix.candidates}


def test_the_ready_evaluation_ranks_as_the_story_ends(ready):
    ranking = ranking_of(ready)

    names = letters(ranking)
    shares = {
        f"{own.criterion.key}|{names[row.key]}": own.share
        for row in ranking.result.ranked
        for own in row.criteria
    }
    totals = {names[row.key]: row.total for row in ranking.result.ranked}
    assert list(totals) == FINAL["order"]
    assert off(totals, FINAL["totals"]) == {}
    assert off(shares, FINAL["shares"]) == {}
    assert off({"lead": ranking.result.lead}, {"lead": FINAL["lead"]["points"]}) == {}


def off(actual, expected) -> dict[str, float]:
    assert actual.keys() == expected.keys()
    return {
        key: float(value)
        for key, value in actual.items()
        if abs(value - Fraction(Decimal(expected[key]))) > TOLERANCE
    }


def test_nothing_keeps_the_ready_evaluation_from_its_final_version(ready):
    result = ranking_of(ready).result

    admissions = dict(ready.candidates.values_list("vendor__name", "admission"))
    assert ready.tender.stage == Stage.DECISION
    assert result.publication_blocks == ()
    assert (result.completeness.required, result.completeness.scored) == (191, 191)
    assert admissions["Inspur"] == "rejected"
    assert admissions["Lenovo"] == "knocked_out"


def test_the_running_evaluation_stands_where_the_story_counts_it(running):
    counted = Cell.objects.filter(worksheet__evaluation=running).values_list(
        "worksheet__evaluator__name", "candidate__vendor__name"
    )

    found: dict[str, dict[str, int]] = {}
    for (person, vendor), cells in Counter(counted).items():
        found.setdefault(person, {})[LETTERS[vendor]] = cells
    assert found == STORY["answered_on_2026_11_30"]
    assert running.tender.stage == Stage.SCORING
    submitted = running.worksheets.exclude(submitted_at=None)
    assert [row.evaluator.name for row in submitted] == ["Chen Wei"]


def test_the_prices_of_the_running_evaluation_are_hidden_from_its_panel(running):
    evaluator = User.objects.get(name="J. Lindqvist")
    officer = User.objects.get(name="Helena Brandt")

    quotes = Quote.objects.filter(tender=running.tender)

    assert running.tender.is_sealed
    assert running.tender.is_open
    assert running.tender.waits_for_release
    assert quotes.visible_to(evaluator).count() == 0
    assert quotes.visible_to(officer).count() == 6


def test_only_the_quote_of_the_story_is_late(running):
    quotes = Quote.objects.filter(tender=running.tender).order_by("received_at")

    late = [row.vendor.name for row in quotes if row.lateness == "late"]
    assert late == ["Lenovo"]
    assert [LETTERS[row.vendor.name] for row in quotes] == list("CABDEF")
    lenovo = quotes.get(vendor__name="Lenovo")
    delay = lenovo.received_at - running.tender.quote_deadline
    assert delay == timedelta(hours=2, minutes=14)


def test_every_chain_of_the_audit_holds_and_names_people(running, ready):
    verdicts = verify_all()

    assert len(verdicts) == 5
    assert [verdict.fault for verdict in verdicts] == [None] * 5
    cells = AuditEntry.objects.filter(action="cell_saved")
    assert cells.count() == Cell.objects.count() == 166 + 228
    assert {row.actor_name for row in cells} == set(STORY["evaluators"])


def test_each_printed_password_opens_the_door_and_is_told_once(said):
    logins = LOGIN.findall(said)

    assert len(logins) == User.objects.count() == 13
    for email, password, name in logins:
        assert sign_in(email=email, password=password, address="203.0.113.7") == (
            User.objects.get(name=name, one_time_until=None)
        )
    assert not any(
        password in str(row.details)
        for row in AuditEntry.objects.all()
        for _email, password, _name in logins
    )


def test_there_is_one_person_for_each_role(ready):
    organisation = {
        role for user in User.objects.all() for role in user.organisation_roles
    }
    inside = set(ready.tender.members.values_list("role", flat=True))

    assert organisation | {Role(role) for role in inside} == set(Role) - {
        Role.AGENT,
        Role.OFFER_READER,
        Role.PRICE_READER,
    }


def test_the_training_times_come_out_of_uploaded_logs(running, ready):
    found = Evidence.objects.filter(criterion_key="2.1").select_related(
        "run_set__upload", "candidate__vendor"
    )

    assert len(found) == 12
    for row in found:
        told = STORY["data"]["2.1"][LETTERS[row.candidate.vendor.name]]
        assert row.value == row.run_set.score_minutes == Decimal(told)
        assert row.run_set.is_official
    uploads = BenchmarkUpload.objects.all()
    assert [upload.job.state for upload in uploads] == [Job.State.DONE] * 6
    assert Telemetry.objects.count() == 6


def test_whatever_is_invented_says_so(said):
    assert set(BenchmarkUpload.objects.values_list("is_invented", flat=True)) == {True}
    assert set(Tender.objects.values_list("is_invented", flat=True)) == {True}
    assert set(Vendor.objects.values_list("is_invented", flat=True)) == {True}


def test_a_second_run_does_nothing_and_says_so(said):
    printed = StringIO()
    before = AuditEntry.objects.count(), User.objects.count()

    call_command("load_demonstration", stdout=printed)

    assert printed.getvalue() == (
        "The database is in use: no demonstration was loaded. "
        "A new one-time password is given by: .venv/bin/python -m procurement.embedded "
        "run -- .venv/bin/python manage.py give_password E-MAIL\n"
    )
    assert (AuditEntry.objects.count(), User.objects.count()) == before


def test_its_files_are_the_shipped_samples_on_the_day_of_the_story():
    told = telling(datetime.fromisoformat("2026-11-30T12:00+01:00"))

    files = [told.quote_file(letter, "EV-2026-014") for letter in told.letters]

    for file in files:
        assert file.content == (SAMPLES / "quotes" / file.name).read_bytes()


def test_its_dates_move_with_the_day_on_which_it_is_loaded():
    told = telling(datetime.fromisoformat("2027-03-01T23:30+00:00"))

    assert told.days == 92
    assert told.day("2026-11-30") == date(2027, 3, 2)
    assert told.moment("2026-12-04T17:00").isoformat() == "2027-03-06T17:00:00+01:00"
