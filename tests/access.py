"""Who gets what answer at every address: one row for each address and method.

A row says in its own words what the code says too (the action, and what else decides),
so that a change of either is seen. ``expected`` works the answer out from the table of
permissions and from who may know of an evaluation, without asking the code.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from procurement.permissions import ALLOWED, PHASES, Action, Role, Stage

A, R, S = Action, Role, Stage
READ, WRITE, UPLOAD = "read", "write", "upload"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One address and method.

    ``words`` maps the words of the address to facts of ``tests/access_cast.py``.
    ``object_needs``: the address names a thing of an evaluation without naming the
    evaluation; who may not do that there does not find it. ``owner``: the thing is of
    this person; others do not find it. ``prepared``: what the cast does first, so that
    nothing but right and stage decides. ``stages``: a rule narrower than that of
    the table. ``is_slow``: the page is asked for but not drawn; its own tests draw it.
    ``body`` and ``headers``: what a POST sends, by the names of facts. ``query``: what
    the address asks for.
    """

    name: str
    method: str
    action: Action
    words: Mapping[str, str] = field(default_factory=dict)
    object_needs: Action | None = None
    owner: str = ""
    prepared: str = ""
    stages: frozenset[Stage] = frozenset(Stage)
    token_scope: str = ""
    is_slow: bool = False
    body: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    query: str = ""

    @property
    def is_api(self) -> bool:
        """Whether programs use it, by token."""
        return self.name.startswith("api-") and self.name != "api-docs"

    @property
    def is_inside(self) -> bool:
        """Whether the address names an evaluation."""
        return "evaluation" in self.words.values() or "reference" in self.words

    @property
    def is_staged(self) -> bool:
        """Whether the stage of an evaluation has a say."""
        return self.is_inside or self.object_needs is not None

    @property
    def needed_scope(self) -> str:
        """What a token must hold."""
        return self.token_scope or (READ if self.method == "get" else WRITE)

    def __str__(self) -> str:
        """The row's name in the output of the tests."""
        return f"{self.method.upper()} {self.name}"


def rows(
    name: str,
    *,
    get: Action | None = None,
    post: Action | None = None,
    words: Mapping[str, str] | None = None,
    **more: object,
) -> Iterator[Row]:
    """The rows of one address."""
    for method, action in (("get", get), ("post", post)):
        if action is not None:
            yield Row(
                name=name, method=method, action=action, words=words or {}, **more
            )


def inside(
    name: str,
    *,
    get: Action | None = None,
    post: Action | None = None,
    words: Mapping[str, str] | None = None,
    **more: object,
) -> Iterator[Row]:
    """The rows of a page below one evaluation."""
    below = {"reference": "reference", **(words or {})}
    return rows(name, get=get, post=post, words=below, **more)


def api(
    name: str,
    *,
    get: Action | None = None,
    post: Action | None = None,
    words: Mapping[str, str] | None = None,
    **more: object,
) -> Iterator[Row]:
    """The rows of an operation below one evaluation."""
    below = {"uuid": "evaluation", **(words or {})}
    return rows(name, get=get, post=post, words=below, **more)


OPEN: Final[Mapping[str, str]] = {
    "home": "get",
    "accounts:login": "get post",
    "accounts:logout": "post",
    "accounts:language": "post",
    "api-schema": "get",
    "catalog:door": "get post",
    "catalog:door-code": "post",
    "catalog:visit": "get post",
    "catalog:visit-discard": "post",
    "catalog:visit-file": "get post",
    "catalog:visit-justification": "get post",
    "catalog:visit-leave": "post",
    "catalog:visit-original": "get",
    "catalog:visit-questions": "get post",
    "catalog:visit-template": "get",
}
"""Open to everyone, or to a vendor by link and code: they hold no role of ours."""

