"""Labels of the quote template in both languages, and its sections."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from catalog.imports.kinds import Kind
from catalog.imports.texts import folded

VERSION: Final = "GPU-QUOTE-1"
"""What the first line of a template says: no other file is taken for one."""


class Language(StrEnum):
    """The languages of the template's labels."""

    ENGLISH = "en"
    CHINESE = "zh"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A label in both languages; either is accepted when read."""

    en: str
    zh: str

    def to(self, language: Language) -> str:
        """Return the label in one language."""
        return self.zh if language is Language.CHINESE else self.en

    @property
    def both(self) -> str:
        """Return the label in both languages, for a message in either.

        >>> Label(en="Vendor", zh="供应商").both, Label(en="GPU", zh="GPU").both
        ('Vendor / 供应商', 'GPU')
        """
        return self.en if self.en == self.zh else f"{self.en} / {self.zh}"

    @property
    def folded(self) -> frozenset[str]:
        """Return what a cell may hold to be this label."""
        return frozenset({folded(self.en), folded(self.zh)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A labelled value of the header, or a column of a table.

    ``is_required`` asks for a value in each cell; a column that is not required may
    be left out. ``note`` is the help beside it.
    """

    key: str
    label: Label
    kind: Kind
    is_required: bool = False
    note: Label


class Section(StrEnum):
    """The parts of a template: sheets of a workbook, blocks of a text table."""

    QUOTE = "quote"
    OFFERS = "offers"
    LINES = "lines"
    PAYMENTS = "payments"


SECTION_LABELS: Final[Mapping[Section, Label]] = {
    Section.QUOTE: Label(en="Quote", zh="报价"),
    Section.OFFERS: Label(en="Offers", zh="方案"),
    Section.LINES: Label(en="Lines", zh="明细"),
    Section.PAYMENTS: Label(en="Payments", zh="付款计划"),
}
OPTIONAL_SECTIONS: Final = frozenset({Section.PAYMENTS})
"""Parts that a file may leave out, or leave empty."""

INCLUDED_LABEL: Final = Label(en="included", zh="已含")
NOT_OFFERED_LABEL: Final = Label(en="not offered", zh="未报价")
YES_LABEL: Final = Label(en="yes", zh="是")
NO_LABEL: Final = Label(en="no", zh="否")
TEMPLATE_LABEL: Final = Label(en="Template", zh="模板")


def section_named(name: str) -> Section | None:
    """Return the section of a sheet or block name in either language."""
    wanted = folded(name)
    for section, label in SECTION_LABELS.items():
        if wanted in label.folded:
            return section
    return None
