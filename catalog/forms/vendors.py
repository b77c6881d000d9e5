"""What an editor types of a vendor: the vendor, service levels, depots, flags."""

from decimal import Decimal
from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import DateField, DecimalField
from catalog.forms.filters import Filters
from catalog.models import (
    Depot,
    Manufacturer,
    OnsiteTime,
    RiskFlag,
    ServiceLevel,
    Vendor,
    VendorContact,
)
from catalog.selectors.ordering import alphabetical
from catalog.services.vendor_contacts import CONTACT_COLUMNS
from catalog.services.vendors import (
    DEPOT_COLUMNS,
    FLAG_COLUMNS,
    LEVEL_COLUMNS,
    VENDOR_COLUMNS,
)

LINES = forms.Textarea(attrs={"rows": 3})


class VendorFilters(Filters):
    """A name, a country, and whether a risk is open."""

    searched: ClassVar[tuple[str, ...]] = ("name", "name_zh")
    columns: ClassVar[dict[str, str]] = {
        "country": "country",
        "flags": "open_flags__gt",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_present("country", _("All countries"), Vendor.objects.all())
        self.choose(
            "flags", _("With and without risks"), [("0", _("With an open risk"))]
        )


class VendorForm(forms.ModelForm[Vendor]):
    """The vendor itself."""

    manufacturers = forms.ModelMultipleChoiceField(
        label=_("Sells products of"),
        queryset=Manufacturer.objects.order_by(alphabetical("name"), "id"),
        to_field_name="slug",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = Vendor
        fields = VENDOR_COLUMNS
        widgets = {
            "strengths": LINES,
            "typical_customers": LINES,
            "notes": LINES,
        }
        help_texts = {
            "strengths": _("One on each line."),
            "typical_customers": _("One on each line."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            # No column of the row: without this a saved form would clear the makers.
            self.initial["manufacturers"] = list(self.instance.manufacturers.all())

    @property
    def values(self) -> dict[str, Any]:
        """The columns as typed."""
        return {name: self.cleaned_data[name] for name in VENDOR_COLUMNS}


class MergeForm(forms.Form):
    """The vendor to keep, and the version of the plan that was looked at."""

    into = forms.ModelChoiceField(
        label=_("Vendor to keep"),
        queryset=Vendor.objects.none(),
        to_field_name="slug",
        empty_label=_("Choose"),
    )
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, vendor: Vendor, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Vendor.objects.exclude(pk=vendor.pk)
        choice = cast("forms.ModelChoiceField[Vendor]", self.fields["into"])
        choice.queryset = others.order_by(alphabetical("name"), "id")


class ServiceLevelForm(forms.ModelForm[ServiceLevel]):
    """A service level with its hours to the site, by city tier."""

    class Meta:
        model = ServiceLevel
        fields = LEVEL_COLUMNS
        widgets = {"source": LINES, "notes": LINES}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        held = {}
        if self.instance.pk:
            held = {
                time.city_tier: time.hours for time in self.instance.onsite_times.all()
            }
        for tier in OnsiteTime.CityTier:
            self.fields[f"hours_{tier.value}"] = DecimalField(
                label=_("Level 2: hours to site, %(tier)s") % {"tier": tier.label},
                required=False,
                min_value=0,
                max_value=9999,
                decimal_places=1,
                initial=held.get(tier.value),
            )
        onsite = [f"hours_{tier.value}" for tier in OnsiteTime.CityTier]
        self.order_fields([*LEVEL_COLUMNS[:4], *onsite, *LEVEL_COLUMNS[4:]])

    @property
    def values(self) -> dict[str, Any]:
        """The columns as typed."""
        return {name: self.cleaned_data[name] for name in LEVEL_COLUMNS}

    @property
    def hours(self) -> dict[str, Decimal | None]:
        """The hours to the site by city tier."""
        return {
            tier.value: self.cleaned_data[f"hours_{tier.value}"]
            for tier in OnsiteTime.CityTier
        }


class DepotForm(forms.ModelForm[Depot]):
    """A place with spare parts."""

    class Meta:
        model = Depot
        fields = DEPOT_COLUMNS

    @property
    def values(self) -> dict[str, Any]:
        """The columns as typed."""
        return {name: self.cleaned_data[name] for name in DEPOT_COLUMNS}


class ContactForm(forms.ModelForm[VendorContact]):
    """A person at the vendor."""

    class Meta:
        model = VendorContact
        fields = CONTACT_COLUMNS

    @property
    def values(self) -> dict[str, Any]:
        """The columns as typed."""
        return {name: self.cleaned_data[name] for name in CONTACT_COLUMNS}


class RiskFlagForm(forms.ModelForm[RiskFlag]):
    """A risk and what became of it."""

    raised_on = DateField(label=_("Raised on"))

    class Meta:
        model = RiskFlag
        fields = FLAG_COLUMNS
        widgets = {"source": LINES, "notes": LINES}

    @property
    def values(self) -> dict[str, Any]:
        """The columns as typed."""
        return {name: self.cleaned_data[name] for name in FLAG_COLUMNS}
