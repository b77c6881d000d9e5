"""The filters of cloud offers, of compatibility and of exchange rates."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.filters import Filters
from catalog.models import CloudOffer, ExchangeRate, FrameworkBuild


class CloudOfferFilters(Filters):
    """An instance, the provider and the GPU."""

    searched: ClassVar[tuple[str, ...]] = ("instance", "gpu_name", "provider")
    columns: ClassVar[dict[str, str]] = {"provider": "provider", "gpu": "gpu_name"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = CloudOffer.objects.all()
        self.choose_present("provider", _("All providers"), rows)
        self.choose_present("gpu", _("All GPUs"), rows)


class BuildFilters(Filters):
    """A version, and the platform."""

    searched: ClassVar[tuple[str, ...]] = ("version", "platform_version", "python")
    columns: ClassVar[dict[str, str]] = {"platform": "platform"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = FrameworkBuild.objects.all()
        self.choose_present("platform", _("All platforms"), rows)


class RateFilters(Filters):
    """The two currencies, and the source."""

    searched: ClassVar[tuple[str, ...]] = ("source", "base", "quote")
    columns: ClassVar[dict[str, str]] = {"base": "base", "quote": "quote"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = ExchangeRate.objects.all()
        self.choose_present("base", _("One unit of any"), rows)
        self.choose_present("quote", _("In any currency"), rows)


class RateFileForm(forms.Form):
    """A file of exchange rates."""

    file = forms.FileField(
        label=_("File of rates"),
        help_text=_(
            "A table of the ECB (eurofxref.csv), or a list with the columns "
            "base, quote, rate, date, source."
        ),
    )
