"""The best mix: by line and by group, what can't be bought apart left out and named."""

from decimal import Decimal

from hypothesis import given, settings, strategies as st

from catalog.pricing.comparing import Per, compare
from catalog.pricing.mixing import mix_by_group, mix_by_line
from catalog.pricing.quoted import TotalDiscount
from tests.catalog.pricing.samples import DOLLARS, line, offer, story_offers


def compared(*offers, per=Per.LINE):
    keys = [each.key for each in offers]
    return compare(offers, DOLLARS, comparable=keys, per=per), keys


def nic(price, **fields):
    return line(
        price, **({"key": "nic", "category": "network", "label": "NIC"} | fields)
    )


def test_story_gives_the_mix_of_the_screen():
    table = compare(story_offers(), DOLLARS, comparable="ABDE")

    mix = mix_by_line(table, "ABDE")

    assert mix.total == Decimal("4854140.00")
    assert set(mix.offers) == set("ABD")
    assert mix.missing == ()


def test_each_line_comes_from_its_lowest_comparable_offer():
    table, keys = compared(
        offer(line("100"), nic("9")), offer(line("90"), nic("10"), key="B")
    )

    mix = mix_by_line(table, keys)

    assert [(p.offer, p.label, p.amount) for p in mix.picks] == [
        ("B", "Server with 8 GPUs", 1440),
        ("A", "NIC", 144),
    ]
    assert mix.total == 1584


def test_offer_that_is_not_comparable_gives_nothing():
    table, _keys = compared(offer(), offer(line("1"), key="B"))

    assert mix_by_line(table, ["A"]).offers == ("A",)


def test_included_and_bundled_lines_cannot_be_bought_apart():
    table, keys = compared(
        offer(line("100"), nic("9")),
        offer(line("90"), nic("0"), key="B"),
        offer(line("95"), nic(None, included_in="chassis"), key="C"),
    )

    assert [pick.offer for pick in mix_by_line(table, keys).picks] == ["B", "A"]
    assert [pick.offer for pick in mix_by_group(table, keys).picks] == ["B", "A"]


def test_line_that_nobody_sells_apart_is_named_not_counted_as_zero():
    table, keys = compared(
        offer(line("100"), nic("0")), offer(line("90"), nic(None), key="B")
    )

    mix = mix_by_line(table, keys)

    assert (mix.total, mix.missing) == (1440, ("NIC",))
    assert mix_by_group(table, keys).missing == ("network",)


def test_group_comes_whole_from_one_offer():
    cable = nic("1", key="cable", label="Cable")
    table, keys = compared(
        offer(line("100"), nic("9"), cable),
        offer(line("90"), nic("2"), key="B"),
        offer(line("95"), nic("9"), nic("0.5", key="cable"), key="C"),
    )

    assert [pick.offer for pick in mix_by_group(table, keys).picks] == ["B", "C"]


def test_bundle_inside_the_group_makes_it_whole():
    cable = nic(None, key="cable", included_in="nic")
    table, keys = compared(
        offer(nic("9"), cable), offer(nic("9"), nic("1", key="cable"), key="B")
    )

    assert [pick.offer for pick in mix_by_group(table, keys).picks] == ["A"]


def test_options_that_were_not_chosen_and_discounts_on_totals_stay_out():
    extra = nic("5", key="extra", is_optional=True)
    table, keys = compared(
        offer(line("100"), extra, discount=TotalDiscount(share=Decimal("0.5"))),
        offer(line("90"), key="B"),
    )

    mix = mix_by_line(table, keys)

    assert (mix.offers, mix.total, mix.missing) == (("B",), 1440, ())


def test_mix_is_the_same_for_every_divisor():
    table, keys = compared(offer(), offer(line("90"), key="B", gpus=64), per=Per.GPU)

    assert mix_by_line(table, keys).total == 1440


def test_nothing_comparable_is_no_mix():
    table, _keys = compared(offer())

    assert mix_by_line(table, []).total is None


prices = st.decimals("0.01", "99999", places=2)


@settings(max_examples=80)
@given(drawn=st.lists(st.tuples(prices, prices, prices), min_size=1, max_size=6))
def test_mix_by_line_is_never_above_by_group_nor_that_above_a_single_award(drawn):
    table, keys = compared(
        *(
            offer(line(str(a)), nic(str(b)), nic(str(c), key="c"), key=str(at))
            for at, (a, b, c) in enumerate(drawn)
        )
    )

    single = min(column.total.value for column in table.columns)
    by_line, by_group = mix_by_line(table, keys).total, mix_by_group(table, keys).total
    assert by_line <= by_group <= single
