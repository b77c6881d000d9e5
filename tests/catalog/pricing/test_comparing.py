"""Side by side: same lines in a row, lowest marks for comparable bids only."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import given, settings, strategies as st

from catalog.pricing.comparing import Per, State, compare
from catalog.pricing.quoted import Basis, Group, TotalDiscount
from procurement.money import EXACT, MissingRateError, TaxBasis
from tests.catalog.pricing.samples import (
    DOLLARS,
    STORY,
    line,
    offer,
    rate,
    story_offers,
    tiers,
)

ADMITTED = frozenset("ABDE")


def story(**options):
    options = {"comparable": ADMITTED} | options
    return compare(story_offers(), DOLLARS, **options)


def row_of(comparison, key):
    rows = [row for section in comparison.sections for row in section.rows]
    return next(row for row in rows if row.key == key)


def lowest(cells):
    return [cell.is_lowest for cell in cells]


def test_groups_stand_in_the_order_of_the_page_with_their_subtotals():
    sections = story().sections

    assert [section.group for section in sections] == [
        Group.COMPUTE,
        Group.NETWORK,
        Group.SUPPORT,
        Group.SERVICES,
        Group.LOGISTICS,
    ]
    assert sections[0].subtotals[2] == Decimal("2780800.00")
    assert sections[2].subtotals == tuple(
        Decimal(total) for total in (387200, 347200, 131200, 412800, 537600, 374400)
    )


def test_totals_and_figures_per_gpu_and_gigabyte_are_those_of_the_screen():
    columns = story().columns

    assert [str(column.total.value) for column in columns] == list(
        STORY["totals_usd_net"].values()
    )
    assert columns[0].per_gpu.value == Decimal("39269.0625")
    assert columns[2].per_gb.value == Decimal("324.50390625")
    assert columns[1].per_node.value == Decimal("325296.25")


def test_lowest_mark_goes_to_a_comparable_bid_only():
    comparison = story()

    assert lowest(row_of(comparison, "chassis").cells) == [False] * 3 + [
        True,
        False,
        False,
    ]
    totals = [column.total.is_lowest for column in comparison.columns]
    assert totals == [False, False, False, True, False, False]


def test_included_and_missing_lines_are_no_amounts_to_compare():
    comparison = story()
    cpu, extension = row_of(comparison, "cpu"), row_of(comparison, "s5")

    assert cpu.cells[4].state is State.INCLUDED
    assert not cpu.cells[4].is_lowest
    assert cpu.cells[1].is_lowest
    assert extension.cells[2].state is State.NOT_OFFERED
    assert extension.cells[2].amount is None


def test_equal_amounts_carry_no_mark():
    assert lowest(row_of(story(), "train").cells) == [False] * 6


def test_a_lone_amount_carries_no_mark():
    comparison = compare([offer()], DOLLARS, comparable={"A"})

    assert lowest(row_of(comparison, "chassis").cells) == [False]
    assert not comparison.columns[0].total.is_lowest


def test_common_quantity_unit_and_tier_stand_at_the_row():
    row = row_of(story(), "nic")

    assert (row.quantity, row.unit, row.tier) == (Decimal(128), "piece", Decimal(100))


def test_differing_quantities_stand_at_the_cells():
    offers = [offer(), offer(line(quantity=Decimal(15)), key="B")]

    row = row_of(compare(offers, DOLLARS, comparable={"A", "B"}), "chassis")

    assert row.quantity is None
    assert [cell.line.quantity for cell in row.cells] == [16, 15]


def test_per_gpu_divides_by_the_gpus_of_each_offer():
    small = offer(line("228000"), key="B", gpus=64)
    comparison = compare([offer(), small], DOLLARS, comparable={"A", "B"}, per=Per.GPU)

    row = row_of(comparison, "chassis")

    assert [cell.amount for cell in row.cells] == [28550, 57000]
    assert lowest(row.cells) == [True, False]


def test_per_node_divides_by_the_nodes():
    row = row_of(story(per=Per.NODE), "chassis")

    assert row.cells[3].amount == Decimal(222800)


def test_line_of_one_offer_only_is_absent_in_the_others():
    extra = offer(line(), line("10", key="rail"), key="B")
    comparison = compare([offer(), extra], DOLLARS, comparable={"A", "B"})

    row = row_of(comparison, "rail")

    assert [cell.state for cell in row.cells] == [State.ABSENT, State.PRICED]
    assert not row.is_same


def test_same_lines_are_told_from_different_ones():
    offers = [offer(), offer(key="B")]

    assert row_of(compare(offers, DOLLARS, comparable=()), "chassis").is_same
    assert not row_of(story(), "chassis").is_same


def test_offer_with_a_missing_line_is_never_the_lowest_total():
    whole = offer(line(), line("5", key="s3", category="support"))
    cheap = offer(line(), line(None, key="s3", category="support"), key="B")
    third = offer(line("300000"), line("5", key="s3", category="support"), key="C")

    comparison = compare([whole, cheap, third], DOLLARS, comparable={"A", "B", "C"})

    assert [column.total.is_lowest for column in comparison.columns] == [
        True,
        False,
        False,
    ]
    assert comparison.columns[1].not_offered == ("Server with 8 GPUs",)


def test_offer_without_a_whole_group_is_never_the_lowest_total():
    whole = offer(line(), line("5", key="s3", category="support"))
    bare = offer(line("1"), key="B")
    third = offer(line("300000"), line("5", key="s3", category="support"), key="C")

    comparison = compare([whole, bare, third], DOLLARS, comparable={"A", "B", "C"})

    assert comparison.columns[1].absent_groups == (Group.SUPPORT,)
    assert [column.total.is_lowest for column in comparison.columns] == [
        True,
        False,
        False,
    ]


def test_a_group_that_only_an_excluded_bid_offers_makes_nobody_incomplete():
    odd = offer(line(), line("5", key="s3", category="support"), key="F")

    comparison = compare([offer(), odd], DOLLARS, comparable={"A"})

    assert comparison.columns[0].is_complete


def test_offer_whose_rate_is_missing_shows_no_amount_and_says_which():
    franc = offer(key="B", currency="CHF")

    comparison = compare([offer(), franc], DOLLARS, comparable={"A", "B"})

    column = comparison.columns[1]
    assert isinstance(column.gap, MissingRateError)
    assert column.gap.base == "CHF"
    assert column.total.value is None
    assert column.document.amount == Decimal(3654400)
    assert row_of(comparison, "chassis").cells[1].state is State.UNSTATED
    assert comparison.sections[0].subtotals == (Decimal(3654400), None)


def test_offer_without_gpu_memory_has_no_figure_per_gigabyte():
    comparison = compare([offer(memory_gb=None)], DOLLARS, comparable=())

    assert comparison.columns[0].per_gb.value is None


def test_ranking_by_total_does_not_depend_on_the_currency_of_comparison():
    euros = Basis(
        currency="EUR",
        tax_basis=TaxBasis.NET,
        rates=DOLLARS.rates[:1],
    )
    bids = [bid for bid in story_offers() if bid.currency in {"USD", "EUR"}]

    orders = [
        sorted(compare(bids, basis, comparable=()).columns, key=lambda c: c.total.value)
        for basis in (DOLLARS, euros)
    ]

    first, second = ([column.offer.key for column in order] for order in orders)
    assert first == second == ["D", "A", "F", "B", "E"]


def test_lines_of_one_name_and_no_key_stand_in_rows_of_their_own():
    cables = [line(price, key="", label="Cable", quantity=1) for price in ("100", "7")]
    single = line("90", key="", label="cable", quantity=1)

    comparison = compare(
        [offer(*cables), offer(single, key="B")], DOLLARS, comparable=frozenset("AB")
    )

    (section,) = comparison.sections
    amounts = [[cell.amount for cell in row.cells] for row in section.rows]
    assert amounts == [[Decimal(100), Decimal(90)], [Decimal(7), None]]
    assert section.subtotals == (Decimal(107), Decimal(90))
    assert [column.total.value for column in comparison.columns] == [
        Decimal(107),
        Decimal(90),
    ]


def test_an_option_shows_its_price_and_is_in_no_sum():
    option = line("5", key="opt", quantity=Decimal(1), is_optional=True)
    table = compare([offer(line("10"), option)], DOLLARS, comparable="A")
    cell = row_of(table, "opt").cells[0]

    assert (cell.state, cell.amount, cell.counted) == (State.OPTION, 5, None)
    assert table.sections[0].subtotals == (160,)
    assert table.columns[0].total.value == 160


def test_a_chosen_option_counts_and_who_lacks_it_is_incomplete():
    option = line("5", key="opt", label="Week 2", is_optional=True, is_chosen=True)
    table = compare(
        [offer(line("10"), option), offer(line("10"), key="B")],
        DOLLARS,
        comparable="AB",
    )
    first, second = table.columns

    assert first.total.value == 240
    assert second.not_offered == ("Week 2",)
    assert not second.is_complete


def test_a_bundled_line_names_the_line_that_holds_it():
    held = line(None, key="rail", label="Rails", included_in="chassis")
    table = compare([offer(line("10"), held)], DOLLARS, comparable="A")
    cell = row_of(table, "rail").cells[0]

    assert (cell.state, cell.bundle) == (State.BUNDLED, "Server with 8 GPUs")
    assert cell.amount is None
    assert table.columns[0].is_complete


def test_the_discount_on_a_total_stands_between_lines_and_total():
    discount = TotalDiscount(label="Project", share=Decimal("0.1"))
    table = compare([offer(line("10"), discount=discount)], DOLLARS, comparable="A")
    column = table.columns[0]

    assert table.has_discounts
    assert (column.lines, column.reduction, column.total.value) == (160, -16, 144)
    assert column.per_node.value == 9


def test_tiers_that_differ_are_not_told_of_the_row():
    low = line("10", breaks=tiers((8, "9")))
    high = line("10", breaks=tiers((16, "8")))
    offers = [offer(low), offer(high, key="B")]

    assert row_of(compare(offers, DOLLARS, comparable=""), "chassis").tier is None
    assert [o.lines[0].tier for o in offers] == [8, 16]


@settings(max_examples=20)
@given(
    st.permutations(range(6)),
    st.sampled_from(["USD", "EUR", "CNY"]),
)
def test_the_order_of_totals_and_the_lowest_do_not_move_with_the_currency(
    order, currency
):
    bids = [story_offers()[at] for at in order]
    dollars = compare(bids, DOLLARS, comparable=ADMITTED)
    table = compare(bids, in_currency(currency), comparable=ADMITTED)

    def ranked(found):
        totals = [(column.total.value, column.offer.key) for column in found.columns]
        return [key for _total, key in sorted(totals)]

    def marked(found):
        return [column.total.is_lowest for column in found.columns]

    assert ranked(table) == ranked(dollars)
    assert marked(table) == marked(dollars)


def in_currency(currency):
    """The basis in another currency, each rate divided by the one to it."""
    worth = {"USD": Fraction(1)}
    worth |= {r.base: Fraction(r.quote_per_base) for r in DOLLARS.rates}
    rates = tuple(
        rate(code, exactly(value / worth[currency]), currency)
        for code, value in worth.items()
        if code != currency
    )
    return Basis(currency=currency, tax_basis=TaxBasis.NET, rates=rates)


def exactly(value):
    return str(EXACT.divide(Decimal(value.numerator), Decimal(value.denominator)))
