"""A benchmark upload sent in the browser, and the filters of the run sets."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from catalog.benchmarks.findings import shown
from catalog.models import Provenance, RunSet, ServerSku, Tender
from catalog.selectors.ordering import alphabetical
from catalog.selectors.run_sets import benchmark_name
from catalog.services.uploads import UploadTarget
from procurement.accounts.models import User

WHOSE = [
    (Provenance.MEASURED, _("measured by us")),
    (Provenance.VERIFIED, _("published by MLPerf")),
    (Provenance.CLAIM, _("vendor's claim")),
]


class UploadForm(forms.Form):
    """A packed result folder, the server it was measured on, and whose it is."""

    file = forms.FileField(
        label=_("Packed results"),
        help_text=_("A .tar.gz with MLPerf training logs or nvidia-smi samples."),
    )
    sku = forms.ModelChoiceField(
        label=_("Server"),
        queryset=ServerSku.objects.order_by(alphabetical("name"), "id"),
        to_field_name="slug",
    )
    tender = forms.ModelChoiceField(
        label=_("Evaluation"),
        queryset=Tender.objects.none(),
        to_field_name="reference",
        required=False,
        empty_label=_("none"),
        help_text=_("None: the results stand in the catalogue for everyone."),
    )
    provenance = forms.ChoiceField(label=_("Whose results"), choices=WHOSE)
    columns = forms.CharField(
        label=_("Columns of the samples"),
        max_length=2000,
        required=False,
        help_text=_(
            "Only for nvidia-smi samples without a header, such as "
            "timestamp,index,name,utilization.gpu"
        ),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tender = self.fields["tender"]
        if isinstance(tender, forms.ModelChoiceField):
            tender.queryset = Tender.objects.visible_to(user).order_by("reference")

    def clean_columns(self) -> str:
        """Keep the names as plain text."""
        return shown(self.cleaned_data["columns"], 2000)

    @property
    def target(self) -> UploadTarget:
        """What the upload is for."""
        return UploadTarget(
            sku=self.cleaned_data["sku"],
            tender=self.cleaned_data["tender"],
            columns=self.cleaned_data["columns"],
            provenance=self.cleaned_data["provenance"],
        )


class RunSetFilterForm(forms.Form):
    """The filters of the run sets, as they stand in the address."""

    benchmark = forms.ChoiceField(required=False)
    sku = forms.ChoiceField(required=False)
    provenance = forms.ChoiceField(
        required=False, choices=[("", _("Any provenance")), *WHOSE]
    )
    official = forms.ChoiceField(
        required=False,
        choices=[
            ("", _("Any score")),
            ("yes", _("By all rules")),
            ("no", _("Not official")),
        ],
    )

    def __init__(self, *args: Any, rows: QuerySet[RunSet], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = rows
        benchmarks = rows.order_by("benchmark").values_list("benchmark", flat=True)
        servers = rows.order_by("sku__slug").values_list("sku__slug", "sku__name")
        self._choose(
            "benchmark",
            _("All benchmarks"),
            [(code, benchmark_name(code)) for code in benchmarks.distinct()],
        )
        self._choose("sku", _("All servers"), list(servers.distinct()))

    def _choose(
        self, name: str, label: StrOrPromise, choices: list[tuple[str, str]]
    ) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", label), *choices]

    @property
    def found(self) -> QuerySet[RunSet]:
        """The rows that match; none where a filter has a value that does not exist."""
        if not self.is_valid():
            return self.rows.none()
        wanted = {
            "benchmark": self.cleaned_data["benchmark"],
            "sku__slug": self.cleaned_data["sku"],
            "provenance": self.cleaned_data["provenance"],
        }
        rows = self.rows.filter(
            **{key: value for key, value in wanted.items() if value}
        )
        official = self.cleaned_data["official"]
        return rows.filter(is_official=official == "yes") if official else rows