PERSON: Final = {"uuid": "person"}
ORGANISATION: Final = (
    *rows("accounts:account", get=A.USE_OWN_ACCOUNT, post=A.USE_OWN_ACCOUNT),
    *rows("accounts:password", get=A.USE_OWN_ACCOUNT, post=A.USE_OWN_ACCOUNT),
    *rows("accounts:token-list", get=A.MANAGE_OWN_TOKENS, post=A.MANAGE_OWN_TOKENS),
    *rows(
        "accounts:token-revoke",
        post=A.MANAGE_OWN_TOKENS,
        words={"uuid": "own_token"},
        owner="officer",
    ),
    *rows("catalog:filter-save", post=A.USE_OWN_ACCOUNT, words={"of": "filtered_list"}),
    *rows(
        "catalog:filter-remove",
        post=A.USE_OWN_ACCOUNT,
        words={"uuid": "own_filter"},
        owner="officer",
    ),
    *rows("accounts:audit-list", get=A.VIEW_ORGANISATION_AUDIT),
    *rows("accounts:audit-chain", get=A.VIEW_ORGANISATION_AUDIT),
    *rows("catalog:audit-heads", get=A.VIEW_ORGANISATION_AUDIT),
    *rows("accounts:user-list", get=A.MANAGE_USERS),
    *rows("accounts:user-create", get=A.MANAGE_USERS, post=A.MANAGE_USERS),
    *rows(
        "accounts:user-detail", get=A.MANAGE_USERS, post=A.MANAGE_USERS, words=PERSON
    ),
    *rows("accounts:user-activity", post=A.MANAGE_USERS, words=PERSON),
    *rows("accounts:user-password", post=A.MANAGE_USERS, words=PERSON),
    *rows(
        "catalog:agent-token-list",
        get=A.MANAGE_AGENT_TOKENS,
        post=A.MANAGE_AGENT_TOKENS,
    ),
    *rows(
        "catalog:agent-token-revoke",
        post=A.MANAGE_AGENT_TOKENS,
        words={"uuid": "agent_token"},
    ),
    *rows("api-docs", get=A.USE_OWN_ACCOUNT),
    *rows("scoring:evaluation-list", get=A.LIST_EVALUATIONS),
    *rows("scoring:template-list", get=A.KEEP_TEMPLATES),
    *rows(
        "scoring:template-remove",
        post=A.KEEP_TEMPLATES,
        words={"uuid": "own_template"},
    ),
    *rows("scoring:report-index", get=A.LIST_EVALUATIONS),
    *rows(
        "scoring:evaluation-create", get=A.CREATE_EVALUATION, post=A.CREATE_EVALUATION
    ),
)
VENDOR: Final = {"slug": "vendor_slug"}
MODEL: Final = {"slug": "gpu_slug"}
SERVER: Final = {"slug": "sku_slug"}
KEPT: Final = {"get": A.EDIT_CATALOGUE, "post": A.EDIT_CATALOGUE}


def part(name: str, fact: str) -> Iterator[Row]:
    """The forms of a new and of a stored part of a vendor."""
    yield from rows(f"catalog:{name}-create", words=VENDOR, **KEPT)
    yield from rows(f"catalog:{name}-edit", words=VENDOR | {"uuid": fact}, **KEPT)


