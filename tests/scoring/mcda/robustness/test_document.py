from procurement.canonical import canonical_json
from scoring.mcda.evaluate import evaluate
from scoring.mcda.matrix import Kind
from scoring.mcda.robustness.document import RobustnessDocument, robustness_document
from scoring.reports.validation import faults_of
from tests.scoring.mcda.inputs import criterion, evaluation
from tests.scoring.mcda.robustness.documents import story_document
from tests.scoring.mcda.story import story_inputs


def test_the_document_has_the_shape_that_its_types_say():
    assert list(faults_of(story_document(), RobustnessDocument, "$")) == []
    assert list(faults_of(story_document("final"), RobustnessDocument, "$")) == []


def test_it_is_plain_and_the_same_each_time():
    inputs = story_inputs("running")

    first = canonical_json(robustness_document(inputs))

    assert first == canonical_json(robustness_document(inputs, (), evaluate(inputs)))
    assert '"simulation":null' in first


def test_it_tells_what_the_story_tells():
    found = story_document()

    assert (found["leader"], found["standings"]["winners"]) == ("B", ["B"])
    budget = next(i for i in found["intervals"] if i["node"] == "3")
    assert (budget["shown_low"], budget["shown_high"]) == ("14.49", "22.75")
    assert (budget["first_below"], budget["first_above"]) == (["E"], ["D"])
    assert [i["key"] for i in found["absences"] if i["kind"] == "evaluator"] == [
        "Chen Wei",
        "M. Okafor",
        "J. Lindqvist",
        "S. Rao",
    ]
    assert [i["rule"]["formula"] for i in found["formulas"]] == [
        "low_bid",
        "fixed_range",
        "log",
    ]


def test_nothing_ranked_is_a_document_of_nothing():
    found = robustness_document(evaluation((criterion("q", Kind.CURVE),), ()))

    assert (found["leader"], found["intervals"], found["changes"]) == (None, [], [])
    assert list(faults_of(found, RobustnessDocument, "$")) == []
