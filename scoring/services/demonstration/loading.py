"""Fill an empty database with the demonstration, or leave it alone."""

from collections.abc import Mapping
from typing import Final

from django.db import connection, transaction

from catalog.models import RunSet, ServerSku, Tender, Vendor
from catalog.services.openings import release_prices
from catalog.services.reference import load_reference_data
from procurement.accounts.models import Console, User
from procurement.clock import database_now
from scoring.models import Evaluation
from scoring.services.demonstration import costs, evidence, panel, quotes
from scoring.services.demonstration.benchmarks import run_benchmarks
from scoring.services.demonstration.catalogue import fill_catalogue
from scoring.services.demonstration.people import Login, make_people
from scoring.services.demonstration.scene import Plan, Scene
from scoring.services.demonstration.telling import telling

EDITOR: Final = "Edith Moreau"
RUNNING: Final = "EV-2026-014"
READY: Final = "EV-2026-015"
TITLE: Final = "AI training cluster, phase 2"
SCORES_DUE: Final = "2026-12-04T17:00"

type RunSets = Mapping[str, RunSet]
"""The measured run sets by the letters of the story."""


def load_demonstration(*, by: Console) -> list[Login] | None:
    """Make people, catalogue and both evaluations, all or nothing.

    Returns how each person signs in; None when the database holds anything of its own.
    """
    with transaction.atomic():
        _wait_for_others()
        if _is_in_use():
            return None
        if not ServerSku.objects.exists():
            load_reference_data(by=by)
        told = telling(database_now())
        logins = make_people(by=by, telling=told)
        people = {name: login.user for name, login in logins.items()}
        shelf = fill_catalogue(by=people[EDITOR], telling=told)
        scene = Scene(telling=told, people=people, shelf=shelf)
        run_sets = run_benchmarks(scene)
        _load_running(scene, run_sets)
        _load_ready(scene, run_sets)
    return list(logins.values())


def _wait_for_others() -> None:
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtext('demonstration'))")


def _is_in_use() -> bool:
    return any(model.objects.exists() for model in (User, Tender, Vendor))


def _load_running(scene: Scene, run_sets: RunSets) -> None:
    """The evaluation in the middle of scoring, its prices hidden from the panel."""
    due = scene.telling.moment(SCORES_DUE)
    plan = Plan(reference=RUNNING, title=TITLE, scores_deadline=due)
    evaluation = quotes.set_up(scene, plan)
    _prepare(scene, evaluation, run_sets, plan)
    panel.answer_some(scene, evaluation)


def _load_ready(scene: Scene, run_sets: RunSets) -> None:
    """The evaluation in which all is decided but the freeze."""
    title = f"{TITLE}: ready to freeze"
    plan = Plan(reference=READY, title=title, scores_deadline=None)
    evaluation = quotes.set_up(scene, plan)
    _prepare(scene, evaluation, run_sets, plan)
    panel.answer_all(scene, evaluation)
    release_prices(by=scene.officer, tender=evaluation.tender)
    panel.moderate(scene, evaluation)


def _prepare(
    scene: Scene, evaluation: Evaluation, run_sets: RunSets, plan: Plan
) -> None:
    quotes.take_quotes(scene, evaluation)
    quotes.admit(scene, evaluation, plan)
    evidence.attach(scene, evaluation, run_sets)
    costs.assume(scene, evaluation)
    panel.start_scoring(scene, evaluation)
