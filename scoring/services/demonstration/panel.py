"""What the panel says: cells with comments, submissions, and the moderation."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from catalog.services.declarations import Statement, declare
from procurement.accounts.models import User
from procurement.permissions import Stage
from scoring.models import Cell, Criterion, Evaluation
from scoring.selectors.versions import current_version
from scoring.selectors.worksheets.declarations import asked_vendors
from scoring.selectors.worksheets.owing import needs_comment, open_cells
from scoring.services.cell_requests import accept_decline
from scoring.services.demonstration.scene import Scene
from scoring.services.justifications import (
    Verdict as PriceVerdict,
    decide_justification,
)
from scoring.services.moderation import Verdict, set_consensus
from scoring.services.stages import move_stage
from scoring.services.worksheets import Answer, save_cell, submit_worksheet

DECLINED: Final = "d"
RECUSED: Final = "r"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What the story lets a person say in one cell: a score, or that they decline."""

    key: str
    letter: str
    mark: str
    comment: str = ""

    @property
    def state(self) -> Cell.State:
        """The state of the cell."""
        is_declined = self.mark == DECLINED
        return Cell.State.DECLINED if is_declined else Cell.State.SCORED

    @property
    def score(self) -> int | None:
        """The score, where there is one."""
        return None if self.mark == DECLINED else int(self.mark)


def start_scoring(scene: Scene, evaluation: Evaluation) -> None:
    """Open the worksheets; nobody has a conflict that the officers do not know of."""
    move_stage(by=scene.officer, evaluation=evaluation, to=Stage.SCORING)
    for person in scene.evaluators:
        asked = asked_vendors(evaluation, person)
        tender = evaluation.tender
        declare(by=person, tender=tender, said=dict.fromkeys(asked, Statement()))


def answer_some(scene: Scene, evaluation: Evaluation) -> None:
    """Answer so many cells as the story counts on its day; submit what is complete.

    Some people have still to write the comments that are due.
    """
    silent = scene.telling.more["without_comments"]
    for person in scene.evaluators:
        marks = list(_first(scene, person, _marks(scene, evaluation, person)))
        if person.name in silent:
            marks = [_without_comment(mark) for mark in marks]
        _answer(scene, evaluation, person, marks)
        if not open_cells(evaluation.worksheets.get(evaluator=person)):
            submit_worksheet(by=person, evaluation=evaluation)


def answer_all(scene: Scene, evaluation: Evaluation) -> None:
    """Answer every cell, with its comment; accept what is declined; submit."""
    for person in scene.evaluators:
        _answer(scene, evaluation, person, _marks(scene, evaluation, person))
        submit_worksheet(by=person, evaluation=evaluation)
    declined = Cell.objects.filter(
        worksheet__evaluation=evaluation, state=Cell.State.DECLINED
    )
    for cell in declined.select_related("worksheet__evaluation__tender"):
        accept_decline(by=scene.officer, cell=cell, seen_version=cell.version)


def moderate(scene: Scene, evaluation: Evaluation) -> None:
    """Keep the mean of each cell that lies far apart, with the panel's reason."""
    move_stage(by=scene.officer, evaluation=evaluation, to=Stage.MODERATION)
    candidates = scene.candidates(evaluation)
    for place, reason in scene.telling.more["moderation"].items():
        key, letter = place.split("|")
        set_consensus(
            by=scene.officer,
            candidate=candidates[letter],
            criterion_key=key,
            verdict=Verdict(value=None, reason=reason),
        )
    lowest = candidates[scene.telling.more["under_review"]]
    told = scene.telling.more["admissions"]["rejected"]
    decide_justification(
        by=scene.officer,
        candidate=lowest,
        verdict=PriceVerdict(is_accepted=False, **told),
    )
    move_stage(by=scene.officer, evaluation=evaluation, to=Stage.DECISION)


def _answer(
    scene: Scene, evaluation: Evaluation, person: User, marks: Iterable[Mark]
) -> None:
    candidates = scene.candidates(evaluation)
    for mark in marks:
        save_cell(
            by=person,
            candidate=candidates[mark.letter],
            criterion_key=mark.key,
            answer=Answer(state=mark.state, score=mark.score, comment=mark.comment),
        )


def _marks(scene: Scene, evaluation: Evaluation, person: User) -> Iterator[Mark]:
    """All marks of a person, criterion by criterion, with the comments that are due."""
    index = list(scene.evaluators).index(person)
    told: Mapping[str, list[str]] = scene.telling.more["comments"]
    anchors = _anchors(evaluation)
    for key, row in scene.telling.story["cells"]["rows"].items():
        for letter, marks in row.items():
            if marks[index] == RECUSED:
                continue
            mark = Mark(key=key, letter=letter, mark=marks[index])
            said = told.get(f"{key}|{letter}")
            comment = said[index] if said else ""
            yield replace(mark, comment=comment or _comment(mark, anchors[key]))


def _anchors(evaluation: Evaluation) -> Mapping[str, list[str]]:
    rubric = current_version(evaluation).criteria.filter(kind=Criterion.Kind.RUBRIC)
    return dict(rubric.values_list("key", "anchors_en"))


def _comment(mark: Mark, anchors: list[str]) -> str:
    if mark.score is None or not needs_comment(mark.state, mark.score):
        return ""
    return f"As anchor {mark.score} says: {anchors[mark.score - 1]}."


def _first(scene: Scene, person: User, marks: Iterable[Mark]) -> Iterator[Mark]:
    """The first marks of each bidder, so many as the story counts on its day."""
    left: dict[str, int] = dict(
        scene.telling.story["answered_on_2026_11_30"][person.name]
    )
    for mark in marks:
        if left.get(mark.letter, 0) > 0:
            left[mark.letter] -= 1
            yield mark


def _without_comment(mark: Mark) -> Mark:
    return mark if mark.mark == DECLINED else replace(mark, comment="")