CATALOGUE: Final = (
    *rows("catalog:vendor-list", get=A.VIEW_CATALOGUE),
    *rows("catalog:vendor-create", **KEPT),
    *rows("catalog:vendor-detail", get=A.VIEW_CATALOGUE, words=VENDOR),
    *rows("catalog:vendor-edit", words=VENDOR, **KEPT),
    *part("service-level", "service_level"),
    *part("depot", "depot"),
    *rows(
        "catalog:depot-remove",
        post=A.EDIT_CATALOGUE,
        words=VENDOR | {"uuid": "depot"},
    ),
    *part("risk-flag", "risk_flag"),
    *part("contact", "contact"),
    *rows(
        "catalog:contact-remove",
        post=A.EDIT_CATALOGUE,
        words=VENDOR | {"uuid": "contact"},
    ),
    *rows("catalog:vendor-merge", words=VENDOR, **KEPT),
    *rows("catalog:vendor-attachment-create", words=VENDOR, **KEPT),
    *rows(
        "catalog:vendor-attachment",
        get=A.VIEW_CATALOGUE,
        words=VENDOR | {"uuid": "vendor_file"},
    ),
    *rows(
        "catalog:vendor-attachment-remove",
        post=A.EDIT_CATALOGUE,
        words=VENDOR | {"uuid": "vendor_file"},
    ),
    *rows("catalog:vendor-matrix", get=A.VIEW_CATALOGUE),
    *rows("catalog:sku-list", get=A.VIEW_CATALOGUE),
    *rows("catalog:sku-create", **KEPT),
    *rows("catalog:sku-detail", get=A.VIEW_CATALOGUE, words=SERVER),
    *rows("catalog:sku-edit", words=SERVER, **KEPT),
    *rows("catalog:gpu-list", get=A.VIEW_CATALOGUE),
    *rows("catalog:gpu-create", **KEPT),
    *rows("catalog:gpu-edit", words=MODEL, **KEPT),
    *rows("catalog:gpu-detail", get=A.VIEW_CATALOGUE, words=MODEL),
    *rows("catalog:cloud-offer-list", get=A.VIEW_CATALOGUE),
    *rows("catalog:sheet-file", get=A.EDIT_CATALOGUE, words={"kind": "filtered_list"}),
    *rows("catalog:sheet-edit", words={"kind": "filtered_list"}, **KEPT),
    *rows("catalog:sheet-save", post=A.EDIT_CATALOGUE, words={"kind": "filtered_list"}),
    *rows("catalog:compatibility-list", get=A.VIEW_CATALOGUE),
    *rows("catalog:exchange-rate-list", get=A.VIEW_CATALOGUE, post=A.EDIT_CATALOGUE),
    *rows("scoring:search", get=A.VIEW_CATALOGUE, query="q=cluster"),
)
UPLOADED: Final = {"uuid": "upload"}
RUN_SET: Final = {"uuid": "run_set"}
BENCHMARKS: Final = (
    *rows("catalog:run-set-list", get=A.VIEW_BENCHMARKS),
    *rows("catalog:run-set-detail", get=A.VIEW_BENCHMARKS, words=RUN_SET),
    *rows("catalog:run-set-chart", get=A.VIEW_BENCHMARKS, words=RUN_SET),
    *rows("catalog:upload-create", get=A.ADD_BENCHMARKS, post=A.ADD_BENCHMARKS),
    *rows("catalog:upload-detail", get=A.VIEW_BENCHMARKS, words=UPLOADED),
    *rows("catalog:upload-file", get=A.VIEW_BENCHMARKS, words=UPLOADED),
    *rows("catalog:agent-guide", get=A.VIEW_BENCHMARKS),
    *rows("catalog:agent-file", get=A.VIEW_BENCHMARKS),
    *rows(
        "api-upload-list",
        post=A.UPLOAD_BENCHMARKS,
        token_scope=UPLOAD,
        headers={"X-Sku": "sku"},
    ),
    *rows("api-upload", get=A.UPLOAD_BENCHMARKS, words=UPLOADED, token_scope=UPLOAD),
)
SET_UP: Final = (
    *inside("catalog:tender-edit", get=A.VIEW_SETUP, post=A.EDIT_SETUP),
    *inside("catalog:panel-detail", get=A.VIEW_SETUP, post=A.MANAGE_PANEL),
    *inside("catalog:member-remove", post=A.MANAGE_PANEL, words={"uuid": "member"}),
    *inside("catalog:recusal-create", post=A.MANAGE_PANEL),
    *inside(
        "catalog:recusal-remove",
        post=A.MANAGE_PANEL,
        words={"uuid": "recused", "vendor": "recused_vendor"},
    ),
    *inside("catalog:invitation-list", get=A.VIEW_SETUP, post=A.EDIT_SETUP),
    *inside(
        "catalog:invitation-withdraw", post=A.EDIT_SETUP, words={"vendor": "unanswered"}
    ),
    *inside(
        "catalog:vendor-link",
        get=A.MANAGE_VENDOR_LINKS,
        post=A.MANAGE_VENDOR_LINKS,
        words={"vendor": "invited"},
    ),
    *inside(
        "catalog:vendor-link-revoke",
        post=A.MANAGE_VENDOR_LINKS,
        words={"vendor": "invited"},
    ),
    *inside("catalog:rate-list", get=A.VIEW_SETUP, post=A.FREEZE_RATES),
    *inside("catalog:rate-copy", post=A.EDIT_SETUP),
    *inside("catalog:rate-remove", post=A.EDIT_SETUP, words={"currency": "currency"}),
    *inside("catalog:opening-detail", get=A.VIEW_SETUP),
    *inside("scoring:opening-turn", post=A.OPEN_QUOTES),
    *inside("scoring:price-turn", post=A.OPEN_PRICES),
    *inside("catalog:price-release", post=A.RELEASE_PRICES),
    *inside("catalog:audit-list", get=A.VIEW_AUDIT),
    *inside("catalog:audit-chain", get=A.EXPORT_AUDIT),
    *inside("catalog:access-list", get=A.VIEW_AUDIT),
)
QUOTES: Final = (
    *inside("scoring:quote-list", get=A.VIEW_QUOTES),
    *inside("scoring:quote-workbook", get=A.VIEW_QUOTES),
    *inside("catalog:quote-create", get=A.RECORD_QUOTE, post=A.RECORD_QUOTE),
    *inside("catalog:quote-import", get=A.RECORD_QUOTE, post=A.RECORD_QUOTE),
    *inside(
        "catalog:quote-preview",
        get=A.RECORD_QUOTE,
        post=A.RECORD_QUOTE,
        words={"uuid": "staged"},
    ),
    *inside(
        "catalog:quote-columns",
        get=A.RECORD_QUOTE,
        post=A.RECORD_QUOTE,
        words={"uuid": "own_sheet"},
    ),
    *inside("catalog:quote-discard", post=A.RECORD_QUOTE, words={"uuid": "staged"}),
    *inside("catalog:quote-template", get=A.VIEW_SETUP, words={"kind": "xlsx"}),
    *inside("catalog:quote-export", get=A.VIEW_QUOTES),
    *inside("catalog:option-list", get=A.VIEW_QUOTES, post=A.CHOOSE_OPTIONS),
    *inside("catalog:quote-detail", get=A.VIEW_QUOTES, words={"uuid": "quote"}),
    *inside("catalog:quote-filled", get=A.VIEW_QUOTES, words={"uuid": "quote"}),
    *inside("catalog:quote-file", get=A.VIEW_QUOTES, words={"uuid": "quote"}),
    *inside(
        "catalog:quote-attachment-create",
        get=A.RECORD_QUOTE,
        post=A.RECORD_QUOTE,
        words={"uuid": "quote"},
    ),
    *inside(
        "catalog:quote-attachment",
        get=A.VIEW_QUOTES,
        words={"uuid": "quote", "attachment": "quote_attachment"},
    ),
    *inside(
        "catalog:quote-attachment-remove",
        post=A.RECORD_QUOTE,
        words={"uuid": "quote", "attachment": "quote_attachment"},
    ),
    *inside("catalog:statement-detail", get=A.VIEW_QUOTES, words={"uuid": "statement"}),
)
CRITERION: Final = {"key": "criterion"}
DIMENSION: Final = {"key": "dimension"}
REVISING: Final = frozenset({S.EVIDENCE, S.SCORING})
UNLOCKED: Final = frozenset({S.SETUP, S.QUOTES})
"""While the cast's criteria may change: no later version is drafted in it."""

