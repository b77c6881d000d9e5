"""The names of what a robustness document speaks of, in the reader's language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from procurement.punctuation import listed
from scoring.selectors.rankings.results import Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Candidates, dimensions and criteria by key; an unknown one is its key."""

    candidates: Mapping[str, str]
    dimensions: Mapping[str, str]
    criteria: Mapping[str, str]

    def candidate(self, key: str) -> str:
        """Name a candidate."""
        return self.candidates.get(key, key)

    def listed(self, keys: Iterable[str]) -> str:
        """Name candidates one after the other."""
        return listed(self.candidate(key) for key in keys)

    def node(self, key: str, *, is_dimension: bool) -> str:
        """Name a dimension, or a criterion with its key."""
        return (
            self.dimensions.get(key, key)
            if is_dimension
            else f"{key} {self.criteria.get(key, '')}".strip()
        )


def names_of(ranking: Ranking) -> Names:
    """Name everything as the ranking page does."""
    criteria = ranking.matrix.criteria
    return Names(
        candidates={str(row.uuid): row.label for row in ranking.matrix.candidates},
        dimensions={
            row.dimension.key: row.dimension.name
            for row in criteria
            if row.dimension is not None
        },
        criteria={row.key: row.name for row in criteria},
    )
