"""Tables and querysets of the judgement, one module a noun."""

from scoring.models.assumptions import CostAssumption
from scoring.models.candidates import Candidate, Evidence, KnockOutResult
from scoring.models.criteria import CriteriaVersion, Criterion, Dimension
from scoring.models.criteria_templates import CriteriaTemplate
from scoring.models.decisions import Approval, Award, Decision, Report
from scoring.models.evaluations import Evaluation
from scoring.models.robustness import RobustnessCheck
from scoring.models.weightings import Weighting
from scoring.models.worksheets import (
    Assignment,
    Cell,
    Consensus,
    NotApplicable,
    Worksheet,
)

__all__ = [
    "Approval",
    "Assignment",
    "Award",
    "Candidate",
    "Cell",
    "Consensus",
    "CostAssumption",
    "CriteriaTemplate",
    "CriteriaVersion",
    "Criterion",
    "Decision",
    "Dimension",
    "Evaluation",
    "Evidence",
    "KnockOutResult",
    "NotApplicable",
    "Report",
    "RobustnessCheck",
    "Weighting",
    "Worksheet",
]
