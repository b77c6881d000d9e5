"""Lines know their group, what they match, and whether they are included."""

from catalog.models import QuoteLine
from catalog.pricing.quoted import GROUP_OF, Group
from tests.catalog.pricing.samples import line, offer


def test_every_category_has_a_group():
    assert set(GROUP_OF) == set(QuoteLine.Category.values)
    assert set(GROUP_OF.values()) == set(Group)


def test_training_is_a_service_and_spares_are_logistics():
    assert line(category="training").group is Group.SERVICES
    assert line(category="spares").group is line(category="freight").group


def test_lines_match_by_group_and_key_or_else_by_label():
    rail_kit = line(key="", label="Rail KIT")

    assert line(key="nic", label="A").match() == line(key="nic", label="B").match()
    assert rail_kit.match() == line(key="", label="rail kit").match()
    assert line(key="").match() != line(key="chassis").match()
    assert line(category="network").match() != line().match()


def test_each_line_of_an_offer_has_a_match_of_its_own():
    twice = line(key="", label="Cable"), line(key="", label="cable"), line()

    matches = [match for match, _line in offer(*twice).matches]

    assert [key for _group, key in matches] == [
        "label:1:cable",
        "label:2:cable",
        "chassis",
    ]


def test_a_price_of_zero_is_included_and_none_is_not():
    assert line("0").is_included
    assert not line(None).is_included
    assert not line("0.000001").is_included
