"""Lines know their group, what they match, and whether they are included."""

from catalog.models import QuoteLine
from catalog.pricing.quoted import GROUP_OF, Group
from tests.catalog.pricing.samples import line


def test_every_category_has_a_group():
    assert set(GROUP_OF) == set(QuoteLine.Category.values)
    assert set(GROUP_OF.values()) == set(Group)


def test_training_is_a_service_and_spares_are_logistics():
    assert line(category="training").group is Group.SERVICES
    assert line(category="spares").group is line(category="freight").group


def test_lines_match_by_group_and_key_or_else_by_label():
    assert line(key="nic", label="A").match == line(key="nic", label="B").match
    assert line(key="", label="Rail KIT").match == line(key="", label="rail kit").match
    assert line(key="").match != line(key="chassis").match
    assert line(category="network").match != line().match


def test_a_price_of_zero_is_included_and_none_is_not():
    assert line("0").is_included
    assert not line(None).is_included
    assert not line("0.000001").is_included
