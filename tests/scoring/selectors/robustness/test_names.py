from scoring.selectors.rankings.results import ranking_of
from scoring.selectors.robustness.names import names_of


def test_everything_is_named_as_on_the_page(story):
    names = names_of(ranking_of(story.evaluation))

    assert names.candidate(str(story.candidates["D"].uuid)) == "HPE XD670"
    assert names.node("3", is_dimension=True) == "Budget"
    assert names.node("1.1", is_dimension=False) == "1.1 GPU memory per node"
