"""Who and what the two evaluations are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from procurement.accounts.models import User
from procurement.permissions import Role
from scoring.models import Candidate, Evaluation
from scoring.services.demonstration.catalogue import Shelf
from scoring.services.demonstration.telling import Telling


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The people by name, the catalogue by letter, and the story."""

    telling: Telling
    people: Mapping[str, User]
    shelf: Shelf

    @property
    def officer(self) -> User:
        """Who prepares both evaluations."""
        return self.people["Helena Brandt"]

    @property
    def second_officer(self) -> User:
        """Whose key opens the quotes together with the officer's."""
        return self.people["Liu Yang"]

    @property
    def evaluators(self) -> Sequence[User]:
        """The panel in the order in which the story gives its scores."""
        names = self.telling.more["panel"][Role.EVALUATOR]
        return [self.people[name] for name in names]

    def candidates(self, evaluation: Evaluation) -> Mapping[str, Candidate]:
        """The candidates of an evaluation by letter."""
        rows = evaluation.candidates.select_related("vendor", "evaluation__tender")
        by_vendor = {row.vendor_id: row for row in rows}
        return {
            letter: by_vendor[vendor.pk]
            for letter, vendor in self.shelf.vendors.items()
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What tells the two evaluations apart."""

    reference: str
    title: str
    scores_deadline: datetime | None
