"""Sheets of the catalogue that came back: read, compared, confirmed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django import forms
from django.core import signing
from django.db.models import Model
from django.utils.translation import gettext as _, gettext_lazy

from catalog.forms.catalogue_kinds import KINDS, Kind, columns_of
from catalog.forms.quote_files import QuoteFileForm
from catalog.forms.vendors import ServiceLevelForm
from catalog.imports.catalogue_sheets import GivenRow, given_rows
from catalog.imports.errors import ImportRefusedError
from catalog.imports.kinds import NO, YES
from catalog.imports.messages import Fault
from catalog.imports.numbers import NumberStyle, decimal_from_text
from catalog.imports.spreadsheets.grid import Cell
from catalog.imports.texts import folded
from catalog.selectors.catalogue_rows import row_mark
from catalog.selectors.cell_errors import ShownError, shown_error
from catalog.services.catalogue_sheets import COLUMNS, RowEdit
from procurement.canonical import plain_text
from procurement.form_states import state_of

SALT: Final = "catalogue-sheet"


@dataclass(frozen=True, slots=True, kw_only=True)
class CellChange:
    """One cell that says another thing than the catalogue."""

    name: str
    label: str
    before: str
    after: str
    cell: str


@dataclass(kw_only=True)
class SheetReading:
    """What a sheet would change, and why it may not."""

    changes: list[CellChange] = field(default_factory=list)
    errors: list[ShownError] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    edits: list[RowEdit] = field(default_factory=list)
    given: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)

    @property
    def may_be_saved(self) -> bool:
        """Whether there is something to save and nothing in the way."""
        return bool(self.edits) and not (self.errors or self.conflicts)


class CatalogueSheetForm(QuoteFileForm):
    """The edited sheet."""

    file = forms.FileField(
        label=gettext_lazy("Edited sheet"),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx"}),
        help_text=gettext_lazy("The XLSX file that was made here, with your changes."),
    )


class CatalogueChangesForm(forms.Form):
    """The changes that were looked at, signed."""

    changes = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *arguments: Any, kind: str, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.kind = kind

    def clean_changes(self) -> SheetReading:
        """Read the changes again, over what the catalogue holds now."""
        try:
            kept = signing.loads(self.cleaned_data["changes"], salt=SALT, max_age=3600)
        except signing.BadSignature as error:
            raise forms.ValidationError(
                _("The changes are too old. Upload the sheet again.")
            ) from error
        if kept["kind"] != self.kind:
            raise forms.ValidationError(_("The changes are of another list."))
        return _compared(self.kind, [_Given(*row, cells={}) for row in kept["rows"]])


def signed(kind: str, reading: SheetReading) -> str:
    """The changes as signed text for the form that confirms them."""
    return signing.dumps(
        {"kind": kind, "rows": reading.given}, salt=SALT, compress=True
    )


def read_changes(kind: str, content: bytes) -> SheetReading:
    """Compare a sheet that came back with the catalogue, cell by cell."""
    try:
        rows = given_rows(content, kind)
    except ImportRefusedError as refusal:
        return SheetReading(errors=[shown_error(refusal.error)])
    known = {column.key for column in columns_of(KINDS[kind])}
    reading = SheetReading()
    given = [_texts(kind, row, known, reading) for row in rows]
    if reading.errors:
        return reading
    return _compared(kind, given)


@dataclass(frozen=True, slots=True)
class _Given:
    """The texts of a row by field, and the cells where they stand."""

    identifier: str
    mark: str
    texts: Mapping[str, str]
    cells: Mapping[str, Cell] = field(kw_only=True)

    def place(self, name: str) -> str:
        cell = self.cells.get(name)
        return cell.error(Fault.REQUIRED).cell if cell else ""


def _texts(
    kind: str, row: GivenRow, known: Collection[str], reading: SheetReading
) -> _Given:
    """The texts of a row as its form takes them; what can't be read is an error."""
    fields = KINDS[kind].form().fields
    texts = {}
    for name, cell in row.cells.items() if row.identifier else ():
        if name.startswith("~"):
            continue
        try:
            texts[name] = _text(fields[name] if name in known else None, cell, name)
        except ImportRefusedError as refusal:
            error = cell.error(refusal.error.code, **refusal.error.params)
            reading.errors.append(shown_error(error))
    return _Given(row.identifier, row.mark, texts, cells=row.cells)


