"""The figures behind the criteria that score themselves."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from catalog.models import Provenance, RunSet
from scoring.models import Evaluation
from scoring.services.demonstration.scene import Scene
from scoring.services.evidence import (
    Datum,
    attach_catalogue_data,
    attach_datum,
    attach_run_set,
)

TRAINING: Final = "2.1"
BANDWIDTH: Final = "2.2"


def attach(
    scene: Scene, evaluation: Evaluation, run_sets: Mapping[str, RunSet]
) -> None:
    """Attach what was measured, and what catalogue and quotes say."""
    for letter, candidate in scene.candidates(evaluation).items():
        attach_run_set(
            by=scene.officer,
            candidate=candidate,
            criterion_key=TRAINING,
            run_set=run_sets[letter],
        )
        attach_datum(
            by=scene.officer,
            candidate=candidate,
            criterion_key=BANDWIDTH,
            datum=_bandwidth(scene, letter),
        )
        attach_catalogue_data(by=scene.officer, candidate=candidate)


def _bandwidth(scene: Scene, letter: str) -> Datum:
    told = scene.telling.more["evidence"][BANDWIDTH]
    return Datum(
        value=Decimal(scene.telling.story["data"][BANDWIDTH][letter]),
        provenance=Provenance.MEASURED,
        source=told["source"],
        on=scene.telling.day(told["on"]),
    )
