from procurement.errors import ConflictError, RuleBrokenError


def test_broken_rule_carries_its_sentence_code_and_field():
    error = RuleBrokenError("Weights must sum to 100.", "weights_sum", "weight")

    assert str(error) == error.message == "Weights must sum to 100."
    assert (error.code, error.field) == ("weights_sum", "weight")


def test_broken_rule_without_field_concerns_the_whole():
    assert RuleBrokenError("Closed.", "closed").field is None


def test_conflict_is_a_broken_rule_that_carries_what_was_saved():
    error = ConflictError("Saved elsewhere.", saved={"score": 4}, version=3)

    assert isinstance(error, RuleBrokenError)
    assert (error.code, error.saved, error.version) == (
        "stale_version",
        {"score": 4},
        3,
    )
