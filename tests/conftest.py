"""One person per role, named for it; each test reads as a story about them."""

from decimal import Decimal

import pytest
from django.test import Client
from hypothesis import HealthCheck, settings

# Views are imported with the addresses: here, while the lines that run are traced.
import procurement.urls  # noqa: F401
from catalog.models import Tender
from procurement.accounts.models import User
from procurement.permissions import Role, Stage
from scoring.models import Award, Decision
from scoring.services.decisions import Proposal, freeze
from tests.factories import add_member, make_tender, make_user
from tests.story import Story, make_story
from tests.workers import idle_worker, worker, worker_environment

__all__ = ["idle_worker", "worker", "worker_environment"]

# A slow or busy machine is no counterexample: only a wrong answer fails a law.
settings.register_profile(
    "suite", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")


@pytest.fixture
def officer(db) -> User:
    """Prepares evaluations; holds the officer's role in ``tender``."""
    return make_user("Helena Brandt", Role.PROCUREMENT_OFFICER)


@pytest.fixture
def second_officer(db) -> User:
    """The other officer of ``tender``: dual control needs two."""
    return make_user("Liu Yang", Role.PROCUREMENT_OFFICER)


@pytest.fixture
def evaluator(db) -> User:
    """Scores in ``tender``."""
    return make_user("Chen Wei")


@pytest.fixture
def second_evaluator(db) -> User:
    """Scores in ``tender`` too."""
    return make_user("Mary Okafor")


@pytest.fixture
def approver(db) -> User:
    """Approves in ``tender``."""
    return make_user("Marta Kowalska")


@pytest.fixture
def observer(db) -> User:
    """Reads in ``tender``."""
    return make_user("Olga Observer")


@pytest.fixture
def finance(db) -> User:
    """Reads published awards."""
    return make_user("Felix Finance", Role.FINANCE)


@pytest.fixture
def auditor(db) -> User:
    """Reads all of ended evaluations."""
    return make_user("Ada Auditor", Role.AUDITOR)


@pytest.fixture
def editor(db) -> User:
    """Keeps the catalogue."""
    return make_user("Edith Editor", Role.CATALOGUE_EDITOR)


@pytest.fixture
def administrator(db) -> User:
    """Keeps the people."""
    return make_user("Adam Administrator", Role.ADMINISTRATOR)


@pytest.fixture
def outsider(db) -> User:
    """A member of the organisation without any role."""
    return make_user("Otto Outsider")


@pytest.fixture
def tender(
    officer, second_officer, evaluator, second_evaluator, approver, observer
) -> Tender:
    """An evaluation in set-up, with its whole cast."""
    made = make_tender(officer=officer, title="AI training cluster, phase 2")
    add_member(made, second_officer, Role.OFFICER)
    for person in (evaluator, second_evaluator):
        add_member(made, person, Role.EVALUATOR)
    add_member(made, approver, Role.APPROVER)
    add_member(made, observer, Role.OBSERVER)
    return made


@pytest.fixture
def story(db) -> Story:
    """The demonstration story in moderation; see ``tests/story.py``."""
    return make_story()


@pytest.fixture
def published(db) -> Story:
    """The story's final version, published; its award is HPE's."""
    made = make_story(stage=Stage.DECISION, moment="final")
    decision = freeze(by=made.officer, evaluation=made.evaluation, proposal=Proposal())
    Decision.objects.filter(pk=decision.pk).update(state=Decision.State.PUBLISHED)
    made.tender.stage = Stage.PUBLISHED
    made.tender.save()
    Award.objects.create(
        decision=decision,
        candidate=made.candidates["D"],
        amount=Decimal("4999780.00"),
        currency="USD",
        tax_basis="net",
    )
    return made


@pytest.fixture
def signed_in():
    """Make a browser in which a person is signed in."""

    def browser(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return browser
