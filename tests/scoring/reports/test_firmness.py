from decimal import Decimal

from scoring.reports.firmness import firmness


def test_thin_lead_of_the_story_hangs_on_one_step(snapshot):
    found = firmness(snapshot)

    assert found.lead == Decimal("0.06598868920986160777259660")
    assert found.step == Decimal("0.5625")
    assert found.is_decided_by_a_step


def widen_the_lead(snapshot, to):
    leader = snapshot["ranking"]["rows"][0]
    leader["total"] = str(
        Decimal(snapshot["ranking"]["rows"][1]["total"]) + Decimal(to)
    )


def test_lead_above_the_largest_step_is_firm(snapshot):
    widen_the_lead(snapshot, "0.5626")

    found = firmness(snapshot)

    assert not found.is_decided_by_a_step
    assert found.lead == Decimal("0.5626")


def test_lead_of_exactly_a_step_can_become_a_tie(snapshot):
    widen_the_lead(snapshot, "0.5625")

    assert firmness(snapshot).is_decided_by_a_step


def test_third_may_overtake_where_the_second_cannot(snapshot):
    """The second has no score left to rise; the third is as close as a step."""
    widen_the_lead(snapshot, "0.3")
    snapshot["ranking"]["rows"][2]["total"] = snapshot["ranking"]["rows"][1]["total"]
    snapshot["cells"] = [
        cell
        for cell in snapshot["cells"]
        if cell["candidate"] == "E" and cell["criterion"] == "1.2"
    ]

    found = firmness(snapshot)

    assert found.step == Decimal("0.5625")
    assert found.is_decided_by_a_step


def test_scores_at_the_end_of_the_scale_do_not_move_further(snapshot):
    for cell in snapshot["cells"]:
        cell["score"] = "1" if cell["candidate"] == "D" else "5"

    assert firmness(snapshot) is None


def test_consensus_hides_the_scores_under_it(snapshot):
    snapshot["cells"] = [
        cell for cell in snapshot["cells"] if cell["criterion"] in {"1.2", "5.4"}
    ]
    snapshot["consensus"] = [
        {
            **snapshot["consensus"][0],
            "criterion": "1.2",
            "candidate": key,
            "outcome": "consensus",
        }
        for key in "ABDE"
    ]

    assert firmness(snapshot).step == Decimal(1) / 4 / 3


def test_heavier_evaluator_moves_the_mean_further(snapshot):
    snapshot["evaluators"][0]["weight"] = "3"

    assert firmness(snapshot).step == Decimal(9) / 4 * 3 / 6


def test_share_of_maximum_moves_less(snapshot):
    snapshot["criteria"]["share_rule"] = "share_of_maximum"

    assert firmness(snapshot).step == Decimal(9) / 5 / 4


def test_one_ranked_bid_has_no_lead(snapshot):
    for row in snapshot["ranking"]["rows"][1:]:
        row["total"] = row["rank"] = None

    assert firmness(snapshot) is None