DRAFTED: Final = {"get": A.EDIT_CRITERIA, "post": A.EDIT_CRITERIA}
EVALUATION: Final = (
    *inside("scoring:evaluation-detail", get=A.VIEW_EVALUATION),
    *inside("scoring:stage-move", post=A.MOVE_STAGE),
    *inside("scoring:evaluation-cancel", get=A.MOVE_STAGE, post=A.MOVE_STAGE),
    *inside("scoring:evaluation-reopen", get=A.MOVE_STAGE, post=A.MOVE_STAGE),
    *inside("scoring:policy-edit", get=A.VIEW_CRITERIA, post=A.EDIT_POLICY),
    *inside("scoring:sizing-detail", get=A.VIEW_CRITERIA),
    *inside("scoring:criterion-list", get=A.VIEW_CRITERIA, post=A.EDIT_CRITERIA),
    *inside("scoring:criteria-lock", post=A.EDIT_CRITERIA),
    *inside("scoring:criteria-print", get=A.VIEW_CRITERIA),
    *inside(
        "scoring:criterion-edit",
        get=A.EDIT_CRITERIA,
        post=A.EDIT_CRITERIA,
        words=CRITERION,
    ),
    *inside("scoring:criterion-curve", get=A.VIEW_CRITERIA, words={"key": "curve"}),
    *inside("scoring:criteria-library", **DRAFTED),
    *inside("scoring:template-keep", get=A.KEEP_TEMPLATES, post=A.KEEP_TEMPLATES),
    *inside("scoring:weighting-list", get=A.VIEW_CRITERIA),
    *inside("scoring:weighting-pairs", words={"node": "dimension"}, **DRAFTED),
    *inside("scoring:weighting-swings", words={"node": "dimension"}, **DRAFTED),
    *inside("scoring:revision-start", stages=REVISING, **DRAFTED),
    *inside("scoring:revision-detail", get=A.VIEW_CRITERIA, post=A.ADOPT_CRITERIA),
    *inside("scoring:revision-discard", post=A.EDIT_CRITERIA),
    *inside("scoring:curve-preview", get=A.VIEW_CRITERIA),
    *inside("scoring:criteria-arrange", **DRAFTED),
    *inside("scoring:criterion-add", words={"to": "dimension"}, **DRAFTED),
    *inside("scoring:criterion-remove", get=A.EDIT_CRITERIA, words=CRITERION),
    *inside(
        "scoring:criterion-remove",
        post=A.EDIT_CRITERIA,
        words=CRITERION,
        stages=UNLOCKED,
    ),
    *inside("scoring:dimension-add", **DRAFTED),
    *inside("scoring:dimension-edit", words=DIMENSION, **DRAFTED),
    *inside("scoring:dimension-remove", get=A.EDIT_CRITERIA, words=DIMENSION),
    *inside(
        "scoring:dimension-remove",
        post=A.EDIT_CRITERIA,
        words=DIMENSION,
        stages=UNLOCKED,
    ),
    *inside("scoring:cost-detail", get=A.VIEW_COST),
    *inside("scoring:cost-chart", get=A.VIEW_COST, words={"years": "years"}),
    *inside("scoring:cost-export", get=A.VIEW_COST),
    *inside(
        "scoring:assumption-edit",
        get=A.EDIT_ASSUMPTIONS,
        post=A.EDIT_ASSUMPTIONS,
        words={"key": "assumption"},
    ),
)
TAKING: Final = frozenset({S.EVIDENCE, S.SCORING})
CANDIDATE: Final = {"uuid": "candidate"}
DATUM: Final = CANDIDATE | {"key": "curve"}
EVIDENCE: Final = (
    *inside("scoring:evidence-list", get=A.VIEW_EVIDENCE),
    *inside("scoring:evidence-collect", post=A.ATTACH_EVIDENCE),
    *inside(
        "scoring:evidence-edit",
        get=A.ATTACH_EVIDENCE,
        post=A.ATTACH_EVIDENCE,
        words=DATUM,
    ),
    *inside(
        "scoring:evidence-run-set",
        post=A.ATTACH_EVIDENCE,
        words=CANDIDATE | {"key": "minutes"},
        body={"run_set": "run_set"},
    ),
    *inside("scoring:evidence-remove", post=A.ATTACH_EVIDENCE, words=DATUM),
    *inside(
        "scoring:knock-out-edit",
        get=A.DECIDE_ADMISSION,
        post=A.DECIDE_ADMISSION,
        words=CANDIDATE | {"key": "knock_out"},
    ),
    *inside("scoring:assignment-list", get=A.VIEW_PROGRESS, post=A.MANAGE_PANEL),
    *inside("scoring:round-list", get=A.VIEW_SETUP, post=A.BEGIN_ROUND),
    *inside("scoring:round-turn", post=A.OPEN_QUOTES, words={"number": "round"}),
    *inside("scoring:candidate-move", get=A.DECIDE_ADMISSION),
    *inside("scoring:candidate-move", post=A.DECIDE_ADMISSION, stages=TAKING),
    *inside("scoring:candidate-take", post=A.DECIDE_ADMISSION, stages=TAKING),
    *inside("scoring:candidate-cloud", get=A.DECIDE_ADMISSION, post=A.DECIDE_ADMISSION),
    *inside(
        "scoring:candidate-detail",
        get=A.VIEW_EVIDENCE,
        post=A.DECIDE_ADMISSION,
        words=CANDIDATE,
    ),
    *inside("scoring:candidate-review", post=A.DECIDE_ADMISSION, words=CANDIDATE),
    *(
        row
        for step in ("ask", "answer", "decide")
        for row in inside(
            f"scoring:justification-{step}",
            get=A.DECIDE_ADMISSION,
            post=A.DECIDE_ADMISSION,
            words=CANDIDATE,
        )
    ),
)
CELL: Final = {"key": "criterion", "uuid": "candidate"}
PANEL: Final = (
    *inside("scoring:worksheet-detail", get=A.VIEW_OWN_WORKSHEET),
    *inside("scoring:worksheet-cell-save", post=A.SCORE),
    *inside("scoring:declaration-edit", get=A.SCORE, post=A.SCORE),
    *inside("scoring:worksheet-submit", get=A.VIEW_OWN_WORKSHEET, post=A.SCORE),
    *inside(
        "scoring:worksheet-cell", get=A.VIEW_OWN_WORKSHEET, post=A.SCORE, words=CELL
    ),
    *inside("scoring:progress-detail", get=A.VIEW_PROGRESS),
    *inside(
        "scoring:proposal-answer",
        post=A.ANSWER_CELL_REQUESTS,
        words={"key": "any_criterion"},
    ),
    *inside(
        "scoring:decline-answer",
        post=A.ANSWER_CELL_REQUESTS,
        words={"token": "declined"},
        body={"answer": "accept", "version": "cell_version"},
    ),
)
RANKING: Final = (
    *inside("scoring:moderation-list", get=A.VIEW_MODERATION),
    *inside(
        "scoring:consensus-edit", get=A.VIEW_MODERATION, post=A.MODERATE, words=CELL
    ),
    *inside("scoring:ranking-detail", get=A.VIEW_RANKING),
    *inside("scoring:ranking-breakdown", get=A.VIEW_RANKING, words=CANDIDATE),
    *inside("scoring:ranking-export", get=A.VIEW_RANKING),
    *inside("scoring:ranking-workbook", get=A.VIEW_RANKING),
    *inside("scoring:ranking-document", get=A.VIEW_RANKING),
    *inside("scoring:ranking-robustness", get=A.VIEW_RANKING, post=A.VIEW_RANKING),
    *inside("scoring:ranking-figure", get=A.VIEW_RANKING, words={"figure": "figure"}),
)
VERSION: Final = {"number": "version"}
PDF: Final = VERSION | {"language": "language"}
DECISION: Final = (
    *inside("scoring:report-list", get=A.VIEW_REPORTS),
    *inside("scoring:report-jobs", get=A.VIEW_REPORTS),
    *inside("scoring:report-freeze", get=A.VIEW_REPORTS, post=A.FREEZE, is_slow=True),
    *inside("scoring:report-approve", post=A.APPROVE, words=VERSION),
    *inside(
        "scoring:report-publish", post=A.PUBLISH, words=VERSION, prepared="approved"
    ),
    *inside("scoring:report-snapshot", get=A.VIEW_REPORTS, words=VERSION),
    *inside(
        "scoring:report-certificate", get=A.VIEW_REPORTS, words=VERSION, is_slow=True
    ),
    *inside(
        "scoring:report-table",
        get=A.VIEW_REPORTS,
        words=VERSION | {"table": "table"},
    ),
    *inside("scoring:report-scorecard", get=A.VIEW_REPORTS, words=VERSION),
    *inside("scoring:report-request", post=A.VIEW_REPORTS, words=PDF),
    *inside("scoring:report-file", get=A.VIEW_REPORTS, words=PDF),
)
REST: Final = (
    *rows("api-vendor-list", get=A.VIEW_CATALOGUE),
    *rows("api-vendor", get=A.VIEW_CATALOGUE, words={"uuid": "vendor"}),
    *rows("api-sku-list", get=A.VIEW_CATALOGUE),
    *rows("api-sku", get=A.VIEW_CATALOGUE, words={"uuid": "sku"}),
    *rows("api-quote-list", get=A.LIST_EVALUATIONS),
    *rows(
        "api-quote",
        get=A.LIST_EVALUATIONS,
        words={"uuid": "quote"},
        object_needs=A.VIEW_QUOTES,
    ),
    *rows("api-evaluation-list", get=A.LIST_EVALUATIONS),
    *api("api-evaluation", get=A.VIEW_EVALUATION),
    *api("api-criteria", get=A.VIEW_CRITERIA),
    *api("api-candidates", get=A.VIEW_EVALUATION),
    *api("api-ranking", get=A.VIEW_RANKING),
    *api("api-tco", get=A.VIEW_COST),
    *api("api-run-sets", get=A.VIEW_EVIDENCE),
    *api("api-reports", get=A.VIEW_REPORTS),
    *api("api-report-file", get=A.VIEW_REPORTS, words=PDF),
    *api("api-award", get=A.VIEW_AWARD, post=A.ACKNOWLEDGE_AWARD),
)
ROWS: Final = (
    *ORGANISATION,
    *CATALOGUE,
    *BENCHMARKS,
    *SET_UP,
    *QUOTES,
    *EVALUATION,
    *EVIDENCE,
    *PANEL,
    *RANKING,
    *DECISION,
    *REST,
)

