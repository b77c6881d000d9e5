"""Which version of the criteria holds."""

from django.utils.translation import gettext as _

from procurement.errors import RuleBrokenError
from scoring.models import CriteriaVersion, Evaluation


def draft_revision(evaluation: Evaluation) -> CriteriaVersion | None:
    """The draft of a later version, beside the locked one that holds."""
    return evaluation.criteria_versions.filter(number__gt=1, locked_at=None).first()


def current_version(evaluation: Evaluation) -> CriteriaVersion:
    """The newest locked version, or the draft while none is locked."""
    versions = evaluation.criteria_versions.order_by("-number")
    locked = versions.filter(locked_at__isnull=False).first()
    version = locked or versions.first()
    if version is None:
        raise RuleBrokenError(
            _("This evaluation has no criteria yet; choose a template first."),
            "criteria_missing",
        )
    return version
