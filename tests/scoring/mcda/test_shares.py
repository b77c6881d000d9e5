from decimal import Decimal
from fractions import Fraction

from scoring.mcda.matrix import CandidateInput, DatumInput, Kind
from scoring.mcda.shares import candidate_result, sheet
from tests.scoring.mcda.inputs import criterion, evaluation, quality_and_price


def test_a_candidate_is_scored_on_the_sheet_it_shares_with_the_others():
    inputs = quality_and_price({"X": ("0.9", "120"), "Y": ("0.8", "100")})
    on = sheet(inputs)

    own = candidate_result(inputs.candidates[0], on)

    assert on.weights == {"quality": Fraction(3, 5), "price": Fraction(2, 5)}
    assert (on.field.lowest, on.field.highest) == (100, 120)
    assert own.criterion("quality").points == 54
    assert own.criterion("price").points == Fraction(100, 3)
    assert own.total == sum(item.points for item in own.criteria)
    assert own.place is None


def test_each_curve_criterion_reads_its_own_datum():
    inputs = evaluation(
        (criterion("1.1", Kind.CURVE, 50), criterion("2.1", Kind.CURVE, 50)),
        (CandidateInput(key="A"),),
        data=(
            DatumInput(
                candidate="A",
                criterion="1.1",
                value=Decimal("0.25"),
                provenance="measured",
                source="run set 7",
            ),
            DatumInput(candidate="A", criterion="2.1", value=Decimal("0.75")),
        ),
    )

    own = candidate_result(inputs.candidates[0], sheet(inputs))

    assert [item.share for item in own.criteria] == [Fraction(1, 4), Fraction(3, 4)]
    assert own.criterion("1.1").working.datum.source == "run set 7"
    assert not own.criterion("1.1").working.datum.assumed_by
    assert [group.points for group in own.dimensions] == [12.5, 37.5]


def test_an_absent_datum_leaves_a_gap_with_its_reason():
    inputs = evaluation((criterion("1.1", Kind.CURVE),), (CandidateInput(key="A"),))

    own = candidate_result(inputs.candidates[0], sheet(inputs)).criterion("1.1")

    assert (own.share, own.points, own.shown_score) == (None, None, None)
    assert (own.working.share, own.working.datum) == (None, None)
    assert [str(item.code) for item in own.reasons] == ["datum_missing"]
