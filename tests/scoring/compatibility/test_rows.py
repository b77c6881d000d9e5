from tests.scoring.compatibility.reference import BUILDS, TOOLKITS, build, toolkit


def test_the_shipped_rows_are_taken_over_with_source_and_date():
    assert len(TOOLKITS) == 43
    assert len(BUILDS) == 62
    assert all(each.source and each.on for each in [*TOOLKITS, *BUILDS])
    assert toolkit("12.4 GA").driver_floor == "525.60.13"
    assert build("2.14", "CUDA", "13.0").architectures[-1] == "12.0+PTX"
