from fractions import Fraction

from hypothesis import given, strategies as st

from scoring.mcda.weighted_sum import group_points, weighted_sum

SHARES = st.lists(
    st.fractions(min_value=0, max_value=1, max_denominator=1000),
    min_size=4,
    max_size=4,
)


def test_points_are_a_hundred_times_weight_times_share():
    shares = {"a": Fraction(1, 2), "b": Fraction(1)}
    weights = {"a": Fraction(5, 8), "b": Fraction(3, 8)}

    assert weighted_sum(shares, weights) == Fraction(275, 4)


def test_a_missing_share_gives_no_total():
    weights = {"a": Fraction(1, 2), "b": Fraction(1, 2)}

    assert weighted_sum({"a": Fraction(1), "b": None}, weights) is None
    assert weighted_sum({"a": Fraction(1)}, weights) is None


def test_a_group_without_applicable_criteria_weighs_and_shares_nothing():
    weights = {"a": Fraction(1)}

    groups = group_points([("a", "1"), ("b", "2")], {"a": Fraction(1)}, weights)

    assert [(g.key, g.weight_points, g.points, g.share) for g in groups] == [
        ("1", 100, 100, 1),
        ("2", 0, 0, None),
    ]


def test_a_group_with_a_missing_share_has_no_points():
    group = group_points([("a", "1")], {"a": None}, {"a": Fraction(1)})[0]

    assert (group.points, group.share, group.weight_points) == (None, None, 100)


@given(SHARES)
def test_groups_add_up_to_the_total_exactly(values):
    shares = dict(zip("abcd", values, strict=True))
    weights = dict(
        zip("abcd", map(Fraction, ("0.3", "0.3", "0.2", "0.2")), strict=True)
    )
    members = [("a", "1"), ("b", "2"), ("c", "1"), ("d", "3")]

    parts = group_points(members, shares, weights)

    assert sum(part.points for part in parts) == weighted_sum(shares, weights)
