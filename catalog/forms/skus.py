"""What an editor types of a server, and the filters of the list."""

from typing import Any, ClassVar, override

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.filters import Filters, marks
from catalog.models import GpuModel, Manufacturer, ServerSku
from catalog.selectors.ordering import alphabetical
from catalog.services.skus import SKU_COLUMNS


class SkuFilters(Filters):
    """A name, the maker, and the mark of verification."""

    searched: ClassVar[tuple[str, ...]] = ("name", "gpu_name", "gpu__name")
    columns: ClassVar[dict[str, str]] = {
        "maker": "manufacturer__name",
        "mark": "verification",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_present("maker", _("All makers"), ServerSku.objects.all())
        self.choose("mark", _("Any verification"), marks())


class SkuForm(forms.ModelForm[ServerSku]):
    """A server with its sourced figures; its maker may be a new one."""

    manufacturer = forms.ModelChoiceField(
        label=_("Maker"),
        queryset=Manufacturer.objects.order_by(alphabetical("name"), "id"),
        to_field_name="slug",
        required=False,
    )
    new_manufacturer = forms.CharField(
        label=_("or a maker that is not in the list"), max_length=120, required=False
    )
    gpu = forms.ModelChoiceField(
        label=_("GPU model"),
        queryset=GpuModel.objects.order_by(alphabetical("name"), "id"),
        to_field_name="slug",
        required=False,
        help_text=_("Only where it is exactly one model; figures are taken from it."),
    )

    class Meta:
        model = ServerSku
        fields = SKU_COLUMNS
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
            # The choices are named by slugs, so the rows themselves are the initial.
            self.initial["manufacturer"] = self.instance.manufacturer
            self.initial["gpu"] = self.instance.gpu

    @override
    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not values.get("manufacturer") and not values.get("new_manufacturer"):
            self.add_error("manufacturer", _("Choose the maker, or name a new one."))
        return values

    @property
    def values(self) -> dict[str, Any]:
        """The columns as typed, without a maker where a new one is named."""
        values = {name: self.cleaned_data[name] for name in SKU_COLUMNS}
        if self.new_maker:
            del values["manufacturer"]
        return values

    @property
    def new_maker(self) -> str:
        """The name of a maker that is not in the list; a chosen one goes first."""
        if self.cleaned_data["manufacturer"]:
            return ""
        return str(self.cleaned_data["new_manufacturer"])
