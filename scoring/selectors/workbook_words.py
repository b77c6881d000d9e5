"""The words of the comparison's workbook."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from catalog.pricing.comparing import State


def input_headings() -> tuple[str, ...]:
    """What holds for a whole offer."""
    return (
        _("No."),
        _("Offer"),
        _("Currency"),
        _("Rate"),
        _("Discount on the total, share"),
        _("Discount on the total, amount"),
        _("Tax rate"),
        _("Nodes"),
        _("GPUs"),
        _("GB of GPU memory"),
        _("TFLOPS, BF16 dense"),
        _("Comparable"),
    )


def line_headings() -> tuple[str, ...]:
    """What holds for one line, and how its total comes about."""
    return (
        _("No."),
        _("Offer"),
        _("Group"),
        _("Line"),
        _("Quantity"),
        _("Unit"),
        _("Unit price"),
        _("Tier from"),
        _("Discount"),
        _("Tax rate"),
        _("Counts (1) or not (0)"),
        _("Exact amount in the smallest coin"),
        _("Line total"),
        _("Line total on the page"),
        _("Difference"),
    )


def total_labels() -> tuple[str, ...]:
    """The rows of the foot."""
    return (
        _("Lines together"),
        _("Discount on the total"),
        _("Total"),
        _("Per node"),
        _("Per GPU"),
        _("Per GB of GPU memory"),
        _("Per TFLOPS, BF16 dense"),
        _("Total on the page"),
        _("Difference"),
    )


def state_words() -> Mapping[State, str]:
    """What stands in place of an amount."""
    return {
        State.PRICED: "",
        State.OPTION: "",
        State.INCLUDED: _("included"),
        State.BUNDLED: _("included in another line"),
        State.NOT_OFFERED: _("not offered"),
        State.ABSENT: _("not offered"),
        State.UNSTATED: _("exchange or tax rate missing"),
    }


def rounding_words() -> str:
    """How amounts are rounded, and what the differences say."""
    return _(
        "Line totals are rounded once, half to even. ROUND of a spreadsheet takes half "
        "away from zero, so a formula of its own does it. Spreadsheets reckon with 15 "
        "digits: the rows Difference say whether a total is not that of the page."
    )
