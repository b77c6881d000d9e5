"""Addresses of the pages of scoring, one list a noun."""

from django.urls import URLPattern, URLResolver, path

from scoring.views import (
    arrangements,
    assignments,
    candidates,
    costs,
    criteria,
    decisions,
    dimensions,
    evaluations,
    evidence,
    leaves,
    moderation,
    openings,
    policies,
    progress,
    quotes,
    rankings,
    reports,
    search,
    stages,
    worksheets,
)

app_name = "scoring"
EVALUATION = "evaluations/<str:reference>"

COSTS = [
    path(f"{EVALUATION}/tco/", costs.CostDetailView.as_view(), name="cost-detail"),
    path(
        f"{EVALUATION}/tco/<int:years>/chart/",
        costs.CostChartView.as_view(),
        name="cost-chart",
    ),
    path(
        f"{EVALUATION}/tco/cash-flows.csv",
        costs.CashFlowExportView.as_view(),
        name="cost-export",
    ),
    path(
        f"{EVALUATION}/tco/assumptions/<str:key>/",
        costs.AssumptionEditView.as_view(),
        name="assumption-edit",
    ),
]

QUOTES = [
    path(f"{EVALUATION}/quotes/", quotes.QuoteListPage.as_view(), name="quote-list"),
    path(
        f"{EVALUATION}/quotes/comparison.xlsx",
        quotes.QuoteWorkbookFile.as_view(),
        name="quote-workbook",
    ),
]

CRITERIA = [
    path(
        f"{EVALUATION}/requirements/",
        criteria.CriterionListPage.as_view(),
        name="criterion-list",
    ),
    path(
        f"{EVALUATION}/requirements/lock/",
        criteria.CriteriaLockPage.as_view(),
        name="criteria-lock",
    ),
    path(
        f"{EVALUATION}/requirements/print/",
        criteria.CriteriaPrintPage.as_view(),
        name="criteria-print",
    ),
    path(
        f"{EVALUATION}/requirements/order/",
        arrangements.CriteriaArrangePage.as_view(),
        name="criteria-arrange",
    ),
    path(
        f"{EVALUATION}/requirements/curve-preview/",
        leaves.CurvePreviewData.as_view(),
        name="curve-preview",
    ),
    path(
        f"{EVALUATION}/requirements/dimensions/",
        dimensions.DimensionAddPage.as_view(),
        name="dimension-add",
    ),
    path(
        f"{EVALUATION}/requirements/dimensions/<str:key>/",
        dimensions.DimensionEditPage.as_view(),
        name="dimension-edit",
    ),
    path(
        f"{EVALUATION}/requirements/dimensions/<str:key>/remove/",
        dimensions.DimensionRemovePage.as_view(),
        name="dimension-remove",
    ),
    path(
        f"{EVALUATION}/requirements/add/<str:to>/",
        leaves.CriterionAddPage.as_view(),
        name="criterion-add",
    ),
    path(
        f"{EVALUATION}/requirements/<str:key>/",
        leaves.CriterionEditPage.as_view(),
        name="criterion-edit",
    ),
    path(
        f"{EVALUATION}/requirements/<str:key>/remove/",
        leaves.CriterionRemovePage.as_view(),
        name="criterion-remove",
    ),
    path(
        f"{EVALUATION}/requirements/<str:key>/curve/",
        criteria.CriterionCurveData.as_view(),
        name="criterion-curve",
    ),
]

EVIDENCE = [
    path(
        f"{EVALUATION}/evidence/",
        evidence.EvidenceListPage.as_view(),
        name="evidence-list",
    ),
    path(
        f"{EVALUATION}/evidence/collect/",
        evidence.EvidenceCollectPage.as_view(),
        name="evidence-collect",
    ),
    path(
        f"{EVALUATION}/evidence/<uuid:uuid>/<str:key>/",
        evidence.DatumEditPage.as_view(),
        name="evidence-edit",
    ),
    path(
        f"{EVALUATION}/evidence/<uuid:uuid>/<str:key>/run-set/",
        evidence.RunSetAttachPage.as_view(),
        name="evidence-run-set",
    ),
    path(
        f"{EVALUATION}/evidence/<uuid:uuid>/<str:key>/remove/",
        evidence.EvidenceRemovePage.as_view(),
        name="evidence-remove",
    ),
    path(
        f"{EVALUATION}/evidence/<uuid:uuid>/<str:key>/decide/",
        evidence.KnockOutEditPage.as_view(),
        name="knock-out-edit",
    ),
    path(
        f"{EVALUATION}/assignments/",
        assignments.AssignmentListPage.as_view(),
        name="assignment-list",
    ),
]

CANDIDATES = [
    path(
        f"{EVALUATION}/candidates/take/",
        candidates.CandidateTakePage.as_view(),
        name="candidate-take",
    ),
    path(
        f"{EVALUATION}/candidates/cloud/",
        candidates.CloudCandidatePage.as_view(),
        name="candidate-cloud",
    ),
    path(
        f"{EVALUATION}/candidates/<uuid:uuid>/",
        candidates.CandidateDetailPage.as_view(),
        name="candidate-detail",
    ),
    path(
        f"{EVALUATION}/candidates/<uuid:uuid>/review/",
        candidates.CandidateReviewPage.as_view(),
        name="candidate-review",
    ),
]

