"""Filters of the catalogue's lists, as they stand in the address."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.db.models import Model, Q, QuerySet
from django_stubs_ext import StrOrPromise

from catalog.models import Verification
from catalog.selectors.sources import MARKS


class Filters(forms.Form):
    """A toolbar: a text to look for, and choices that name a column each.

    A value that does not exist finds nothing.
    """

    searched: ClassVar[tuple[str, ...]] = ()
    columns: ClassVar[dict[str, str]] = {}
    q = forms.CharField(required=False, max_length=200)

    def choose(
        self, name: str, label: StrOrPromise, choices: Iterable[tuple[str, Any]]
    ) -> None:
        """Give a choice its values, the first one for all."""
        self.fields[name] = forms.ChoiceField(
            required=False, choices=[("", label), *choices]
        )

    def choose_present(
        self, name: str, label: StrOrPromise, rows: QuerySet[Any]
    ) -> None:
        """Give a choice the values that its column holds."""
        column = self.columns[name]
        held = rows.order_by(column).values_list(column, flat=True).distinct()
        self.choose(name, label, [(value, value) for value in held if value])

    def found[Row: Model](self, rows: QuerySet[Row]) -> QuerySet[Row]:
        """Keep the rows that match."""
        if not self.is_valid():
            return rows.none()
        text = self.cleaned_data["q"].strip()
        if text:
            wanted = Q()
            for column in self.searched:
                wanted |= Q(**{f"{column}__icontains": text})
            rows = rows.filter(wanted)
        for name, column in self.columns.items():
            value = self.cleaned_data.get(name)
            if value:
                rows = rows.filter(**{column: value})
        return rows


def marks() -> list[tuple[str, StrOrPromise]]:
    """The marks of verification as choices."""
    return [(mark.value, MARKS[mark][1]) for mark in Verification]
