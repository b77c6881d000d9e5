"""Every sentence an import may answer with, in English, by its code.

The package is pure, so nothing is translated here: whoever shows an error puts the
template through gettext and then fills in the parameters.
"""

from collections.abc import Mapping
from enum import StrEnum, auto
from typing import Final


class Fault(StrEnum):
    """The code of each fault: stable, never translated."""

    FILE_EMPTY = auto()
    FILE_TOO_LARGE = auto()
    FILE_NOT_TEXT = auto()
    FILE_ENCRYPTED = auto()
    FILE_ENCODING = auto()
    FILE_BROKEN = auto()
    FILE_NOT_TEMPLATE = auto()
    WORKBOOK_KIND = auto()
    WORKBOOK_MACROS = auto()
    WORKBOOK_EXTERNAL = auto()
    WORKBOOK_TOO_LARGE = auto()
    WORKBOOK_UNSAFE = auto()
    WORKBOOK_DOCTYPE = auto()
    TOO_MANY_CELLS = auto()
    TOO_MANY_ROWS = auto()
    TOO_MANY_COLUMNS = auto()
    TOO_MUCH_TEXT = auto()
    SHEET_MISSING = auto()
    SECTION_MISSING = auto()
    SECTION_DOUBLE = auto()
    TOO_MANY_ERRORS = auto()

    LABEL_UNKNOWN = auto()
    LABEL_DOUBLE = auto()
    FIELD_MISSING = auto()
    COLUMN_UNKNOWN = auto()
    COLUMN_DOUBLE = auto()
    COLUMN_MISSING = auto()
    CELL_STRAY = auto()
    NO_ROWS = auto()

    REQUIRED = auto()
    FORMULA_ERROR = auto()
    FORMULA_EMPTY = auto()
    FORMULA_ZERO = auto()
    TEXT_EXPECTED = auto()
    TEXT_TOO_LONG = auto()
    TEXT_CONTROL = auto()
    KEY_INVALID = auto()
    NUMBER_INVALID = auto()
    NUMBER_AMBIGUOUS = auto()
    NUMBER_DIGITS = auto()
    NUMBER_FORMAT_MISSING = auto()
    NUMBER_NOT_FINITE = auto()
    NUMBER_INEXACT = auto()
    NUMBER_DECIMALS = auto()
    NUMBER_WHOLE = auto()
    NUMBER_TOO_SMALL = auto()
    NUMBER_TOO_LARGE = auto()
    NUMBER_NOT_POSITIVE = auto()
    PERCENT_AMBIGUOUS = auto()
    DATE_INVALID = auto()
    DATE_TIME = auto()
    DATE_WINDOW = auto()
    CHOICE_UNKNOWN = auto()
    PRICE_MISSING = auto()

    TAX_RATE_MISSING = auto()
    VALID_BEFORE_QUOTED = auto()
    BUY_BACK_INCOMPLETE = auto()
    BASE_OFFER_COUNT = auto()
    OFFER_DOUBLE = auto()
    OFFER_UNKNOWN = auto()
    OFFER_WITHOUT_LINES = auto()
    LINE_DOUBLE = auto()
    YEARS_INCOMPLETE = auto()
    YEARS_ORDER = auto()
    YEARS_MISSING = auto()
    NOT_OFFERED_DISCOUNT = auto()
    DELIVERY_MISSING = auto()
    DISCOUNT_TWICE = auto()
    DISCOUNT_EMPTY = auto()
    PAYMENTS_SUM = auto()
    TIER_INCOMPLETE = auto()
    TIER_WITHOUT_PRICE = auto()
    TIER_ORDER = auto()
    BUNDLE_PRICED = auto()
    BUNDLE_UNKNOWN = auto()

    COLUMN_UNMATCHED = auto()
    COLUMN_GONE = auto()
    COLUMN_NEEDED = auto()
    GROUP_UNMATCHED = auto()
    TOTAL_WITH_DISCOUNT = auto()
    TOTAL_INEXACT = auto()
    TOTAL_DIFFERS = auto()

    SHEET_OTHER = auto()

    ROW_LENGTH = auto()
    ROW_DOUBLE = auto()
    RANGE_ORDER = auto()
    RATE_INVALID = auto()
    CURRENCY_UNKNOWN = auto()
    CURRENCY_SAME = auto()


