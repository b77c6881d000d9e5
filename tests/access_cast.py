"""One evaluation with all that an address can name, its cast, and how they ask."""

import logging
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from catalog.models import (
    Depot,
    InvitedVendor,
    RiskFlag,
    ServiceLevel,
    StagedQuote,
    Tender,
    TenderRate,
    Vendor,
    VendorLink,
    VendorStatement,
)
from catalog.services.agents import grant_agent_token
from procurement.accounts.models import ApiToken, User
from procurement.accounts.services.tokens import create_personal_token
from procurement.permissions import Role, Stage
from scoring.models import (
    Award,
    Cell,
    CriteriaTemplate,
    Decision,
    Report,
    Worksheet,
)
from scoring.selectors.worksheets.requests import token_of
from scoring.services.criteria_templates import content_of
from scoring.services.decisions import Proposal, freeze
from tests.access import RELEASED, Row
from tests.factories import (
    add_member,
    make_attachment,
    make_candidate,
    make_run_set,
    make_tender,
    make_user,
    make_vendor,
)
from tests.story import make_story

ORGANISATION_ROLES = {
    "finance": Role.FINANCE,
    "auditor": Role.AUDITOR,
    "editor": Role.CATALOGUE_EDITOR,
    "administrator": Role.ADMINISTRATOR,
}
SAMPLE = (
    Path(__file__).parents[1] / "catalog" / "data" / "samples" / "quote-example.xlsx"
)
DAY_SECONDS = 24 * 3600
"""So far ahead are the times of sessions and tokens, so that no request notes them."""

OPEN_WORKSHEETS = frozenset({Stage.SETUP, Stage.QUOTES, Stage.EVIDENCE, Stage.SCORING})


class Cast:
    """The people, their browsers, and the facts by which a row names things."""

    def __init__(self, *, is_frozen: bool = True) -> None:
        moment = "final" if is_frozen else "running"
        self.story = make_story(stage=Stage.DECISION, moment=moment)
        self.tender = self.story.tender
        self.people = _people(self)
        self.facts = _facts(self)
        self.decision = freeze_version(self) if is_frozen else None
        self.browsers = {name: _browser(user) for name, user in self.people.items()}
        self.browsers["nobody"] = Client(raise_request_exception=False)
        self.browsers["agent"] = _program(self.facts.pop("agent_secret"))
        for name in ("officer", "finance"):
            self.browsers[f"{name} by token"] = _program(_token_of(self.people[name]))

    @contextmanager
    def at(self, stage: Stage, prepared: str = ""):
        """Put the evaluation into a stage, until the end of the block."""
        with transaction.atomic():
            released = timezone.now() if stage in RELEASED else None
            Tender.objects.filter(pk=self.tender.pk).update(
                stage=stage, prices_released_at=released
            )
            self._decide(stage, prepared)
            locked = None if stage in OPEN_WORKSHEETS else timezone.now()
            Worksheet.objects.update(submitted_at=locked)
            if stage in {Stage.SETUP, Stage.QUOTES}:
                self.story.evaluation.criteria_versions.update(
                    locked_at=None, locked_by=None
                )
            yield
            transaction.set_rollback(True)

    def _decide(self, stage: Stage, prepared: str) -> None:
        if self.decision is None:
            return
        state = Decision.State.FINAL
        if prepared == "approved":
            state = Decision.State.APPROVED
        if stage == Stage.PUBLISHED:
            state = Decision.State.PUBLISHED
            Award.objects.create(
                decision=self.decision,
                candidate=self.story.candidates["D"],
                amount=Decimal("4999780.00"),
                currency="USD",
                tax_basis="net",
            )
        Decision.objects.filter(pk=self.decision.pk).update(state=state)

    def address(self, row: Row, **other: object) -> str:
        """The address of a row; ``other`` takes the place of facts."""
        facts = self.facts | other
        words = {word: facts[name] for word, name in row.words.items()}
        return reverse(row.name, kwargs=words) + (f"?{row.query}" if row.query else "")

    def ask(
        self, row: Row, person: str, address: str = "", *, method: str = "", **more: Any
    ) -> tuple[HttpResponseBase, Counter[str]]:
        """The answer and the tables that the request wrote to; all of it is undone."""
        browser = self.browsers[person]
        address = address or self.address(row)
        cookies = browser.cookies.copy()
        with transaction.atomic():
            before = rows_written()
            if row.method == "post" and not method:
                more = self._body(row, more.pop("headers", {})) | more
            answer = getattr(browser, method or row.method)(address, **more)
            streams = answer.streaming
            answer.body = b"".join(answer) if streams else answer.content
            written = rows_written() - before
            transaction.set_rollback(True)
        browser.cookies = cookies
        return answer, written

    def _body(self, row: Row, headers: Mapping[str, str]) -> dict[str, Any]:
        """What a POST sends: a form, or JSON to an operation."""
        if row.is_api:
            own = {name: str(self.facts[fact]) for name, fact in row.headers.items()}
            kind = "application/json"
            return {"data": "{}", "content_type": kind, "headers": {**headers, **own}}
        body = {name: self.facts[fact] for name, fact in row.body.items()}
        return {"data": body, "headers": headers}


