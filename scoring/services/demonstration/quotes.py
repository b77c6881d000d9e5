"""Set an evaluation up, take its quotes in, open them, admit the candidates."""

from decimal import Decimal, InvalidOperation

from catalog.services.invitations import invite_vendor
from catalog.services.members import add_member
from catalog.services.quote_files import import_quote
from catalog.services.quote_terms import ImportChoices
from catalog.services.rates import freeze_catalogue_rates
from catalog.services.recusals import record_recusal
from catalog.services.tenders import TenderIdentity, TenderTerms
from procurement.permissions import Role, Stage
from scoring.models import Candidate, Evaluation
from scoring.services.admissions import decide_admission
from scoring.services.assignments import assign_all
from scoring.services.candidates import take_offers
from scoring.services.demonstration.scene import Plan, Scene
from scoring.services.evaluations import create_evaluation, edit_policy
from scoring.services.justifications import Question, ask_justification
from scoring.services.knock_outs import Verdict, decide_knock_out
from scoring.services.openings import turn_key
from scoring.services.stages import move_stage

TEMPLATE = "five_dimensions"
DEADLINE = "2026-11-20T12:00"


def set_up(scene: Scene, plan: Plan) -> Evaluation:
    """Create the evaluation, fix its rules, name the panel, ask for quotes."""
    told, officer = scene.telling, scene.officer
    evaluation = create_evaluation(
        by=officer,
        terms=TenderTerms(
            title=plan.title,
            currency="USD",
            nodes=told.story["nodes"],
            quote_deadline=told.moment(DEADLINE),
            budget=Decimal(told.story["budget_usd_net"]),
            scores_deadline=plan.scores_deadline,
            time_zone=told.zone.key,
            is_sealed=True,
            hides_prices=True,
            accepts_late_quotes=True,
        ),
        template=TEMPLATE,
        identity=TenderIdentity(reference=plan.reference, is_invented=True),
    )
    policy = {name: _value(text) for name, text in told.more["policy"].items()}
    evaluation = edit_policy(by=officer, evaluation=evaluation, changes=policy)
    tender = evaluation.tender
    for vendor in scene.shelf.vendors.values():
        invite_vendor(by=officer, tender=tender, vendor=vendor)
    freeze_catalogue_rates(
        by=officer, tender=tender, on=told.day(told.story["fx"]["frozen_on"])
    )
    _name_panel(scene, evaluation)
    move_stage(by=officer, evaluation=evaluation, to=Stage.QUOTES)
    return evaluation


def _value(text: str) -> str | Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


def _name_panel(scene: Scene, evaluation: Evaluation) -> None:
    told, officer = scene.telling.more, scene.officer
    for role, names in told["panel"].items():
        for name in names:
            add_member(
                by=officer,
                tender=evaluation.tender,
                user=scene.people[name],
                role=Role(role),
            )
    recusal = told["recusal"]
    record_recusal(
        by=officer,
        tender=evaluation.tender,
        user=scene.people[recusal["evaluator"]],
        vendor=scene.shelf.vendors[recusal["bidder"]],
        reason=recusal["reason"],
    )
    assign_all(by=officer, evaluation=evaluation)


def take_quotes(scene: Scene, evaluation: Evaluation) -> None:
    """Import the six files, sealed, each received when the story says; open them."""
    told, officer, tender = scene.telling, scene.officer, evaluation.tender
    for letter in sorted(told.letters, key=told.received_at):
        server = scene.shelf.servers[letter]
        import_quote(
            by=officer,
            tender=tender,
            file=told.quote_file(letter, tender.reference),
            choices=ImportChoices(
                vendor=scene.shelf.vendors[letter],
                skus={told.story["bidders"][letter]["sku"]: server},
            ),
            received_at=told.received_at(letter),
        )
    move_stage(by=officer, evaluation=evaluation, to=Stage.EVIDENCE)
    for person in (officer, scene.second_officer):
        turn_key(by=person, evaluation=evaluation)
    take_offers(by=officer, evaluation=evaluation)


def admit(scene: Scene, evaluation: Evaluation, plan: Plan) -> None:
    """Decide the knock-outs; the late offer fails one, the lowest is under review."""
    told, states = scene.telling.more, Candidate.Admission
    failed = told["failed"]
    candidates = scene.candidates(evaluation)
    # What is late takes no part; this one is examined with its flag.
    decide(scene, candidates[failed["bidder"]], states.UNDER_REVIEW, reason="late")
    for letter, candidate in candidates.items():
        for key, reason in told["knock_outs"].items():
            is_failed = (letter, key) == (failed["bidder"], failed["key"])
            decide_knock_out(
                by=scene.officer,
                candidate=candidate,
                criterion_key=key,
                verdict=Verdict(
                    is_passed=not is_failed,
                    **(failed["reason"] if is_failed else reason),
                ),
            )
    lowest = candidates[told["under_review"]]
    decide(scene, lowest, states.UNDER_REVIEW)
    _ask(scene, lowest, plan)


def _ask(scene: Scene, candidate: Candidate, plan: Plan) -> None:
    """Ask the vendor of the lowest bid what makes its price possible."""
    told = scene.telling.more["justification"]
    due = told["due" if plan.scores_deadline else "due_before_decision"]
    ask_justification(
        by=scene.officer,
        candidate=candidate,
        question=Question(
            text=told["question"],
            asked_at=scene.telling.moment(told["asked"]),
            due_at=scene.telling.moment(due),
        ),
    )


def decide(
    scene: Scene, candidate: Candidate, admission: Candidate.Admission, reason: str = ""
) -> None:
    """Decide an admission with the reason that is told for it."""
    told = scene.telling.more["admissions"][reason or admission]
    decide_admission(by=scene.officer, candidate=candidate, admission=admission, **told)
