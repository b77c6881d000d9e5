"""The filters of the GPU table."""

from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_lazy as _

from catalog.forms.filters import Filters, marks
from catalog.models import GpuModel
from catalog.selectors.gpus import SORTS, ordered_gpus

MEMORY: Final = ("24", "48", "80", "141", "192")


class GpuFilters(Filters):
    """Maker, architecture, memory, precision, mark, and the order."""

    searched: ClassVar[tuple[str, ...]] = ("name",)
    columns: ClassVar[dict[str, str]] = {
        "maker": "manufacturer__name",
        "architecture": "architecture",
        "mark": "verification",
        "memory": "memory_gb__gte",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = GpuModel.objects.all()
        self.choose_present("maker", _("All makers"), rows)
        self.choose_present("architecture", _("All architectures"), rows)
        sizes = [
            (size, gettext("%(size)s GB or more") % {"size": size}) for size in MEMORY
        ]
        self.choose("memory", _("Any memory"), sizes)
        precisions = [("fp8", _("FP8 published")), ("fp4", _("FP4 published"))]
        self.choose("precision", _("Any precision"), precisions)
        self.choose("mark", _("Any verification"), marks())
        self.choose("sort", _("By maker, newest first"), list(SORTS.items())[1:])

    @property
    def gpus(self) -> QuerySet[GpuModel]:
        """The models that match, in the chosen order."""
        sort = self.data.get("sort", "")
        rows = self.found(ordered_gpus(sort))
        precision = self.cleaned_data.get("precision") if self.is_valid() else ""
        if precision:
            rows = rows.filter(**{f"{precision}_dense_tflops__isnull": False})
        return rows