@contextmanager
def one_cast(blocker: Any, **more: Any) -> Iterator[Cast]:
    """The cast for a whole module; nothing is kept, and thousands of lines not logged.

    ``blocker`` is pytest-django's.
    """
    logging.disable(logging.CRITICAL)
    try:
        with blocker.unblock(), transaction.atomic():
            yield Cast(**more)
            transaction.set_rollback(True)
    finally:
        logging.disable(logging.NOTSET)


def rows_written() -> Counter[str]:
    """Rows written in this transaction so far by table, those undone included."""
    with connection.cursor() as cursor:
        # As pg_stat_xact_user_tables adds up, without its counts of every index.
        cursor.execute(
            "select relname, rows from (select relname,"
            " pg_stat_get_xact_tuples_inserted(oid)"
            " + pg_stat_get_xact_tuples_updated(oid)"
            " + pg_stat_get_xact_tuples_deleted(oid) as rows"
            " from pg_class where relkind = 'r'"
            " and relnamespace = 'public'::regnamespace) as written where rows > 0"
        )
        return Counter(dict(cursor.fetchall()))


def _people(cast: Cast) -> dict[str, User]:
    story = cast.story
    people = {
        "officer": story.officer,
        "evaluator": story.evaluator,
        "recused": story.recused,
        "approver": story.approver,
        "observer": story.observer,
        "outsider": make_user("Otto Outsider"),
    }
    for name, role in ORGANISATION_ROLES.items():
        people[name] = make_user(f"{name.title()} Person", role)
    return people