def _text(form_field: forms.Field | None, cell: Cell, name: str) -> str:
    """What a cell says, as somebody would type it into the form."""
    if form_field is None:
        raise ImportRefusedError(Fault.COLUMN_UNKNOWN, label=name)
    _check_cell(cell)
    value = cell.value
    if isinstance(form_field, forms.BooleanField):
        return _yes_or_no(value)
    if value is not None and isinstance(
        form_field, forms.DecimalField | forms.IntegerField
    ):
        value = _number(cell)
    if isinstance(value, Decimal):
        return plain_text(value)
    return "" if value is None else str(value)


def _check_cell(cell: Cell) -> None:
    if cell.problem:
        raise ImportRefusedError(cell.problem, value=cell.problem_value)
    if cell.is_formula and not cell.value:
        is_empty = cell.value is None
        raise ImportRefusedError(
            Fault.FORMULA_EMPTY if is_empty else Fault.FORMULA_ZERO
        )


def _number(cell: Cell) -> Decimal:
    value = cell.value
    if isinstance(value, str):
        value = decimal_from_text(value, NumberStyle.POINT)
    if not isinstance(value, Decimal) or cell.is_percent:
        raise ImportRefusedError(Fault.NUMBER_INVALID, value=value)
    return value


def _yes_or_no(value: object) -> str:
    word = folded(str(value))
    if word not in YES | NO:
        raise ImportRefusedError(
            Fault.CHOICE_UNKNOWN, value=word[:40], choices="yes / 是, no / 否"
        )
    return str(word in YES)


def _compared(kind: str, given: Sequence[_Given]) -> SheetReading:
    reading, found = SheetReading(), KINDS[kind]
    rows = _held(found.model, given)
    seen: set[str] = set()
    for each in given:
        row = rows.get(each.identifier)
        if row is None or each.identifier in seen:
            text = _no_row() if row is None else _("The row stands in the sheet twice.")
            place = _row_place(each)
            reading.errors.append(ShownError(sheet="", cell=place, text=text))
        else:
            seen.add(each.identifier)
            _compare_row(found, row, each, reading)
    return reading


def _no_row() -> str:
    return _("The row is not in this list. New ones are added on a page of their own.")


def _row_place(given: _Given) -> str:
    return next((given.place(name) for name in given.cells), "")


def _held(model: type[Model], given: Sequence[_Given]) -> dict[str, Any]:
    names = []
    for each in given:
        try:
            names.append(UUID(each.identifier))
        except ValueError:
            continue
    rows: Iterable[Any] = model._default_manager.filter(uuid__in=names)  # noqa: SLF001  # Django's documented Model._default_manager
    return {str(row.uuid): row for row in rows}


def _compare_row(
    kind: Kind,
    row: Any,  # noqa: ANN401  # a row of any kind
    given: _Given,
    reading: SheetReading,
) -> None:
    shown = kind.form(instance=row)
    state = state_of(shown)
    name, mark = str(row), row_mark(row, COLUMNS[kind.model])
    form = kind.form({**state, **given.texts}, instance=row)
    changed = [each for each in form.changed_data if each in given.texts]
    if not changed:
        return
    if mark != given.mark:
        reading.conflicts.append(name)
    reading.changes += [
        CellChange(
            name=name,
            label=str(form.fields[each].label),
            before=str(state[each]),
            after=given.texts[each],
            cell=given.place(each),
        )
        for each in changed
    ]
    if not form.is_valid():
        reading.errors += _faults(form, given, name)
        return
    reading.given.append((given.identifier, given.mark, dict(given.texts)))
    hours = form.hours if isinstance(form, ServiceLevelForm) else None
    reading.edits.append(
        RowEdit(row=row, mark=given.mark, values=form.values, hours=hours)
    )


def _faults(form: forms.BaseForm, given: _Given, name: str) -> list[ShownError]:
    return [
        ShownError(sheet="", cell=given.place(each), text=f"{name}: {problem}")
        for each, problems in form.errors.items()
        for problem in problems
    ]
