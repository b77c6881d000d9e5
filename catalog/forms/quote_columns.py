"""Match the columns and groups of a vendor's own sheet with our fields."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext as _, gettext_lazy

from catalog.forms.quotes import vendors_of
from catalog.forms.sheet_terms import SheetTermsForm, typed_terms
from catalog.imports.numbers import NumberStyle
from catalog.imports.own_sheets.plans import SheetPlan
from catalog.imports.own_sheets.reading import words_of
from catalog.imports.own_sheets.tables import OwnColumn, OwnTable
from catalog.imports.own_sheets.words import (
    MATCHABLE,
    category_meant,
    field_meant,
    style_meant,
)
from catalog.models import QuoteLine, Tender, Vendor
from catalog.selectors.previews.cells import shown_cell, template_language
from catalog.selectors.previews.plans import KeptPlan

MOST_WORDS: Final = 200
IGNORE: Final = "ignore"


class SheetChoiceForm(forms.Form):
    """Whose sheet it is, which one, and where its headings stand."""

    vendor = forms.ModelChoiceField(
        label=gettext_lazy("Vendor"),
        queryset=Vendor.objects.none(),
        to_field_name="slug",
    )
    sheet = forms.ChoiceField(label=gettext_lazy("Sheet"), required=False)
    row = forms.IntegerField(
        label=gettext_lazy("Row of the headings"),
        min_value=1,
        max_value=5000,
        required=False,
    )

    def __init__(
        self, *arguments: Any, tender: Tender, sheets: tuple[str, ...], **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self.fields["vendor"].queryset = vendors_of(tender)  # type: ignore[attr-defined]  # a model choice
        names = [(name, name or _("the only one")) for name in sheets]
        self.fields["sheet"].choices = names  # type: ignore[attr-defined]  # a choice field


class QuoteColumnsForm(SheetTermsForm):
    """The plan of a sheet: its columns, its groups, its numbers, and the terms."""

    number_style = forms.ChoiceField(
        label=gettext_lazy("Numbers written as text"),
        choices=[
            (NumberStyle.POINT.value, gettext_lazy("decimal point: 1,234.56")),
            (NumberStyle.COMMA.value, gettext_lazy("decimal comma: 1.234,56")),
        ],
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "What can be a thousand as well as a fraction, such as 1.234, is refused."
        ),
    )

    def __init__(
        self,
        *arguments: Any,
        tender: Tender,
        table: OwnTable | None,
        vendor: Vendor | None,
        kept: KeptPlan | None,
        own: SheetPlan | None = None,
        **options: Any,
    ) -> None:
        initial = typed_terms(own.facts) if own else None
        super().__init__(*arguments, tender=tender, initial=initial, **options)
        self.proposed = own or (kept.plan if kept else None)
        self.table, self.of_vendor, self.kept = table, vendor, kept
        self._columns: dict[str, OwnColumn] = {}
        self._words: dict[str, str] = {}
        self._word_fields: dict[str, str] = {}
        self.hides_amounts = tender.hides_values
        if table is not None:
            self._add_columns(table)
            self._add_words(table)

    @property
    def columns(self) -> list[tuple[OwnColumn, list[str], BoundField, bool]]:
        """Each column with its samples, its choice, and whether it is new."""
        known = self.kept.plan.columns if self.kept else None
        return [
            (
                column,
                [shown_cell(cell, hides=self.hides_amounts) for cell in column.samples],
                self[name],
                known is not None and column.key not in known,
            )
            for name, column in self._columns.items()
        ]

    @property
    def gone(self) -> list[str]:
        """The columns that were read last time and are not in this sheet."""
        if self.kept is None or self.table is None:
            return []
        here = {column.key for column in self.table.columns}
        return [
            key
            for key, meant in self.kept.plan.columns.items()
            if meant and key not in here
        ]

    @property
    def words(self) -> list[tuple[str, BoundField]]:
        """The names of groups or items, each with the choice of our group."""
        return [(self._words[name], self[name]) for name in self._word_fields]

    @property
    def terms(self) -> Iterator[BoundField]:
        """The fields of what stands in no column."""
        beside = {*self._columns, *self._word_fields, "number_style"}
        return (self[name] for name in self.fields if name not in beside)

    @property
    def plan(self) -> SheetPlan:
        """The plan of a valid form."""
        if self.table is None or self.of_vendor is None:
            raise ValidationError(_("Choose the vendor first."))
        cleaned = self.cleaned_data
        return SheetPlan(
            sheet=self.table.sheet,
            heading_row=self.table.heading.number,
            columns=self._chosen(cleaned),
            words={word: cleaned[name] for name, word in self._word_fields.items()},
            number_style=NumberStyle(cleaned["number_style"]),
            facts=self.facts | {"vendor": self.of_vendor.name},
        )

    def _add_columns(self, table: OwnTable) -> None:
        language = template_language()
        choices = [
            ("", _("choose …")),
            (IGNORE, _("do not read")),
            *((field.key, field.label.to(language)) for field in MATCHABLE),
        ]
        self._columns = {f"column_{column.number}": column for column in table.columns}
        for name, column in self._columns.items():
            self.fields[name] = forms.ChoiceField(
                label=column.heading or column.letters,
                choices=choices,
                initial=self._meant(column),
            )
        self.fields["number_style"].initial = self._style(table)

    def _meant(self, column: OwnColumn) -> str:
        """What the column was last time, else what its heading seems to say."""
        meant = field_meant(column.heading)
        if self.proposed is not None:
            meant = self.proposed.columns.get(column.key)
        return "" if meant is None else meant or IGNORE

    def _style(self, table: OwnTable) -> str | None:
        if self.proposed is not None:
            return self.proposed.number_style.value
        cells = [cell for row in table.rows for cell in row]
        style = style_meant([c.value for c in cells if isinstance(c.value, str)])
        return style.value if style else None

    def _add_words(self, table: OwnTable) -> None:
        """Ask for the group of each name that the chosen columns give."""
        found = words_of(table, self._shown_columns())
        kept = self.proposed.words if self.proposed else {}
        for number, (word, text) in enumerate(found.items(), start=1):
            if number > MOST_WORDS:
                break
            name = f"group_{number}"
            meant = category_meant(text)
            self._words[name], self._word_fields[name] = text, word
            self.fields[name] = forms.ChoiceField(
                label=_("Group of “%(name)s”") % {"name": text},
                choices=[("", _("choose …")), *QuoteLine.Category.choices],
                initial=kept.get(word, meant.value if meant else ""),
            )

    def _shown_columns(self) -> dict[str, str]:
        """What each column is chosen to be now, sent or proposed."""
        chosen = {name: str(self[name].value() or "") for name in self._columns}
        return self._chosen(chosen)

    def _chosen(self, values: Mapping[str, Any]) -> dict[str, str]:
        return {
            column.key: "" if values[name] == IGNORE else values[name]
            for name, column in self._columns.items()
        }
