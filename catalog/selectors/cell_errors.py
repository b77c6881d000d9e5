"""What is wrong in an imported file, cell by cell, in the reader's language."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, gettext_noop

from catalog.imports.errors import CellError

HIDDEN: Final = "•••"
"""Stands for what a cell holds while the quotes are sealed."""

SECRET: Final = frozenset({"value", "total", "own"})
"""The parameters of a message that repeat what a cell holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownError:
    """One fault: the sheet and cell as a spreadsheet names them, and a sentence."""

    sheet: str
    cell: str
    text: str


def shown_error(error: CellError, *, hides_values: bool = False) -> ShownError:
    """Translate a fault; a sealed quote's values are not repeated."""
    params = dict(error.params)
    if hides_values:
        params |= dict.fromkeys(SECRET & params.keys(), HIDDEN)
    return ShownError(
        sheet=error.sheet, cell=error.cell, text=gettext(error.template) % params
    )


MESSAGES: Final = (
    gettext_noop("The file is empty."),
    gettext_noop("The file is larger than %(limit)s MB."),
    gettext_noop("The file is neither an XLSX workbook nor a text table."),
    gettext_noop(
        "The file is protected by a password or in the old XLS format. Save "
        "it as XLSX without a password."
    ),
    gettext_noop(
        "The text of the file cannot be read without doubt. Save it as CSV in UTF-8."
    ),
    gettext_noop("The file is damaged: %(reason)s."),
    gettext_noop(
        "The file does not start like the quote template: the first cell must"
        " be “Template”, the next “%(version)s”."
    ),
    gettext_noop("The file is a package of another kind, not an XLSX workbook."),
    gettext_noop("The workbook holds macros. Save it as XLSX without macros."),
    gettext_noop(
        "The workbook refers to other files or programs (%(part)s). Remove the links."
    ),
    gettext_noop("The workbook is too large when unpacked."),
    gettext_noop("The workbook holds a part that is not allowed: %(part)s."),
    gettext_noop("The workbook holds a document type declaration."),
    gettext_noop("The file holds more than %(limit)s filled cells."),
    gettext_noop("The file holds more than %(limit)s rows."),
    gettext_noop("The file holds more than %(limit)s columns."),
    gettext_noop("The file holds too much text."),
    gettext_noop("The sheet “%(name)s” is missing."),
    gettext_noop("The section “%(name)s” is missing."),
    gettext_noop("The section “%(name)s” appears twice."),
    gettext_noop("There are more errors: only the first %(limit)s are shown."),
    gettext_noop("“%(label)s” is no field of the template."),
    gettext_noop("The field “%(label)s” appears twice."),
    gettext_noop("The field “%(label)s” is missing."),
    gettext_noop("“%(label)s” is no column of this table."),
    gettext_noop("The column “%(label)s” appears twice."),
    gettext_noop("The column “%(label)s” is missing."),
    gettext_noop("The cell belongs to no field or column of the template."),
    gettext_noop("The table has no rows."),
    gettext_noop("“%(label)s” must not be empty."),
    gettext_noop("The formula in this cell gives an error."),
    gettext_noop(
        "The formula in this cell has no result. Open the file in a "
        "spreadsheet program and save it, or type the value."
    ),
    gettext_noop("The formula in this cell gives 0. Type 0 if that is meant."),
    gettext_noop("Write text here."),
    gettext_noop("The text is longer than %(limit)s characters."),
    gettext_noop("The text holds a character that cannot be printed."),
    gettext_noop(
        "Use small letters, digits, hyphen and underscore only, at most %(limit)s."
    ),
    gettext_noop("“%(value)s” is no number in the number format of the file."),
    gettext_noop(
        "“%(value)s” can be read as a thousand or as a fraction. Write it "
        "with two or four decimals, or without a separator."
    ),
    gettext_noop("“%(value)s” holds digits or signs other than 0–9."),
    gettext_noop(
        "“%(value)s” needs the field “Number format” to say which sign is the"
        " decimal sign."
    ),
    gettext_noop("The number is not finite."),
    gettext_noop(
        "The cell holds %(value)s, more digits than a spreadsheet keeps "
        "exactly. Round it or write it as text."
    ),
    gettext_noop("Write at most %(places)s decimals."),
    gettext_noop("Write a whole number."),
    gettext_noop("The number must be at least %(minimum)s."),
    gettext_noop("The number must be at most %(maximum)s."),
    gettext_noop("The number must be above zero."),
    gettext_noop(
        "“%(value)s” can mean a fraction or a percentage. Write it with the "
        "percent sign, such as 13%%."
    ),
    gettext_noop("Write the day as 2026-12-31 or as a date cell."),
    gettext_noop("Write a day without a time."),
    gettext_noop("The day must be between %(minimum)s and %(maximum)s."),
    gettext_noop("“%(value)s” is not allowed here. Allowed: %(choices)s."),
    gettext_noop(
        "The price is empty. Write a price, or “not offered”. A missing price"
        " is never 0."
    ),
    gettext_noop("Prices that include tax need the tax rate."),
    gettext_noop("The quote expires before its own date."),
    gettext_noop("A buy-back needs both its share and its month."),
    gettext_noop("Exactly one offer must be the base; there are %(count)s."),
    gettext_noop("The offer “%(name)s” appears twice."),
    gettext_noop("“%(name)s” is no offer of the table of offers."),
    gettext_noop("The offer “%(name)s” has no lines."),
    gettext_noop("The key “%(key)s” appears twice in the offer “%(offer)s”."),
    gettext_noop("Write both the first and the last year, or neither."),
    gettext_noop("The last year is before the first."),
    gettext_noop("A support line needs its first and last year."),
    gettext_noop("A line that is not offered has no discount."),
    gettext_noop("Write the lead time in weeks or the delivery date."),
    gettext_noop("A discount on the total is a share or an amount, not both."),
    gettext_noop("The discount on the total has a name but no share or amount."),
    gettext_noop("The payments add up to %(sum)s%%, not to 100%%."),
    gettext_noop("A price tier needs both its quantity and its price."),
    gettext_noop("Price tiers need a unit price, which holds below the first tier."),
    gettext_noop("The quantities of the price tiers must rise from left to right."),
    gettext_noop(
        "A line that is included in another has “included” as its price, no "
        "discount, no tiers, and is no option."
    ),
    gettext_noop(
        "“%(key)s” is no required, priced line of the same offer that could "
        "include this one."
    ),
    gettext_noop("The column “%(label)s” is not matched with a field yet."),
    gettext_noop(
        "The column “%(label)s”, which was matched with a field, is not in the sheet."
    ),
    gettext_noop("No column is matched with “%(label)s”."),
    gettext_noop("“%(label)s” is not matched with a group yet."),
    gettext_noop(
        "A line total holds its discount already: do not read the column of "
        "discounts, or match the unit price."
    ),
    gettext_noop(
        "%(total)s ÷ %(quantity)s is no unit price of six decimals that gives the "
        "line total back. Ask the vendor for the unit price."
    ),
    gettext_noop(
        "The sheet says %(total)s; quantity × unit price, less the discount, is "
        "%(own)s."
    ),
    gettext_noop("The file is no sheet of this list. Save the list first."),
    gettext_noop("The row has %(found)s cells, the heading %(expected)s."),
    gettext_noop("The row “%(key)s” appears twice."),
    gettext_noop("The upper value is below the lower one."),
    gettext_noop("“%(value)s” is no exchange rate above zero."),
    gettext_noop("“%(value)s” is no ISO 4217 currency code."),
    gettext_noop("A currency needs no exchange rate to itself."),
)
"""The sentences of the readers, listed where makemessages finds them."""
