from copy import deepcopy

from django.utils import translation

from scoring.selectors.robustness.names import Names
from scoring.selectors.robustness.statement import Firmness, firmness_of, statement
from tests.scoring.mcda.inputs import quality_and_price
from tests.scoring.mcda.robustness.documents import document_of, story_document
from tests.scoring.mcda.story import FIXED_RANGE
from tests.scoring.selectors.robustness.people import NAMES

XY = Names(
    candidates={"X": "Xeno", "Y": "Ypsilon"},
    dimensions={"quality": "Quality", "price": "Price"},
    criteria={"quality": "Quality", "price": "Price"},
)


def said(document, names):
    """Return the paragraph with plain blanks."""
    return statement(document, names).replace("\u00a0", " ")


def test_the_story_is_fragile_and_says_by_what():
    assert firmness_of(story_document()) is Firmness.FRAGILE
    words = said(story_document(), NAMES)

    assert words.startswith(
        "Supermicro 821GE is first, 0.12 points of 100 before HPE XD670. "
        "First place is fragile: little is needed to move it. "
        "Of all the weight, 0.34 % would have to move between criteria before "
        "HPE XD670 is first. "
        "Without Inspur NF5688M7, which does not win, first place goes to HPE XD670. "
        "With another price formula first place would go to HPE XD670. "
        "TOPSIS, weighted product and VIKOR name HPE XD670 instead. "
        "When weights and scores vary, Supermicro 821GE is first in 5"
    )
    assert words.endswith(" of 10,000 draws.")


def test_who_is_first_in_more_draws_than_the_winner_is_named():
    found = deepcopy(story_document())
    first, second = found["standings"]["order"][:2]
    for item in found["simulation"]["chances"]:
        item["ranks"][0] = {first: "0.3773", second: "0.5286"}.get(
            item["candidate"], "0"
        )

    assert said(found, NAMES).endswith(
        "When weights and scores vary, Supermicro 821GE is first in 38 % of 10,000 "
        "draws. HPE XD670 is first more often, in 53 % of them."
    )


def test_it_speaks_chinese():
    with translation.override("zh-hans"):
        words = said(story_document(), NAMES)

    assert "第一名脆弱：稍有变化就会易主。" in words
    assert "0.34 % 的总权重" in words


def test_a_winner_that_leads_on_everything_is_safe():
    found = document_of(
        quality_and_price({"X": (".9", 100), "Y": (".2", 200)}), (FIXED_RANGE,)
    )

    assert firmness_of(found) is Firmness.SAFE
    words = said(found, XY)
    assert "No weights whatever would put another candidate first." in words
    assert "No losing bid decides who wins." in words
    assert "Another price formula would give the same winner." in words
    assert "TOPSIS, weighted product and VIKOR name the same winner." in words
    assert words.endswith("Xeno is first in 100 % of 10,000 draws.")


def test_without_draws_and_other_formulas_nothing_is_said_of_them():
    found = document_of(
        quality_and_price({"X": (".9", 100), "Y": (".2", 200)}), is_drawn=False
    )

    assert "draws" not in statement(found, XY)
    assert "formula" not in statement(found, XY)
    assert firmness_of(found) is Firmness.SAFE


def test_a_tie_is_fragile_and_named():
    found = document_of(quality_and_price({"X": (".5", 100), "Y": (".5", 100)}))

    assert firmness_of(found) is Firmness.FRAGILE
    assert statement(found, XY).startswith("Xeno, Ypsilon are tied for first place.")


def test_between_safe_and_fragile_it_is_fair():
    """Quality 60 gives X 6 points more, the price 40 takes 1.9: 5 % must move."""
    found = document_of(
        quality_and_price({"X": (".6", 105), "Y": (".5", 100)}), is_drawn=False
    )

    assert firmness_of(found) is Firmness.FAIR
    assert "some changes would move it" in statement(found, XY)


def test_one_candidate_has_nobody_to_be_compared_with():
    found = document_of(quality_and_price({"X": (".6", 105)}))

    assert firmness_of(found) is Firmness.NONE
    assert statement(found, XY) == "There are no two ranked candidates to compare."
