"""Addresses of the pages of catalog."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from catalog.views import (
    agent_files,
    agents,
    attachments,
    audit,
    catalogue_sheets,
    gpus,
    invitations,
    openings,
    options,
    panels,
    quote_columns,
    quote_files,
    quotes,
    rates,
    reference,
    run_sets,
    saved_filters,
    setup,
    skus,
    uploads,
    vendor_contacts,
    vendor_door,
    vendor_links,
    vendor_matrix,
    vendor_merges,
    vendor_statements,
    vendor_visits,
    vendors,
)

app_name = "catalog"

set_up: list[URLPattern | URLResolver] = [
    path("terms/", setup.TenderEditPage.as_view(), name="tender-edit"),
    path("panel/", panels.PanelPage.as_view(), name="panel-detail"),
    path(
        "panel/<uuid:uuid>/remove/",
        panels.MemberRemovePage.as_view(),
        name="member-remove",
    ),
    path("panel/recusals/", panels.RecusalCreatePage.as_view(), name="recusal-create"),
    path(
        "panel/recusals/<uuid:uuid>/<slug:vendor>/remove/",
        panels.RecusalRemovePage.as_view(),
        name="recusal-remove",
    ),
    path("vendors/", invitations.InvitationListPage.as_view(), name="invitation-list"),
    path(
        "vendors/<slug:vendor>/withdraw/",
        invitations.InvitationWithdrawPage.as_view(),
        name="invitation-withdraw",
    ),
    path(
        "vendors/<slug:vendor>/link/",
        vendor_links.VendorLinkPage.as_view(),
        name="vendor-link",
    ),
    path(
        "vendors/<slug:vendor>/link/revoke/",
        vendor_links.VendorLinkRevokePage.as_view(),
        name="vendor-link-revoke",
    ),
    path("rates/", rates.RateListPage.as_view(), name="rate-list"),
    path("rates/copy/", rates.RateCopyPage.as_view(), name="rate-copy"),
    path(
        "rates/<slug:currency>/remove/",
        rates.RateRemovePage.as_view(),
        name="rate-remove",
    ),
    path("opening/", openings.OpeningPage.as_view(), name="opening-detail"),
    path("opening/release/", openings.PriceReleasePage.as_view(), name="price-release"),
]
quote_pages: list[URLPattern | URLResolver] = [
    path("new/", quotes.QuoteCreatePage.as_view(), name="quote-create"),
    path("import/", quote_files.QuoteImportPage.as_view(), name="quote-import"),
    path(
        "import/<uuid:uuid>/",
        quote_files.QuotePreviewPage.as_view(),
        name="quote-preview",
    ),
    path(
        "import/<uuid:uuid>/columns/",
        quote_columns.QuoteColumnsPage.as_view(),
        name="quote-columns",
    ),
    path(
        "import/<uuid:uuid>/discard/",
        quote_files.QuoteDiscardPage.as_view(),
        name="quote-discard",
    ),
    re_path(
        r"^template\.(?P<kind>xlsx|csv)$",
        quote_files.QuoteTemplateFile.as_view(),
        name="quote-template",
    ),
    path(
        "statements/<uuid:uuid>/",
        vendor_statements.StatementPage.as_view(),
        name="statement-detail",
    ),
    path("options/", options.OptionListPage.as_view(), name="option-list"),
    path("lines.csv", quotes.QuoteExportFile.as_view(), name="quote-export"),
    path("<uuid:uuid>/", quotes.QuoteDetailPage.as_view(), name="quote-detail"),
    path(
        "<uuid:uuid>/template.xlsx",
        quote_files.QuoteFilledFile.as_view(),
        name="quote-filled",
    ),
    path("<uuid:uuid>/file/", quotes.QuoteOriginalFile.as_view(), name="quote-file"),
    path(
        "<uuid:uuid>/attachments/new/",
        attachments.QuoteAttachmentCreatePage.as_view(),
        name="quote-attachment-create",
    ),
    path(
        "<uuid:uuid>/attachments/<uuid:attachment>/",
        attachments.QuoteAttachmentFile.as_view(),
        name="quote-attachment",
    ),
    path(
        "<uuid:uuid>/attachments/<uuid:attachment>/remove/",
        attachments.QuoteAttachmentRemovePage.as_view(),
        name="quote-attachment-remove",
    ),
]

inside_an_evaluation: list[URLPattern | URLResolver] = [
    path("set-up/", include(set_up)),
    path("quotes/", include(quote_pages)),
    path("audit/", audit.AuditListPage.as_view(), name="audit-list"),
    path("audit/chain/", audit.AuditChainFile.as_view(), name="audit-chain"),
    path("audit/accesses/", audit.AccessListPage.as_view(), name="access-list"),
]
benchmarks: list[URLPattern | URLResolver] = [
    path("", run_sets.RunSetListPage.as_view(), name="run-set-list"),
    path("upload/", uploads.UploadCreatePage.as_view(), name="upload-create"),
    path("uploads/<uuid:uuid>/", uploads.UploadPage.as_view(), name="upload-detail"),
    path("uploads/<uuid:uuid>/file/", uploads.UploadFile.as_view(), name="upload-file"),
    path("agent/", agent_files.AgentGuidePage.as_view(), name="agent-guide"),
    path("agent/gpu_agent.py", agent_files.AgentFile.as_view(), name="agent-file"),
    path("tokens/", agents.AgentTokenListPage.as_view(), name="agent-token-list"),
    path(
        "tokens/<uuid:uuid>/revoke/",
        agents.AgentTokenRevokePage.as_view(),
        name="agent-token-revoke",
    ),
    path("<uuid:uuid>/", run_sets.RunSetPage.as_view(), name="run-set-detail"),
    path("<uuid:uuid>/runs/", run_sets.RunSetChart.as_view(), name="run-set-chart"),
]
one_vendor: list[URLPattern | URLResolver] = [
    path("", vendors.VendorDetailPage.as_view(), name="vendor-detail"),
    path(
        "attachments/new/",
        attachments.VendorAttachmentCreatePage.as_view(),
        name="vendor-attachment-create",
    ),
    path(
        "attachments/<uuid:uuid>/",
        attachments.VendorAttachmentFile.as_view(),
        name="vendor-attachment",
    ),
    path(
        "attachments/<uuid:uuid>/remove/",
        attachments.VendorAttachmentRemovePage.as_view(),
        name="vendor-attachment-remove",
    ),
    path("merge/", vendor_merges.VendorMergePage.as_view(), name="vendor-merge"),
    path("edit/", vendors.VendorEditPage.as_view(), name="vendor-edit"),
    path(
        "service-levels/new/",
        vendors.ServiceLevelPage.as_view(),
        name="service-level-create",
    ),
    path(
        "service-levels/<uuid:uuid>/",
        vendors.ServiceLevelPage.as_view(),
        name="service-level-edit",
    ),
    path("depots/new/", vendors.DepotPage.as_view(), name="depot-create"),
    path("depots/<uuid:uuid>/", vendors.DepotPage.as_view(), name="depot-edit"),
    path(
        "depots/<uuid:uuid>/remove/",
        vendors.DepotRemovePage.as_view(),
        name="depot-remove",
    ),
    path("contacts/new/", vendor_contacts.ContactPage.as_view(), name="contact-create"),
    path(
        "contacts/<uuid:uuid>/",
        vendor_contacts.ContactPage.as_view(),
        name="contact-edit",
    ),
    path(
        "contacts/<uuid:uuid>/remove/",
        vendor_contacts.ContactRemovePage.as_view(),
        name="contact-remove",
    ),
    path("risk-flags/new/", vendors.RiskFlagPage.as_view(), name="risk-flag-create"),
    path(
        "risk-flags/<uuid:uuid>/",
        vendors.RiskFlagPage.as_view(),
        name="risk-flag-edit",
    ),
]
catalogue: list[URLPattern | URLResolver] = [
    path("vendors/", vendors.VendorListPage.as_view(), name="vendor-list"),
    path("vendors/new/", vendors.VendorCreatePage.as_view(), name="vendor-create"),
    path(
        "vendors/matrix/",
        vendor_matrix.VendorMatrixPage.as_view(),
        name="vendor-matrix",
    ),
    path("vendors/<slug:slug>/", include(one_vendor)),
    path("servers/", skus.SkuListPage.as_view(), name="sku-list"),
    path("servers/new/", skus.SkuCreatePage.as_view(), name="sku-create"),
    path("servers/<slug:slug>/", skus.SkuDetailPage.as_view(), name="sku-detail"),
    path("servers/<slug:slug>/edit/", skus.SkuEditPage.as_view(), name="sku-edit"),
    path("gpus/", gpus.GpuListPage.as_view(), name="gpu-list"),
    path("gpus/new/", gpus.GpuCreatePage.as_view(), name="gpu-create"),
    path("gpus/<slug:slug>/edit/", gpus.GpuEditPage.as_view(), name="gpu-edit"),
    path("gpus/<slug:slug>/", gpus.GpuDetailPage.as_view(), name="gpu-detail"),
    path(
        "cloud-offers/",
        reference.CloudOfferListPage.as_view(),
        name="cloud-offer-list",
    ),
    re_path(
        r"^catalogue/(?P<kind>[-\w]+)\.xlsx$",
        catalogue_sheets.SheetFile.as_view(),
        name="sheet-file",
    ),
    path(
        "catalogue/<slug:kind>/edit/",
        catalogue_sheets.SheetPage.as_view(),
        name="sheet-edit",
    ),
    path(
        "catalogue/<slug:kind>/save/",
        catalogue_sheets.SheetSavePage.as_view(),
        name="sheet-save",
    ),
    path(
        "compatibility/",
        reference.CompatibilityListPage.as_view(),
        name="compatibility-list",
    ),
    path(
        "exchange-rates/",
        reference.ExchangeRateListPage.as_view(),
        name="exchange-rate-list",
    ),
]
behind_the_door: list[URLPattern | URLResolver] = [
    path("", vendor_visits.VisitPage.as_view(), name="visit"),
    re_path(
        r"^template\.(?P<kind>xlsx|csv)$",
        vendor_visits.VisitTemplateFile.as_view(),
        name="visit-template",
    ),
    path(
        "files/<uuid:uuid>/",
        vendor_visits.VisitPreviewPage.as_view(),
        name="visit-file",
    ),
    path(
        "files/<uuid:uuid>/discard/",
        vendor_visits.VisitDiscardPage.as_view(),
        name="visit-discard",
    ),
    path(
        "quotes/<uuid:uuid>/file/",
        vendor_visits.VisitOriginalFile.as_view(),
        name="visit-original",
    ),
    path(
        "questions/", vendor_visits.VisitQuestionsPage.as_view(), name="visit-questions"
    ),
    path(
        "justifications/<uuid:uuid>/",
        vendor_visits.VisitJustificationPage.as_view(),
        name="visit-justification",
    ),
    path("leave/", vendor_visits.VisitLeavePage.as_view(), name="visit-leave"),
]
door: list[URLPattern | URLResolver] = [
    path("visits/<uuid:link>/", include(behind_the_door)),
    path("<str:secret>/", vendor_door.DoorPage.as_view(), name="door"),
    path("<str:secret>/code/", vendor_door.DoorCodePage.as_view(), name="door-code"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include(catalogue)),
    path(
        "saved-filters/<slug:of>/",
        saved_filters.FilterSavePage.as_view(),
        name="filter-save",
    ),
    path(
        "saved-filters/<uuid:uuid>/remove/",
        saved_filters.FilterRemovePage.as_view(),
        name="filter-remove",
    ),
    path("benchmarks/", include(benchmarks)),
    path("door/", include(door)),
    path("evaluations/<slug:reference>/", include(inside_an_evaluation)),
    path(
        "administration/audit/heads/",
        audit.AuditHeadsFile.as_view(),
        name="audit-heads",
    ),
]