def _browser(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    session = client.session
    session["started"] = session["seen"] = int(time.time()) + DAY_SECONDS
    session.save()
    return client


def _program(secret: str) -> Client:
    return Client(
        raise_request_exception=False, headers={"authorization": f"Bearer {secret}"}
    )


def _token_of(person: User) -> str:
    token, secret = create_personal_token(
        by=person,
        name="reads",
        scopes=[ApiToken.Scope.READ],
        expires_at=timezone.now() + timedelta(days=1),
    )
    ApiToken.objects.filter(pk=token.pk).update(last_used_at=token.expires_at)
    return secret


def freeze_version(cast: Cast) -> Decision:
    """Version 1 with its English PDF."""
    story = cast.story
    decision = freeze(
        by=story.officer, evaluation=story.evaluation, proposal=Proposal()
    )
    report = Report(
        decision=decision,
        language="en",
        requested_by=story.officer,
        finished_at=timezone.now(),
        sha256="0" * 64,
        pages=1,
        size_bytes=8,
    )
    report.file.save(f"{report.uuid}.pdf", ContentFile(b"%PDF-1.7"), save=True)
    return decision


def _over_and_open(tender: Tender, officer: User) -> int:
    """A second round to which nobody came."""
    now = timezone.now()
    row = tender.rounds.create(
        number=2,
        reason="Best and final offers",
        deadline=now - timedelta(hours=2),
        begun_by=officer,
        opened_at=now - timedelta(hours=1),
    )
    return row.number


def _facts(cast: Cast) -> dict[str, Any]:
    story, tender = cast.story, cast.tender
    cell = story.cell(story.evaluator, "1.2", "A")
    cell.state, cell.score, cell.comment = Cell.State.DECLINED, None, "Not my field."
    cell.save()
    candidate = story.candidates["A"]
    assert candidate.offer
    assert candidate.offer.sku
    run_set = make_run_set(candidate.offer.sku)
    run_set.upload.file.save("x.tar.gz", ContentFile(b"x"), save=True)
    tomorrow = timezone.now() + timedelta(days=1)
    own, _secret = create_personal_token(
        by=story.officer, name="mine", scopes=[ApiToken.Scope.READ], expires_at=tomorrow
    )
    agent, secret = grant_agent_token(
        by=story.officer,
        name="loan machine",
        skus=[candidate.offer.sku],
        tender=None,
        expires_at=tomorrow,
    )
    ApiToken.objects.update(last_used_at=tomorrow)
    quote = candidate.offer.quote
    quote.file.save("x.csv", ContentFile(b"a,b"), save=True)
    things = things_of(tender, story.officer, quote.vendor) | parts_of(quote.vendor)
    return things | {
        "vendor_slug": quote.vendor.slug,
        "sku_slug": candidate.offer.sku.slug,
        "gpu_slug": candidate.offer.sku.gpu.slug,
        "reference": tender.reference,
        "evaluation": tender.uuid,
        "member": story.evaluators["S. Rao"].uuid,
        "recused": story.recused.uuid,
        "recused_vendor": story.candidates["C"].vendor.slug,
        "quote": quote.uuid,
        "quote_attachment": make_attachment(quote=quote).uuid,
        "vendor_file": make_attachment(vendor=quote.vendor).uuid,
        "candidate": candidate.uuid,
        "round": _over_and_open(tender, story.officer),
        "criterion": "1.2",
        "any_criterion": "1.2",
        "declined": token_of(cell),
        "accept": "accept",
        "cell_version": cell.version,
        "curve": "1.1",
        "dimension": "2",
        "own_template": CriteriaTemplate.objects.create(
            name_en="Ours", content=content_of(story.version), created_by=story.officer
        ).uuid,
        "assumption": "tariff",
        "years": 4,
        "figure": "quality",
        "xlsx": "xlsx",
        "knock_out": "K2",
        "minutes": "2.1",
        "upload": run_set.upload.uuid,
        "run_set": run_set.uuid,
        "version": 1,
        "table": "ranking",
        "language": "en",
        "vendor": quote.vendor.uuid,
        "sku": candidate.offer.sku.uuid,
        "person": cast.people["outsider"].uuid,
        "filtered_list": "vendors",
        "own_filter": story.officer.saved_filters.create(
            of="vendors", name="mine", query="q=x"
        ).uuid,
        "own_token": own.uuid,
        "agent_token": agent.uuid,
        "agent_secret": secret,
    }


def parts_of(vendor: Vendor) -> dict[str, Any]:
    """What belongs to a vendor."""
    today = timezone.localdate()
    return {
        "service_level": ServiceLevel.objects.create(vendor=vendor, name="Gold").uuid,
        "contact": vendor.contacts.create(name="Ann").uuid,
        "depot": Depot.objects.create(vendor=vendor, city="Kassel", country="DE").uuid,
        "risk_flag": RiskFlag.objects.create(
            vendor=vendor, text="Late before", raised_on=today
        ).uuid,
    }


def things_of(tender: Tender, officer: User, vendor: Any) -> dict[str, Any]:
    """What a tender gets beside the story: a rate, an invitation, a waiting file."""
    TenderRate.objects.create(
        tender=tender,
        currency="CNY",
        rate=Decimal("0.14"),
        on=date(2026, 11, 25),
        source="ECB",
    )
    invitation = InvitedVendor.objects.create(tender=tender, vendor=vendor)
    now = timezone.now()
    link = VendorLink.objects.create(
        invitation=invitation,
        email="ann@example.com",
        digest=f"{tender.pk:064}",
        created_by=officer,
        expires_at=now + timedelta(days=1),
    )
    statement = VendorStatement.objects.create(
        tender=tender, vendor=vendor, link=link, received_at=now
    )
    staged = StagedQuote(
        tender=tender,
        uploaded_by=officer,
        received_at=timezone.now(),
        file_name=SAMPLE.name,
        file_sha256="0" * 64,
    )
    staged.file.save(SAMPLE.name, ContentFile(SAMPLE.read_bytes()), save=True)
    own = StagedQuote(
        tender=tender,
        uploaded_by=officer,
        received_at=timezone.now(),
        file_name="own.csv",
        file_sha256="1" * 64,
        is_own_sheet=True,
    )
    rows = f"Offer of {vendor.name}\nItem,Qty,Unit price\nServer,16,100.50\n"
    own.file.save("own.csv", ContentFile(rows.encode()), save=True)
    unanswered = InvitedVendor.objects.create(tender=tender, vendor=make_vendor())
    return {
        "currency": "CNY",
        "invited": vendor.slug,
        "unanswered": unanswered.vendor.slug,
        "staged": staged.uuid,
        "own_sheet": own.uuid,
        "statement": statement.uuid,
    }


def elsewhere(cast: Cast) -> dict[str, Any]:
    """The same kinds of things in another evaluation of the same people."""
    other = make_tender(officer=cast.story.officer)
    for person, role in (
        (cast.story.evaluator, Role.EVALUATOR),
        (cast.story.approver, Role.APPROVER),
    ):
        add_member(other, person, role)
    stranger = make_user("Sam Stranger")
    add_member(other, stranger, Role.EVALUATOR)
    candidate = make_candidate(other)
    facts = things_of(other, cast.story.officer, candidate.vendor)
    return {
        "member": stranger.uuid,
        "recused": stranger.uuid,
        "invited": candidate.vendor.slug,
        "unanswered": facts["unanswered"],
        "staged": facts["staged"],
        "own_sheet": facts["own_sheet"],
        "statement": facts["statement"],
        "quote": candidate.offer.quote.uuid,
        "candidate": candidate.uuid,
        "declined": "0" * 64,
        "version": 99,
        "currency": "GBP",
        "criterion": "9.9",
        "dimension": "9",
        "curve": "9.9",
        "assumption": "no_such_assumption",
        "knock_out": "9.9",
        "minutes": "9.9",
    }
