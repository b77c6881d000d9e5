"""Upload a quote file, and confirm what it was read as."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import choose_from
from catalog.forms.quotes import vendors_of
from catalog.models import ServerSku, Tender, Vendor
from catalog.selectors.previews.quotes import Preview
from catalog.services.quote_terms import ImportChoices, QuoteFile

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


class QuoteFileForm(forms.Form):
    """The file as the vendor sent it."""

    file = forms.FileField(
        label=_("Quote file"),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt"}),
        help_text=_("The filled template, as XLSX, CSV or TSV."),
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        """Refuse by its size before it is read into memory."""
        sent: UploadedFile[bytes] = self.cleaned_data["file"]
        limit = settings.QUOTE_FILE_MAX_BYTES
        if (sent.size or 0) > limit:
            raise ValidationError(
                _("The file is larger than %(limit)s MB."),
                params={"limit": limit // 1_000_000},
            )
        return sent

    @property
    def quote_file(self) -> QuoteFile:
        """The file of a valid form."""
        sent = self.cleaned_data["file"]
        return QuoteFile(name=sent.name, content=sent.read())


class QuoteConfirmForm(forms.Form):
    """Who quotes, and which servers of the catalogue are meant."""

    vendor = forms.ModelChoiceField(label=_("Vendor"), queryset=Vendor.objects.none())

    def __init__(
        self, *arguments: Any, tender: Tender, preview: Preview, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self.preview = preview
        choose_from(self, "vendor", vendors_of(tender))
        self.fields["vendor"].initial = preview.vendor
        for number, offer in enumerate(preview.offers, start=1):
            self.fields[f"sku_{number}"] = forms.ModelChoiceField(
                label=_("Server of the catalogue for “%(offer)s”")
                % {"offer": offer.name},
                queryset=ServerSku.objects.all(),
                initial=offer.sku,
                required=False,
                help_text=offer.sku_name,
            )
        if tender.receives_openly:
            self.fields["replaces_current"] = forms.BooleanField(
                label=_("This quote replaces the vendor's quote of this round"),
                required=False,
            )

    @property
    def choices(self) -> ImportChoices:
        """The choices of a valid form."""
        cleaned = self.cleaned_data
        skus = {
            offer.name: cleaned[f"sku_{number}"]
            for number, offer in enumerate(self.preview.offers, start=1)
            if cleaned[f"sku_{number}"] is not None
        }
        return ImportChoices(
            vendor=cleaned["vendor"],
            skus=skus,
            replaces_current=cleaned.get("replaces_current", False),
        )