EVALUATIONS = [
    path(
        "evaluations/",
        evaluations.EvaluationListPage.as_view(),
        name="evaluation-list",
    ),
    path(
        "evaluations/new/",
        evaluations.EvaluationCreatePage.as_view(),
        name="evaluation-create",
    ),
    path(
        f"{EVALUATION}/",
        evaluations.EvaluationDetailPage.as_view(),
        name="evaluation-detail",
    ),
    path(
        f"{EVALUATION}/set-up/",
        policies.PolicyEditPage.as_view(),
        name="policy-edit",
    ),
    path(
        f"{EVALUATION}/set-up/opening/turn/",
        openings.OpeningTurnPage.as_view(),
        name="opening-turn",
    ),
    path(
        f"{EVALUATION}/set-up/opening/prices/",
        openings.PriceTurnPage.as_view(),
        name="price-turn",
    ),
    path(f"{EVALUATION}/stage/", stages.StageMovePage.as_view(), name="stage-move"),
    path(
        f"{EVALUATION}/cancel/",
        stages.EvaluationCancelPage.as_view(),
        name="evaluation-cancel",
    ),
    path(
        f"{EVALUATION}/reopen/",
        stages.EvaluationReopenPage.as_view(),
        name="evaluation-reopen",
    ),
]

DECISIONS = [
    path("reports/", reports.ReportIndexPage.as_view(), name="report-index"),
    path(
        f"{EVALUATION}/report/",
        decisions.ReportListPage.as_view(),
        name="report-list",
    ),
    path(
        f"{EVALUATION}/report/jobs/",
        decisions.ReportJobsPage.as_view(),
        name="report-jobs",
    ),
    path(
        f"{EVALUATION}/report/freeze/",
        decisions.FreezePage.as_view(),
        name="report-freeze",
    ),
    path(
        f"{EVALUATION}/report/<int:number>/approval/",
        decisions.ApprovalView.as_view(),
        name="report-approve",
    ),
    path(
        f"{EVALUATION}/report/<int:number>/publication/",
        decisions.PublishView.as_view(),
        name="report-publish",
    ),
    path(
        f"{EVALUATION}/report/<int:number>/snapshot.json",
        decisions.SnapshotFileView.as_view(),
        name="report-snapshot",
    ),
    path(
        f"{EVALUATION}/report/<int:number>/certificate.pdf",
        decisions.CertificateView.as_view(),
        name="report-certificate",
    ),
    path(
        f"{EVALUATION}/report/<int:number>/<slug:table>.csv",
        decisions.TableFileView.as_view(),
        name="report-table",
    ),
    path(
        f"{EVALUATION}/report/<int:number>/<slug:language>/request/",
        decisions.ReportRequestView.as_view(),
        name="report-request",
    ),
    path(
        f"{EVALUATION}/report/<int:number>/<slug:language>.pdf",
        decisions.ReportFileView.as_view(),
        name="report-file",
    ),
]

WORKSHEETS = [
    path(
        f"{EVALUATION}/worksheet/",
        worksheets.WorksheetDetailView.as_view(),
        name="worksheet-detail",
    ),
    path(
        f"{EVALUATION}/worksheet/cells/",
        worksheets.CellSaveView.as_view(),
        name="worksheet-cell-save",
    ),
    path(
        f"{EVALUATION}/worksheet/submit/",
        worksheets.WorksheetSubmitView.as_view(),
        name="worksheet-submit",
    ),
    path(
        f"{EVALUATION}/worksheet/<str:key>/<uuid:uuid>/",
        worksheets.CellEditView.as_view(),
        name="worksheet-cell",
    ),
]

PROGRESS = [
    path(
        f"{EVALUATION}/progress/",
        progress.ProgressDetailView.as_view(),
        name="progress-detail",
    ),
    path(
        f"{EVALUATION}/progress/proposals/<str:key>/",
        progress.ProposalAnswerView.as_view(),
        name="proposal-answer",
    ),
    path(
        f"{EVALUATION}/progress/declines/<slug:token>/",
        progress.DeclineAnswerView.as_view(),
        name="decline-answer",
    ),
]

MODERATION = [
    path(
        f"{EVALUATION}/moderation/",
        moderation.ModerationListView.as_view(),
        name="moderation-list",
    ),
    path(
        f"{EVALUATION}/moderation/<str:key>/<uuid:uuid>/",
        moderation.ConsensusEditView.as_view(),
        name="consensus-edit",
    ),
]

RANKINGS = [
    path(
        f"{EVALUATION}/ranking/",
        rankings.RankingDetailView.as_view(),
        name="ranking-detail",
    ),
    path(
        f"{EVALUATION}/ranking/<uuid:uuid>/",
        rankings.RankingBreakdownView.as_view(),
        name="ranking-breakdown",
    ),
    path(
        f"{EVALUATION}/ranking.csv",
        rankings.RankingExportView.as_view(),
        name="ranking-export",
    ),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("search/", search.SearchPage.as_view(), name="search"),
    *EVALUATIONS,
    *CANDIDATES,
    *CRITERIA,
    *COSTS,
    *DECISIONS,
    *EVIDENCE,
    *QUOTES,
    *WORKSHEETS,
    *PROGRESS,
    *MODERATION,
    *RANKINGS,
]
