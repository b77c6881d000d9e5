"""Every page of the site, as the people of the demonstration see it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from playwright.sync_api import Browser, Page

from catalog.models import ServerSku, Tender
from catalog.services.tenders import TenderTerms
from procurement.accounts.models import User
from procurement.clock import database_now
from procurement.permissions import Stage
from scoring.models import Evaluation
from scoring.services.decisions import Proposal, freeze
from scoring.services.demonstration.telling import telling
from scoring.services.evaluations import create_evaluation
from tests.browser.conftest import opened_page
from tests.browser.page_walk import Walk, all_names, sign_in

pytestmark = [
    pytest.mark.browser,
    pytest.mark.no_cover,
    pytest.mark.django_db(transaction=True),
]

RUNNING = "/evaluations/EV-2026-014/"
READY = "/evaluations/EV-2026-015/"
OWN_SHEET = b"Item,Qty,Unit price\nServer,16,100.50\nSwitch,4,50.25\n"
FILES = {
    "accounts:audit-chain",
    "api-schema",
    "catalog:agent-file",
    "catalog:audit-chain",
    "catalog:audit-heads",
    "catalog:quote-export",
    "catalog:quote-file",
    "catalog:quote-filled",
    "catalog:quote-template",
    "catalog:run-set-chart",
    "catalog:sheet-file",
    "catalog:upload-file",
    "catalog:quote-attachment",
    "catalog:vendor-attachment",
    "scoring:cost-chart",
    "scoring:cost-export",
    "scoring:criterion-curve",
    "scoring:curve-preview",
    "scoring:quote-workbook",
    "scoring:ranking-document",
    "scoring:ranking-export",
    "scoring:ranking-figure",
    "scoring:ranking-robustness",
    "scoring:ranking-workbook",
    "scoring:report-certificate",
    "scoring:report-file",
    "scoring:report-jobs",
    "scoring:report-scorecard",
    "scoring:report-snapshot",
    "scoring:report-table",
}
ACTIONS = {
    "accounts:language",
    "accounts:logout",
    "accounts:token-revoke",
    "accounts:user-activity",
    "accounts:user-password",
    "catalog:agent-token-revoke",
    "catalog:contact-remove",
    "catalog:depot-remove",
    "catalog:filter-remove",
    "catalog:filter-save",
    "catalog:invitation-withdraw",
    "catalog:member-remove",
    "catalog:price-release",
    "catalog:quote-attachment-remove",
    "catalog:quote-discard",
    "catalog:rate-copy",
    "catalog:rate-remove",
    "catalog:recusal-create",
    "catalog:recusal-remove",
    "catalog:sheet-save",
    "catalog:vendor-attachment-remove",
    "catalog:vendor-link",
    "catalog:vendor-link-revoke",
    "scoring:candidate-review",
    "scoring:candidate-take",
    "scoring:criteria-lock",
    "scoring:decline-answer",
    "scoring:evaluation-reopen",
    "scoring:evidence-collect",
    "scoring:evidence-remove",
    "scoring:evidence-run-set",
    "scoring:opening-turn",
    "scoring:price-turn",
    "scoring:proposal-answer",
    "scoring:report-approve",
    "scoring:report-publish",
    "scoring:report-request",
    "scoring:round-turn",
    "scoring:revision-discard",
    "scoring:stage-move",
    "scoring:template-remove",
    "scoring:worksheet-cell-save",
    "scoring:worksheet-submit",
}
# Without a session, or of what the demonstration does not hold; the vendors' door has
# a browser test of its own.
ELSEWHERE = {
    "accounts:login",
    "catalog:door",
    "catalog:door-code",
    "catalog:quote-attachment-create",
    "catalog:statement-detail",
    "catalog:visit",
    "catalog:visit-discard",
    "catalog:visit-file",
    "catalog:visit-justification",
    "catalog:visit-leave",
    "catalog:visit-original",
    "catalog:visit-questions",
    "catalog:visit-template",
    "scoring:candidate-move",
    "scoring:justification-ask",
    "scoring:justification-decide",
}


def test_every_page_is_whole_readable_and_clean(chromium, complaints, live_server):
    call_command("load_demonstration")
    walk = Walk(skipped=frozenset(FILES | ACTIONS))

    for person, starts in itineraries().items():
        with signed_in(chromium, complaints, live_server.url, person) as page:
            walk.go(page, person, starts)
    User.objects.update(language="zh-hans")
    for person in dict.fromkeys(person for person, _path in walk.places):
        with signed_in(chromium, complaints, live_server.url, person) as page:
            for path in [path for other, path in walk.places if other == person]:
                walk.look_again(page, person, path)

    assert walk.faults + complaints == []
    resources = {name for name in all_names() if name.startswith("api-")}
    assert all_names() - walk.names - walk.skipped - resources <= ELSEWHERE


def itineraries() -> Mapping[User, Sequence[str]]:
    """From where each person sets out; who comes first sees the pages of all."""
    people = {person.name: person for person in User.objects.all()}
    officer = people["Helena Brandt"]
    ready = Evaluation.objects.get(tender__reference="EV-2026-015")
    freeze(by=officer, evaluation=ready, proposal=Proposal(note="Lowest cost."))
    server = ServerSku.objects.order_by("slug").last()
    scored = Evaluation.objects.get(tender__reference="EV-2026-014").candidates.first()
    assert server
    assert scored
    return {
        officer: [
            RUNNING,
            f"{RUNNING}requirements/revision/",
            f"{RUNNING}requirements/revise/",
            f"{RUNNING}quotes/",
            READY,
            f"{READY}report/",
            *beginnings(officer),
            "/",
        ],
        people["Edith Moreau"]: [
            "/vendors/dell-technologies/",
            "/vendors/",
            f"/servers/{server.slug}/",
            "/servers/",
            "/gpus/",
            "/gpus/nvidia-t4/edit/",
            "/vendors/dell-technologies/merge/",
        ],
        people["Adam Keller"]: ["/administration/users/", "/administration/audit/"],
        people["S. Rao"]: [
            RUNNING,
            f"{RUNNING}evidence/",
            f"{RUNNING}worksheet/1.2/{scored.uuid}/",
            f"{RUNNING}worksheet/declarations/",
        ],
        people["Marta Kowalska"]: [f"{READY}report/"],
        people["Felix Sommer"]: ["/", "/reports/"],
    }


def beginnings(officer: User) -> list[str]:
    """An evaluation in its set-up and one that takes quotes, with a waiting file."""
    setup, quotes = (evaluation(officer, title) for title in ("In set-up", "Quotes"))
    quotes.stage = Stage.QUOTES
    quotes.save()
    client = Client()
    client.force_login(officer)
    quote = telling(database_now()).quote_file("D", quotes.reference)
    file = SimpleUploadedFile(quote.name, quote.content)
    own = f"/evaluations/{quotes.reference}/quotes/"
    waiting = client.post(f"{own}import/", {"file": file})
    sheet = evaluation(officer, "Own sheet")
    sheet.stage = Stage.QUOTES
    sheet.save()
    file = SimpleUploadedFile("dell technologies.csv", OWN_SHEET)
    path = f"/evaluations/{sheet.reference}/quotes/import/"
    columns = client.post(path, {"file": file})
    first = f"/evaluations/{setup.reference}/"
    return [
        first,
        f"{first}requirements/",
        f"{first}requirements/dimensions/1/remove/",
        f"{first}set-up/",
        f"{first}set-up/sizing/",
        f"{first}set-up/terms/",
        f"{first}set-up/rates/",
        own,
        waiting["Location"],
        columns["Location"],
        "/search/?q=H100",
    ]


def evaluation(officer: User, title: str) -> Tender:
    """An evaluation at its very beginning."""
    terms = TenderTerms(
        title=title,
        currency="USD",
        nodes=16,
        quote_deadline=database_now() + timedelta(days=9),
    )
    return create_evaluation(by=officer, terms=terms, template="five_dimensions").tender


@contextmanager
def signed_in(
    chromium: Browser, complaints: list[str], address: str, person: User
) -> Iterator[Page]:
    """A page of 1440 px with the session of a person."""
    with opened_page(chromium, complaints, base_url=address) as page:
        # Colours in transition have no contrast of their own.
        page.emulate_media(reduced_motion="reduce")
        sign_in(page.context, person, address)
        yield page
