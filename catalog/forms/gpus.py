"""The filters of the GPU table."""

from typing import Any, ClassVar, Final, override

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_lazy as _

from catalog.forms.filters import Filters, marks
from catalog.models import GpuModel, Manufacturer
from catalog.selectors.gpus import SORTS, ordered_gpus
from catalog.selectors.ordering import alphabetical
from catalog.services.gpus import GPU_COLUMNS

MEMORY: Final = ("24", "48", "80", "141", "192")


class GpuForm(forms.ModelForm[GpuModel]):
    """A GPU model with its sourced figures; its maker may be a new one."""

    manufacturer = forms.ModelChoiceField(
        label=_("Maker"),
        queryset=Manufacturer.objects.order_by(alphabetical("name"), "id"),
        to_field_name="slug",
        required=False,
    )
    new_manufacturer = forms.CharField(
        label=_("or a maker that is not in the list"), max_length=120, required=False
    )

    class Meta:
        model = GpuModel
        fields = GPU_COLUMNS
        widgets = {
            "source": forms.Textarea(attrs={"rows": 2}),
            "notes": forms.Textarea(attrs={"rows": 2}),
        }
        help_texts = {"source": _("Several are parted by semicolons.")}

    field_order = ("name", "manufacturer", "new_manufacturer")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["source"].required = True
        if self.instance.pk:
            # The choices are named by slugs, so the row itself is the initial.
            self.initial["manufacturer"] = self.instance.manufacturer

    @override
    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not values.get("manufacturer") and not values.get("new_manufacturer"):
            self.add_error("manufacturer", _("Choose the maker, or name a new one."))
        return values

    @property
    def values(self) -> dict[str, Any]:
        """The columns as typed, without a maker where a new one is named."""
        values = {name: self.cleaned_data[name] for name in GPU_COLUMNS}
        if self.new_maker:
            del values["manufacturer"]
        return values

    @property
    def new_maker(self) -> str:
        """The name of a maker that is not in the list; a chosen one goes first."""
        if self.cleaned_data["manufacturer"]:
            return ""
        return str(self.cleaned_data["new_manufacturer"])


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
