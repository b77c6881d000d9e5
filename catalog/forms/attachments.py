"""A file to attach."""

from typing import TYPE_CHECKING

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from catalog.services.quote_terms import QuoteFile

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


class AttachmentForm(forms.Form):
    """The file as it is."""

    file = forms.FileField(
        label=_("File"),
        max_length=500,
        help_text=_("PDF, PNG, JPEG, XLSX, DOCX, CSV or plain text, by its content."),
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        """Refuse what is too large before it is read into memory."""
        sent: UploadedFile[bytes] = self.cleaned_data["file"]
        limit = settings.ATTACHMENT_MAX_BYTES
        if (sent.size or 0) > limit:
            raise ValidationError(
                _("The file is larger than %(limit)s MB."),
                "too_large",
                {"limit": limit // 1_000_000},
            )
        return sent

    @property
    def attached(self) -> QuoteFile:
        """The file of a valid form."""
        sent = self.cleaned_data["file"]
        return QuoteFile(name=sent.name, content=sent.read())
