"""The demonstration story as rows: tender, quotes, candidates, evidence, cells."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from catalog.models import (
    Declaration,
    PriceJustification,
    Quote,
    QuoteLine,
    Recusal,
    Tender,
)
from procurement.accounts.models import User
from procurement.clock import database_now
from procurement.permissions import Role, Stage
from scoring.models import (
    Assignment,
    Candidate,
    Cell,
    CostAssumption,
    CriteriaVersion,
    Criterion,
    Dimension,
    Evaluation,
    Evidence,
    KnockOutResult,
    Worksheet,
)
from scoring.selectors.criteria_templates import template
from tests.factories import (
    add_member,
    make_gpu,
    make_quote,
    make_sku,
    make_tender,
    make_user,
    make_vendor,
)

STORY = json.loads(
    (Path(__file__).parents[1] / "scoring" / "data" / "story.json").read_text("utf-8")
)
CATEGORIES = {
    "s3": "support",
    "s5": "support",
    "inst": "services",
    "train": "training",
    "ship": "freight",
    "spare": "spares",
}
YEARS = {"s3": (1, 3), "s5": (4, 5)}
ORIGINS = {
    "quoted": CostAssumption.Origin.QUOTED,
    "evaluation assumption": CostAssumption.Origin.ASSUMED,
    "catalogue default": CostAssumption.Origin.DEFAULT,
}
REVIEW = "Abnormally low and expired; a justification is asked for."
QUESTION = "What makes the price possible?"
COMMENT = "Seen in the offer."


@dataclass(kw_only=True)
class Story:
    """The rows of the story, by the letters and names that it uses."""

    tender: Tender
    evaluation: Evaluation
    version: CriteriaVersion
    officer: User
    second_officer: User
    approver: User
    observer: User
    evaluators: Mapping[str, User]
    candidates: Mapping[str, Candidate]

    @property
    def evaluator(self) -> User:
        """Chen Wei, who is recused from nobody."""
        return self.evaluators["Chen Wei"]

    @property
    def recused(self) -> User:
        """M. Okafor, recused from C, Inspur."""
        return self.evaluators["M. Okafor"]

    def worksheet(self, user: User) -> Worksheet:
        """The worksheet of an evaluator."""
        return self.evaluation.worksheets.get(evaluator=user)

    def cell(self, user: User, key: str, letter: str) -> Cell:
        """A stored cell of an evaluator."""
        return Cell.objects.get(
            worksheet__evaluator=user,
            worksheet__evaluation=self.evaluation,
            criterion_key=key,
            candidate=self.candidates[letter],
        )

    def letter(self, key: str) -> str:
        """The letter of a candidate by its primary key as text."""
        return {str(row.pk): name for name, row in self.candidates.items()}[key]


def make_story(
    *,
    stage: Stage = Stage.MODERATION,
    moment: str = "running",
    are_prices_released: bool | None = None,
    **fields: Any,
) -> Story:
    """Make the evaluation at a moment of the story: "running" or "final".

    All cells are answered; the worksheets are submitted once scoring is over, and the
    prices released with it unless said otherwise.
    """
    is_over = stage not in {Stage.SETUP, Stage.QUOTES, Stage.EVIDENCE, Stage.SCORING}
    released = is_over if are_prices_released is None else are_prices_released
    story = _cast(fields)
    _take_quotes(story, moment)
    _fill_worksheets(story, is_submitted=is_over)
    tender = story.tender
    tender.stage = stage
    tender.quote_deadline = database_now() - timedelta(days=10)
    tender.opened_at = tender.quote_deadline + timedelta(minutes=4)
    tender.prices_released_at = database_now() if released else None
    tender.save()
    return story


def _cast(fields: Mapping[str, Any]) -> Story:
    officer = make_user("Helena Brandt", Role.PROCUREMENT_OFFICER)
    tender = make_tender(
        officer=officer,
        **{
            "title": "AI training cluster, phase 2",
            "nodes": STORY["nodes"],
            "budget": Decimal(STORY["budget_usd_net"]),
            "is_sealed": True,
            "rates_frozen_on": date.fromisoformat(STORY["fx"]["frozen_on"]),
        }
        | dict(fields),
    )
    evaluation = tender.evaluation
    people = {
        role: make_user(name)
        for role, name in ((Role.APPROVER, "Marta Kowalska"), (Role.OBSERVER, "Olga"))
    }
    for role, user in people.items():
        add_member(tender, user, role)
    second = make_user("Liu Yang", Role.PROCUREMENT_OFFICER)
    add_member(tender, second, Role.OFFICER)
    evaluators = {name: make_user(name) for name in STORY["evaluators"]}
    for user in evaluators.values():
        add_member(tender, user, Role.EVALUATOR)
    version = _criteria(evaluation, officer)
    return Story(
        tender=tender,
        evaluation=evaluation,
        version=version,
        officer=officer,
        second_officer=second,
        approver=people[Role.APPROVER],
        observer=people[Role.OBSERVER],
        evaluators=evaluators,
        candidates={},
    )


def _criteria(evaluation: Evaluation, officer: User) -> CriteriaVersion:
    """The template's criteria; written in bulk, since many tests ask for them."""
    source = template("five_dimensions")
    version = CriteriaVersion.objects.create(
        evaluation=evaluation,
        number=1,
        created_by=officer,
        locked_by=officer,
        locked_at=database_now(),
    )
    dimensions = Dimension.objects.bulk_create(
        Dimension(version=version, position=position, **row)
        for position, row in enumerate(source["dimensions"], start=1)
    )
    by_key = {row.key: row for row in dimensions}
    Criterion.objects.bulk_create(
        Criterion(
            version=version,
            position=position,
            **(row | {"dimension": by_key.get(row["dimension"])}),
        )
        for position, row in enumerate(source["criteria"], start=1)
    )
    return version


