from dataclasses import replace
from decimal import Decimal

from scoring.tco.cashflow import Component
from scoring.tco.chart import COLOURS, PATTERNS, hardware_share
from scoring.tco.ownership import cost_of_ownership
from tests.scoring.tco.samples import USD, story_candidate


def owned(letter):
    return cost_of_ownership(story_candidate(letter), USD)[4]


def test_components_have_the_colours_of_the_palette_and_a_pattern_each():
    assert list(COLOURS.items()) == [
        (Component.HARDWARE, "c1"),
        (Component.ENERGY, "c2"),
        (Component.MAINTENANCE, "c3"),
        (Component.SPACE, "c4"),
        (Component.STAFF, "c5"),
        (Component.SPARES, "c6"),
        (Component.RESIDUAL, "c7"),
    ]
    assert list(PATTERNS) == list(COLOURS)
    assert len(set(PATTERNS.values())) == 7


def test_the_hardware_has_the_published_share_of_each_cost():
    shares = [hardware_share(owned(letter)) for letter in "ABCDE"]

    assert [round(100 * share) for share in shares] == [81, 82, 73, 83, 83]


def test_hardware_share_needs_a_cost_above_zero():
    result = owned("A")

    assert hardware_share(replace(result, npv=Decimal(0))) is None
    assert hardware_share(replace(result, npv=Decimal(-1))) is None