# The people, as their roles stand in the design; not asked from the code.
HELD: Final[Mapping[str, frozenset[Role]]] = {
    "officer": frozenset({R.MEMBER, R.PROCUREMENT_OFFICER, R.OFFICER, R.PRICE_READER}),
    "evaluator": frozenset({R.MEMBER, R.EVALUATOR}),
    "approver": frozenset({R.MEMBER, R.APPROVER, R.PRICE_READER}),
    "observer": frozenset({R.MEMBER, R.OBSERVER, R.PRICE_READER}),
    "finance": frozenset({R.MEMBER, R.FINANCE, R.PRICE_READER}),
    "auditor": frozenset({R.MEMBER, R.AUDITOR, R.PRICE_READER}),
    "editor": frozenset({R.MEMBER, R.CATALOGUE_EDITOR}),
    "administrator": frozenset({R.MEMBER, R.ADMINISTRATOR}),
    "outsider": frozenset({R.MEMBER}),
    "agent": frozenset({R.AGENT}),
    "nobody": frozenset(),
}
INSIDERS: Final = frozenset({"officer", "evaluator", "approver", "observer"})
KNOWN_LATER: Final[Mapping[str, frozenset[Stage]]] = {
    "finance": frozenset({S.PUBLISHED}),
    "auditor": frozenset({S.PUBLISHED, S.CANCELLED}),
}
RELEASED: Final = frozenset({S.MODERATION, S.DECISION, S.PUBLISHED, S.CANCELLED})
"""The stages in which the cast has released the prices to the evaluators."""


