"""Another currency for writing: converted once, marks and winner where they were."""

from dataclasses import replace
from decimal import Decimal

from hypothesis import given, settings, strategies as st

from catalog.pricing.comparing import compare
from catalog.pricing.displaying import display_currencies, display_in
from tests.catalog.pricing.samples import DOLLARS, line, offer, rate, story_offers

CURRENCIES = ["USD", "EUR", "CNY", "JPY", "KWD"]


def test_every_currency_with_a_frozen_rate_can_be_shown_the_own_one_first():
    assert display_currencies(DOLLARS) == ("USD", "CNY", "EUR", "JPY", "KWD")


def test_amounts_are_divided_by_the_worth_of_the_other_currency():
    euro = display_in(DOLLARS, "EUR")

    assert euro.rate == rate("EUR", "1.0842")
    assert euro.shown(Decimal("4999780.00")).quantize(Decimal("0.01")) == Decimal(
        "4611492.34"
    )
    assert euro.shown(None) is None


def test_currency_without_a_rate_leaves_that_of_the_evaluation():
    franc = display_in(DOLLARS, "CHF")

    assert (franc.currency, franc.rate) == ("USD", None)
    assert franc.shown(Decimal(7)) == 7


def test_rates_between_other_currencies_lead_nowhere():
    basis = replace(DOLLARS, rates=(rate("EUR", "7.7", "CNY"),))

    assert display_currencies(basis) == ("USD",)
    assert display_in(basis, "EUR").rate is None


offers = st.lists(
    st.tuples(
        st.decimals("0.01", "900000", places=2),
        st.decimals("0.01", "90000", places=2),
        st.sampled_from(CURRENCIES),
    ),
    min_size=2,
    max_size=8,
)


@settings(max_examples=120)
@given(drawn=offers, currency=st.sampled_from(CURRENCIES))
def test_lowest_marks_and_winner_are_the_lowest_of_what_is_shown(drawn, currency):
    bids = [
        offer(
            line(str(server)),
            line(str(nic), key="nic", category="network"),
            key=str(at),
            currency=own,
        )
        for at, (server, nic, own) in enumerate(drawn)
    ]
    table = compare(bids, DOLLARS, comparable=[bid.key for bid in bids])
    shown = display_in(DOLLARS, currency).shown

    rows = [row.cells for section in table.sections for row in section.rows]
    marked = [[(cell.amount, cell.is_lowest) for cell in cells] for cells in rows]
    marked.append([(c.total.value, c.total.is_lowest) for c in table.columns])
    for row in marked:
        cells = [(amount, mark) for amount, mark in row if amount]
        if any(is_lowest for _amount, is_lowest in cells):
            least = min(shown(amount) for amount, _mark in cells)
            assert all(shown(amount) == least for amount, mark in cells if mark)
            # A coarser currency may show what is dearer by less than a coin alike.
            lowest = min(amount for amount, _mark in cells)
            assert all((amount == lowest) == mark for amount, mark in cells)


def test_story_has_one_winner_in_every_currency():
    table = compare(story_offers(), DOLLARS, comparable="ABDE")

    for currency in CURRENCIES:
        shown = display_in(DOLLARS, currency).shown
        totals = {
            column.offer.key: shown(column.total.value)
            for column in table.columns
            if column.offer.key in "ABDE"
        }
        assert min(totals, key=totals.get) == "D"