def _take_quotes(story: Story, moment: str) -> None:
    gpus = {}
    for letter, bidder in STORY["bidders"].items():
        name = bidder["gpu"].removeprefix("8× ")
        if name not in gpus:
            gpus[name] = make_gpu(name=name, memory_gb=bidder["mem"] // 8)
        quote = _quote(story.tender, letter, bidder, gpus[name])
        story.candidates[letter] = _candidate(story, letter, quote, moment)
        if bidder["vendor"] == "Inspur":
            Recusal.objects.create(
                tender=story.tender,
                user=story.recused,
                vendor=quote.vendor,
                reason="Worked there until 2025.",
                recorded_by=story.officer,
            )
    _assume(story)
    _attach(story)


def _quote(tender: Tender, letter: str, bidder: Mapping[str, Any], gpu: Any) -> Quote:
    received = _at(f"2026 {bidder['recv']}", "%Y %d %b, %H:%M")
    quote = make_quote(
        tender,
        vendor=make_vendor(name=bidder["vendor"], slug=slugify(bidder["vendor"])[:6]),
        received_at=received,
        quoted_on=date(2026, 11, 20),
        valid_until=_at(bidder["valid"], "%d %b %Y").date(),
        delivery_weeks=bidder["lead"],
        vendor_reference=f"{bidder['vendor']} quote",
        offers=[
            {
                "name": bidder["sku"],
                "sku": make_sku(name=bidder["sku"], gpu=gpu),
                "nodes": STORY["nodes"],
                "gpus_per_node": STORY["gpus_per_node"],
                "gpu_name": gpu.name,
                "rack_units": bidder["u"],
                "lines": [],
            }
        ],
    )
    offer = quote.offers.get()
    QuoteLine.objects.bulk_create(
        QuoteLine(offer=offer, position=position, **_line(letter, row))
        for position, row in enumerate(STORY["lines"], start=1)
    )
    return quote


def _at(text: str, pattern: str) -> datetime:
    return datetime.strptime(text, pattern).replace(tzinfo=UTC)


def _line(letter: str, row: Mapping[str, Any]) -> dict[str, Any]:
    price = row["unit_price_usd_net"][letter]
    first, last = YEARS.get(row["key"], (None, None))
    return {
        "category": CATEGORIES.get(row["key"], row["group"].lower()).replace(
            "compute", "server"
        ),
        "key": row["key"],
        "label": row["label"],
        "unit": row["unit"],
        "quantity": row["quantity"],
        "unit_price": None if price is None else Decimal(price),
        "first_year": first,
        "last_year": last,
    }


def _candidate(story: Story, letter: str, quote: Quote, moment: str) -> Candidate:
    bidder = STORY["bidders"][letter]
    state = bidder["admission"][moment]
    notes = STORY["admission_notes"].get(letter, {"reason": ""})
    reason = {"admitted": "", "under_review": REVIEW}.get(state, notes["reason"])
    candidate = Candidate.objects.create(
        evaluation=story.evaluation,
        position=list(STORY["bidders"]).index(letter) + 1,
        label=bidder["short"],
        vendor=quote.vendor,
        offer=quote.offers.get(),
        admission=state,
        admission_reason=reason,
    )
    KnockOutResult.objects.bulk_create(
        KnockOutResult(
            candidate=candidate,
            criterion_key=key,
            is_passed=not (state == "knocked_out" and key == "K2"),
            reason_en="Checked.",
            decided_by=story.officer,
        )
        for key in ("K1", "K2", "K3", "K4")
    )
    if letter == "C":
        _ask(story, candidate, is_rejected=state == "rejected")
    return candidate


def _ask(story: Story, candidate: Candidate, *, is_rejected: bool) -> None:
    """The question to Inspur, asked days ago; over without an answer at the end."""
    now = database_now()
    due = now - timedelta(days=1) if is_rejected else now + timedelta(days=11)
    decided: dict[str, Any] = {}
    if is_rejected:
        decided = {
            "is_accepted": False,
            "reason": "No answer came.",
            "decided_by": story.officer,
            "decided_at": now,
        }
    PriceJustification.objects.create(
        offer=candidate.offer,
        question=QUESTION,
        asked_by=story.officer,
        asked_at=now - timedelta(days=7),
        due_at=due,
        **decided,
    )


def _assume(story: Story) -> None:
    assumed = STORY["tco_assumptions"]
    rows = [(None, row) for row in assumed["common"]]
    for letter, own in assumed["per_candidate"].items():
        rows += [
            (story.candidates[letter], row)
            for row in own["values"]
            if row["origin"] != "quoted"
        ]
    CostAssumption.objects.bulk_create(
        CostAssumption(
            evaluation=story.evaluation,
            candidate=candidate,
            key=row["key"],
            value=_number(row["value"]),
            unit=row["unit"],
            origin=ORIGINS[row["origin"]],
            source=row["source"],
            on=date.fromisoformat(row["date"]),
            replaces_value=_number(row["replaces_default"])
            if "replaces_default" in row
            else None,
            reason=row.get("reason", ""),
            changed_by=story.officer,
        )
        for candidate, row in rows
    )


def _number(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


def _attach(story: Story) -> None:
    units = {row["id"]: row["unit"] for row in STORY["criteria"]}
    Evidence.objects.bulk_create(
        Evidence(
            candidate=story.candidates[letter],
            criterion_key=key,
            value=Decimal(value),
            unit=units[key],
            provenance="measured",
            source="72 h stress test, own run",
            on=date(2026, 11, 24),
            attached_by=story.officer,
        )
        for key, row in STORY["data"].items()
        for letter, value in row.items()
    )


def _fill_worksheets(story: Story, *, is_submitted: bool) -> None:
    keys = list(
        story.version.criteria.filter(kind=Criterion.Kind.RUBRIC).values_list(
            "key", flat=True
        )
    )
    now = database_now()
    Assignment.objects.bulk_create(
        Assignment(evaluation=story.evaluation, evaluator=user, criterion_key=key)
        for user in story.evaluators.values()
        for key in keys
    )
    sheets = [
        Worksheet.objects.create(
            evaluation=story.evaluation,
            evaluator=user,
            submitted_at=now if is_submitted else None,
        )
        for user in story.evaluators.values()
    ]
    Declaration.objects.bulk_create(
        Declaration(
            tender=story.tender, user=user, vendor=row.vendor, has_conflict=False
        )
        for user in story.evaluators.values()
        for letter, row in story.candidates.items()
        if row.vendor is not None and (user, letter) != (story.recused, "C")
    )
    Cell.objects.bulk_create(
        _cell(story, sheet, (key, letter), mark)
        for key, row in STORY["cells"]["rows"].items()
        for letter, marks in row.items()
        for sheet, mark in zip(sheets, marks, strict=True)
        if mark != "r"
    )


def _cell(story: Story, sheet: Worksheet, place: tuple[str, str], mark: str) -> Cell:
    key, letter = place
    is_declined = mark == "d"
    return Cell(
        worksheet=sheet,
        candidate=story.candidates[letter],
        criterion_key=key,
        criteria_version=story.version,
        state=Cell.State.DECLINED if is_declined else Cell.State.SCORED,
        score=None if is_declined else int(mark),
        comment=COMMENT if mark in "15d" else "",
        decline_accepted_at=database_now() if is_declined else None,
    )
