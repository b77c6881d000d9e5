from scoring.tco.ownership import cost_of_ownership
from scoring.worked_cases.cluster import USD, cluster
from tests.scoring.tco.samples import CASES, worked_candidate


def test_the_cluster_costs_what_the_tests_of_the_model_say():
    ours = cost_of_ownership(cluster(CASES["S08"]["inputs"]), USD, (5,))[5]

    assert ours.npv == cost_of_ownership(worked_candidate(), USD, (5,))[5].npv
