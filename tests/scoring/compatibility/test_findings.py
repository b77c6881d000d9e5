from scoring.compatibility.findings import Result, worst


def test_a_failure_is_worse_than_what_is_not_known():
    assert worst(list(Result)) is Result.FAILS
    assert worst([Result.UNKNOWN, Result.WARNS]) is Result.UNKNOWN
    assert worst([Result.PASSES]) is Result.PASSES
    assert worst([]) is Result.UNKNOWN