class Answer(Enum):
    """What the address does for a person in a stage."""

    DONE = "done, or a form that is incomplete"
    SIGN_IN = 302
    UNAUTHENTICATED = 401
    FORBIDDEN = 403
    NOT_THERE = 404
    WRONG_STAGE = 409


def expected(row: Row, person: str, stage: Stage) -> Answer:
    """What the address must do, from the table alone."""
    if person == "nobody" or (person == "agent" and not row.is_api):
        return Answer.UNAUTHENTICATED if row.is_api else Answer.SIGN_IN
    if person == "agent" and row.needed_scope != UPLOAD:
        return Answer.FORBIDDEN
    if row.is_inside and not knows(person, stage):
        return Answer.NOT_THERE
    answer = asked(row.action, person, stage)
    return _in_detail(row, person, stage) if answer is Answer.DONE else answer


def knows(person: str, stage: Stage) -> bool:
    """Whether the person may know of the evaluation."""
    return person in INSIDERS or stage in KNOWN_LATER.get(person, frozenset())


def asked(action: Action, person: str, stage: Stage) -> Answer:
    """What the table says to the person in the stage."""
    held = HELD[person]
    if person == "evaluator" and stage in RELEASED:
        held |= {R.PRICE_READER}
    if not ALLOWED[action] & held:
        return Answer.FORBIDDEN
    if stage not in PHASES.get(action, frozenset(Stage)):
        return Answer.WRONG_STAGE
    return Answer.DONE


def _in_detail(row: Row, person: str, stage: Stage) -> Answer:
    """What the row says beyond the table, for who has the right."""
    if row.owner and person != row.owner:
        return Answer.NOT_THERE
    if row.object_needs is not None:
        allowed = asked(row.object_needs, person, stage) is Answer.DONE
        if not (knows(person, stage) and allowed):
            return Answer.NOT_THERE
    return Answer.DONE if stage in row.stages else Answer.WRONG_STAGE