MESSAGES: Final[Mapping[Fault, str]] = {
    Fault.FILE_EMPTY: "The file is empty.",
    Fault.FILE_TOO_LARGE: "The file is larger than %(limit)s MB.",
    Fault.FILE_NOT_TEXT: "The file is neither an XLSX workbook nor a text table.",
    Fault.FILE_ENCRYPTED: (
        "The file is protected by a password or in the old XLS format. Save it as "
        "XLSX without a password."
    ),
    Fault.FILE_ENCODING: (
        "The text of the file cannot be read without doubt. Save it as CSV in UTF-8."
    ),
    Fault.FILE_BROKEN: "The file is damaged: %(reason)s.",
    Fault.FILE_NOT_TEMPLATE: (
        "The file does not start like the quote template: the first cell must be "
        "“Template”, the next “%(version)s”."
    ),
    Fault.WORKBOOK_KIND: "The file is a package of another kind, not an XLSX workbook.",
    Fault.WORKBOOK_MACROS: "The workbook holds macros. Save it as XLSX without macros.",
    Fault.WORKBOOK_EXTERNAL: (
        "The workbook refers to other files or programs (%(part)s). Remove the links."
    ),
    Fault.WORKBOOK_TOO_LARGE: "The workbook is too large when unpacked.",
    Fault.WORKBOOK_UNSAFE: "The workbook holds a part that is not allowed: %(part)s.",
    Fault.WORKBOOK_DOCTYPE: "The workbook holds a document type declaration.",
    Fault.TOO_MANY_CELLS: "The file holds more than %(limit)s filled cells.",
    Fault.TOO_MANY_ROWS: "The file holds more than %(limit)s rows.",
    Fault.TOO_MANY_COLUMNS: "The file holds more than %(limit)s columns.",
    Fault.TOO_MUCH_TEXT: "The file holds too much text.",
    Fault.SHEET_MISSING: "The sheet “%(name)s” is missing.",
    Fault.SECTION_MISSING: "The section “%(name)s” is missing.",
    Fault.SECTION_DOUBLE: "The section “%(name)s” appears twice.",
    Fault.TOO_MANY_ERRORS: "There are more errors: only the first %(limit)s are shown.",
    Fault.LABEL_UNKNOWN: "“%(label)s” is no field of the template.",
    Fault.LABEL_DOUBLE: "The field “%(label)s” appears twice.",
    Fault.FIELD_MISSING: "The field “%(label)s” is missing.",
    Fault.COLUMN_UNKNOWN: "“%(label)s” is no column of this table.",
    Fault.COLUMN_DOUBLE: "The column “%(label)s” appears twice.",
    Fault.COLUMN_MISSING: "The column “%(label)s” is missing.",
    Fault.CELL_STRAY: "The cell belongs to no field or column of the template.",
    Fault.NO_ROWS: "The table has no rows.",
    Fault.REQUIRED: "“%(label)s” must not be empty.",
    Fault.FORMULA_ERROR: "The formula in this cell gives an error.",
    Fault.FORMULA_EMPTY: (
        "The formula in this cell has no result. Open the file in a spreadsheet "
        "program and save it, or type the value."
    ),
    Fault.FORMULA_ZERO: "The formula in this cell gives 0. Type 0 if that is meant.",
    Fault.TEXT_EXPECTED: "Write text here.",
    Fault.TEXT_TOO_LONG: "The text is longer than %(limit)s characters.",
    Fault.TEXT_CONTROL: "The text holds a character that cannot be printed.",
    Fault.KEY_INVALID: (
        "Use small letters, digits, hyphen and underscore only, at most %(limit)s."
    ),
    Fault.NUMBER_INVALID: "“%(value)s” is no number in the number format of the file.",
    Fault.NUMBER_AMBIGUOUS: (
        "“%(value)s” can be read as a thousand or as a fraction. Write it with two "
        "or four decimals, or without a separator."
    ),
    Fault.NUMBER_DIGITS: "“%(value)s” holds digits or signs other than 0–9.",
    Fault.NUMBER_FORMAT_MISSING: (
        "“%(value)s” needs the field “Number format” to say which sign is the decimal "
        "sign."
    ),
    Fault.NUMBER_NOT_FINITE: "The number is not finite.",
    Fault.NUMBER_INEXACT: (
        "The cell holds %(value)s, more digits than a spreadsheet keeps exactly. "
        "Round it or write it as text."
    ),
    Fault.NUMBER_DECIMALS: "Write at most %(places)s decimals.",
    Fault.NUMBER_WHOLE: "Write a whole number.",
    Fault.NUMBER_TOO_SMALL: "The number must be at least %(minimum)s.",
    Fault.NUMBER_TOO_LARGE: "The number must be at most %(maximum)s.",
    Fault.NUMBER_NOT_POSITIVE: "The number must be above zero.",
    Fault.PERCENT_AMBIGUOUS: (
        "“%(value)s” can mean a fraction or a percentage. Write it with the percent "
        "sign, such as 13%%."
    ),
    Fault.DATE_INVALID: "Write the day as 2026-12-31 or as a date cell.",
    Fault.DATE_TIME: "Write a day without a time.",
    Fault.DATE_WINDOW: "The day must be between %(minimum)s and %(maximum)s.",
    Fault.CHOICE_UNKNOWN: "“%(value)s” is not allowed here. Allowed: %(choices)s.",
    Fault.PRICE_MISSING: (
        "The price is empty. Write a price, or “not offered”. A missing price is "
        "never 0."
    ),
    Fault.TAX_RATE_MISSING: "Prices that include tax need the tax rate.",
    Fault.VALID_BEFORE_QUOTED: "The quote expires before its own date.",
    Fault.BUY_BACK_INCOMPLETE: "A buy-back needs both its share and its month.",
    Fault.BASE_OFFER_COUNT: "Exactly one offer must be the base; there are %(count)s.",
    Fault.OFFER_DOUBLE: "The offer “%(name)s” appears twice.",
    Fault.OFFER_UNKNOWN: "“%(name)s” is no offer of the table of offers.",
    Fault.OFFER_WITHOUT_LINES: "The offer “%(name)s” has no lines.",
    Fault.LINE_DOUBLE: "The key “%(key)s” appears twice in the offer “%(offer)s”.",
    Fault.YEARS_INCOMPLETE: "Write both the first and the last year, or neither.",
    Fault.YEARS_ORDER: "The last year is before the first.",
    Fault.YEARS_MISSING: "A support line needs its first and last year.",
    Fault.NOT_OFFERED_DISCOUNT: "A line that is not offered has no discount.",
    Fault.DELIVERY_MISSING: "Write the lead time in weeks or the delivery date.",
    Fault.DISCOUNT_TWICE: "A discount on the total is a share or an amount, not both.",
    Fault.DISCOUNT_EMPTY: (
        "The discount on the total has a name but no share or amount."
    ),
    Fault.PAYMENTS_SUM: "The payments add up to %(sum)s%%, not to 100%%.",
    Fault.TIER_INCOMPLETE: "A price tier needs both its quantity and its price.",
    Fault.TIER_WITHOUT_PRICE: (
        "Price tiers need a unit price, which holds below the first tier."
    ),
    Fault.TIER_ORDER: "The quantities of the price tiers must rise from left to right.",
    Fault.BUNDLE_PRICED: (
        "A line that is included in another has “included” as its price, no discount, "
        "no tiers, and is no option."
    ),
    Fault.BUNDLE_UNKNOWN: (
        "“%(key)s” is no required, priced line of the same offer that could include "
        "this one."
    ),
    Fault.COLUMN_UNMATCHED: "The column “%(label)s” is not matched with a field yet.",
    Fault.COLUMN_GONE: (
        "The column “%(label)s”, which was matched with a field, is not in the sheet."
    ),
    Fault.COLUMN_NEEDED: "No column is matched with “%(label)s”.",
    Fault.GROUP_UNMATCHED: "“%(label)s” is not matched with a group yet.",
    Fault.TOTAL_WITH_DISCOUNT: (
        "A line total holds its discount already: do not read the column of discounts, "
        "or match the unit price."
    ),
    Fault.TOTAL_INEXACT: (
        "%(total)s ÷ %(quantity)s is no unit price of six decimals that gives the line "
        "total back. Ask the vendor for the unit price."
    ),
    Fault.TOTAL_DIFFERS: (
        "The sheet says %(total)s; quantity × unit price, less the discount, is "
        "%(own)s."
    ),
    Fault.SHEET_OTHER: "The file is no sheet of this list. Save the list first.",
    Fault.ROW_LENGTH: "The row has %(found)s cells, the heading %(expected)s.",
    Fault.ROW_DOUBLE: "The row “%(key)s” appears twice.",
    Fault.RANGE_ORDER: "The upper value is below the lower one.",
    Fault.RATE_INVALID: "“%(value)s” is no exchange rate above zero.",
    Fault.CURRENCY_UNKNOWN: "“%(value)s” is no ISO 4217 currency code.",
    Fault.CURRENCY_SAME: "A currency needs no exchange rate to itself.",
}
