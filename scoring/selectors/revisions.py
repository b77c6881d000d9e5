"""What a later version of the criteria changes, and which answers it touches."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from procurement.templatetags.numbers import plain
from scoring.models import Cell, CriteriaVersion, Criterion, Evaluation

CURVE: Final = ("metric", "unit", "score_1_at", "score_5_at", "scale", "middle")
ASKED: Final = {
    Criterion.Kind.RUBRIC: ("help_en", "help_zh", "anchors_en", "anchors_zh"),
    Criterion.Kind.CURVE: CURVE,
    Criterion.Kind.KNOCK_OUT: ("help_en", "help_zh", "metric", "score_5_at"),
    Criterion.Kind.PRICE: (),
}
"""The fields that say what a criterion asks, by kind: answers are given to these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionChange:
    """One criterion before and after; an added or a removed one has one side only."""

    key: str
    before: Criterion | None
    after: Criterion | None

    @property
    def shown(self) -> Criterion | None:
        """The side that there is, the later one first."""
        return self.after or self.before

    @property
    def is_asked_anew(self) -> bool:
        """Whether what was answered must be confirmed: kind, anchors, curve, help."""
        if self.before is None or self.after is None:
            return False
        return asked(self.before) != asked(self.after)

    @property
    def words(self) -> list[str]:
        """What changes, in words."""
        if self.before is None:
            return [_("added")]
        if self.after is None:
            return [_("removed")]
        return [words for words, differs in self._differences() if differs]

    def _differences(self) -> Iterable[tuple[str, bool]]:
        before, after = self.before, self.after
        if before is None or after is None:
            return
        weights = {"from": plain(before.weight), "to": plain(after.weight)}
        yield _("weight %(from)s → %(to)s") % weights, before.weight != after.weight
        kinds = {"from": before.get_kind_display(), "to": after.get_kind_display()}
        yield _("kind %(from)s → %(to)s") % kinds, before.kind != after.kind
        yield _("what it asks"), _differ(before, after, ("help_en", "help_zh"))
        yield _("anchors"), _differ(before, after, ("anchors_en", "anchors_zh"))
        yield _("curve or limit"), _differ(before, after, CURVE)
        yield _("name"), _differ(before, after, ("name_en", "name_zh"))
        yield _("perspective"), _differ(before, after, ("perspective",))
        yield _("required datum"), _differ(before, after, ("is_required",))
        yield _("dimension"), _home(before) != _home(after)


def asked(criterion: Criterion) -> tuple[object, ...]:
    """What a criterion asks, as a value that can be compared."""
    fields = ASKED[Criterion.Kind(criterion.kind)]
    return (criterion.kind, *(getattr(criterion, name) for name in fields))


def _differ(before: Criterion, after: Criterion, names: Iterable[str]) -> bool:
    return any(getattr(before, name) != getattr(after, name) for name in names)


def _home(criterion: Criterion) -> str:
    return criterion.dimension.key if criterion.dimension else ""


def changes_between(
    before: CriteriaVersion, after: CriteriaVersion
) -> list[CriterionChange]:
    """Each criterion that differs, in the order of the later version."""
    old, new = _by_key(before), _by_key(after)
    keys = [*new, *(key for key in old if key not in new)]
    pairs = [
        CriterionChange(key=key, before=old.get(key), after=new.get(key))
        for key in keys
    ]
    return [pair for pair in pairs if pair.words]


def _by_key(version: CriteriaVersion) -> dict[str, Criterion]:
    rows = version.criteria.select_related("dimension").order_by("position")
    return {row.key: row for row in rows}


def previous_version(version: CriteriaVersion) -> CriteriaVersion | None:
    """The locked version that a later one was drafted from."""
    rows = CriteriaVersion.objects.filter(
        evaluation=version.evaluation_id, number__lt=version.number
    )
    return rows.filter(locked_at__isnull=False).order_by("-number").first()


def affected_cells(
    evaluation: Evaluation, changes: Iterable[CriterionChange]
) -> QuerySet[Cell]:
    """The answers that stand until now and would have to be confirmed again."""
    keys = [each.key for each in changes if each.is_asked_anew]
    answered = Cell.objects.filter(
        worksheet__evaluation=evaluation, criterion_key__in=keys
    ).exclude(state=Cell.State.NOT_SCORED)
    return answered.filter(awaits_confirmation=False)


def affected_counts(
    evaluation: Evaluation, changes: Iterable[CriterionChange]
) -> Mapping[str, int]:
    """How many answers are touched, by criterion."""
    cells = affected_cells(evaluation, changes)
    return Counter(cells.values_list("criterion_key", flat=True))


def earlier_versions(evaluation: Evaluation) -> list[CriteriaVersion]:
    """All versions, the newest first, with who drafted and who locked each."""
    rows = evaluation.criteria_versions.select_related("created_by", "locked_by")
    return list(rows.order_by("-number"))
