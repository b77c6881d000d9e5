"""The ranking's rows: order, parts, ties, what is left out and every reason."""

from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from uuid import uuid4

from catalog.models import Quote
from scoring.models import Candidate, Cell, Evidence
from scoring.selectors.rankings.results import ranking_of
from scoring.selectors.rankings.tables import ranking_table
from tests.story import REVIEW, STORY, make_story


def table_of(story, user=None):
    return ranking_table(ranking_of(story.evaluation), (user or story.officer).pk)


def labels(rows):
    return [row.candidate.label for row in rows]


def short(letters):
    return [STORY["bidders"][letter]["short"] for letter in letters]


def test_rows_stand_in_order_with_their_parts_and_price(story):
    table = table_of(story)

    assert labels(table.ranked) == short("BDEAC")
    assert [row.rank for row in table.ranked] == [1, 2, 3, 4, 5]
    first = table.ranked[0]
    expected = STORY["expected"]["dimension_points"]["B"]
    assert [head.dimension.key for head in table.heads] == ["1", "2", "3", "4", "5"]
    assert [head.weight for head in table.heads] == [30, 25, 20, 15, 10]
    for part, key in zip(first.parts, "12345", strict=True):
        assert abs(part - Fraction(expected[key])) < 1e-9
    assert sum(first.parts) == first.total
    assert abs(first.price_share - Fraction("0.7350452595838")) < 1e-12
    assert abs(first.price_points - first.price_share * 14) == 0
    assert (first.done, first.required) == (18, 18)
    assert first.product == "8× H200 SXM 141 GB"


def test_the_three_perspectives_add_up_to_the_total(story):
    for row in table_of(story).ranked:
        assert [axis.key for axis in row.axes] == ["technical", "commercial", "risk"]
        assert [axis.weight_points for axis in row.axes] == [70, 20, 10]
        assert sum(axis.points for axis in row.axes) == row.total


def test_every_reason_for_provisional_is_said(story):
    story.cell(story.evaluator, "1.2", "A").delete()
    story.tender.prices_released_at = None
    story.tender.save()
    story.evaluation.refresh_from_db()

    table = table_of(story)

    assert table.provisional == (
        "1 of 227 scores are still owed.",
        "Moderation is open: 6 of 6 cells lie too far apart.",
        "Inspur NF5688M7 is under review.",
        "The prices are not yet released to the panel.",
    )
    assert table.gaps == ()
    done = {row.candidate.label: row.done for row in table.ranked}
    assert done["Dell XE9680"] == 17


def test_a_cell_below_the_quorum_is_said_apart(story):
    cells = Cell.objects.filter(criterion_key="1.2", candidate=story.candidates["A"])
    cells.exclude(worksheet__evaluator=story.evaluator).update(
        state="declined", score=None
    )

    table = table_of(story)

    assert table.gaps == ("Dell XE9680, criterion 1.2: scores given 1, needed 2.",)


def test_what_cannot_be_ranked_says_all_that_is_missing(story):
    Evidence.objects.filter(
        candidate=story.candidates["A"], criterion_key__in=["1.1", "2.1"]
    ).delete()
    Quote.objects.filter(vendor=story.candidates["A"].vendor).update(currency="CHF")

    table = table_of(story)

    (row,) = table.unranked
    assert row.candidate.label == "Dell XE9680"
    assert row.reasons[:3] == (
        "Criterion 1.1 has no datum for this candidate.",
        "Criterion 2.1 has no datum for this candidate.",
        "There is no evaluated price.",
    )
    assert "CHF" in row.reasons[3]
    assert labels(table.ranked) == short("BDEC")


def test_what_takes_no_part_stands_below_with_its_reason(story):
    table = table_of(story)

    (row,) = table.excluded
    assert row.candidate.label == "Lenovo SR680a V3"
    assert row.reason == STORY["admission_notes"]["F"]["reason"]


def twin_of(story, letter):
    """Another candidate of the same offer, with the same evidence and cells."""
    original = story.candidates[letter]
    kept = [
        row
        for rows in (original.evidence, original.cells, original.cost_assumptions)
        for row in rows.all()
    ]
    twin = Candidate.objects.get(pk=original.pk)
    twin.pk, twin.uuid, twin.position, twin.label = None, uuid4(), 9, "Twin of B"
    twin._state.adding = True
    twin.save()
    for row in kept:
        row.pk, row.candidate = None, twin
        row._state.adding = True
        row.save()
    return twin


def test_exact_ties_that_nothing_parts_stay_tied(db):
    story = make_story(moment="final")
    twin_of(story, "B")

    table = table_of(story)

    notes = {row.candidate.label: (row.rank, row.notes) for row in table.ranked}
    rank = STORY["expected"]["final_v3"]["order"].index("B") + 1
    assert notes["Supermicro 821GE"] == (rank, ("Tied with Twin of B",))
    assert notes["Twin of B"] == (rank, ("Tied with Supermicro 821GE",))
    assert sorted(place for place, _notes in notes.values()) == [1, 2, 2, 4, 5]


def test_equal_points_say_which_step_parted_them(db):
    story = make_story(moment="final")
    twin = twin_of(story, "B")
    quote = twin.offer.quote
    quote.pk, quote.uuid, quote.round = None, uuid4(), 2
    quote.received_at -= timedelta(hours=1)
    quote._state.adding = True
    quote.save()
    offer = twin.offer
    lines = list(offer.lines.all())
    offer.pk, offer.uuid, offer.quote = None, uuid4(), quote
    offer._state.adding = True
    offer.save()
    for line in lines:
        line.pk, line.offer = None, offer
        line._state.adding = True
        line.save()
    Candidate.objects.filter(pk=twin.pk).update(offer=offer)

    table = table_of(story)

    notes = {row.candidate.label: (row.rank, row.notes) for row in table.ranked}
    parted = ("Equal points; decided by: earlier submission",)
    assert notes["Twin of B"] == (2, parted)
    assert notes["Supermicro 821GE"] == (3, parted)


def test_a_recused_reader_finds_nothing_of_that_vendor(story):
    Candidate.objects.filter(pk=story.candidates["C"].pk).update(
        admission_reason=REVIEW
    )

    table = table_of(story, story.recused)

    assert labels(table.ranked) == short("BDEA")
    assert [row.rank for row in table.ranked] == [1, 2, 3, 4]
    assert table.is_partial
    assert "Inspur" not in str(table.provisional)
    assert table.provisional[1] == (
        "A candidate that is not shown to you is under review."
    )


def test_a_price_of_another_basis_is_read_from_the_quotes(story):
    story.evaluation.price_basis = "quoted_net"
    story.evaluation.save()

    table = table_of(story)

    prices = {row.candidate.label: row.price for row in table.ranked}
    assert prices["Dell XE9680"] == Decimal(STORY["totals_usd_net"]["A"])
    assert prices["Inspur NF5688M7"] == Decimal(STORY["totals_usd_net"]["C"])
