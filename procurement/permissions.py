"""Who may do what, and when: one table, asked with a reason, closed when unsure."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from procurement.errors import RuleBrokenError
from procurement.punctuation import listed


class Role(StrEnum):
    """A role in the organisation, or inside one evaluation (``tender_…``)."""

    MEMBER = "member"
    ADMINISTRATOR = "administrator"
    PROCUREMENT_OFFICER = "procurement_officer"
    CATALOGUE_EDITOR = "catalogue_editor"
    FINANCE = "finance"
    AUDITOR = "auditor"
    AGENT = "agent"
    OFFICER = "tender_officer"
    EVALUATOR = "tender_evaluator"
    APPROVER = "tender_approver"
    OBSERVER = "tender_observer"
    PRICE_READER = "tender_price_reader"
    OFFER_READER = "tender_offer_reader"


class Stage(StrEnum):
    """Where an evaluation stands."""

    SETUP = "setup"
    QUOTES = "quotes"
    EVIDENCE = "evidence"
    SCORING = "scoring"
    MODERATION = "moderation"
    DECISION = "decision"
    PUBLISHED = "published"
    CANCELLED = "cancelled"


class Action(StrEnum):
    """Everything that can be asked for; each page, endpoint and service names one."""

    USE_OWN_ACCOUNT = "use_own_account"
    MANAGE_OWN_TOKENS = "manage_own_tokens"
    MANAGE_USERS = "manage_users"
    MANAGE_AGENT_TOKENS = "manage_agent_tokens"
    VIEW_CATALOGUE = "view_catalogue"
    EDIT_CATALOGUE = "edit_catalogue"
    VIEW_CONTACTS = "view_contacts"
    VIEW_BENCHMARKS = "view_benchmarks"
    UPLOAD_BENCHMARKS = "upload_benchmarks"
    ADD_BENCHMARKS = "add_benchmarks"
    VIEW_ORGANISATION_AUDIT = "view_organisation_audit"
    LIST_EVALUATIONS = "list_evaluations"
    CREATE_EVALUATION = "create_evaluation"

    VIEW_EVALUATION = "view_evaluation"
    VIEW_SETUP = "view_setup"
    EDIT_SETUP = "edit_setup"
    FREEZE_RATES = "freeze_rates"
    MANAGE_PANEL = "manage_panel"
    MOVE_STAGE = "move_stage"
    VIEW_CRITERIA = "view_criteria"
    EDIT_CRITERIA = "edit_criteria"
    ADOPT_CRITERIA = "adopt_criteria"
    EDIT_POLICY = "edit_policy"
    KEEP_TEMPLATES = "keep_templates"
    MANAGE_VENDOR_LINKS = "manage_vendor_links"
    RECORD_QUOTE = "record_quote"
    BEGIN_ROUND = "begin_round"
    OPEN_QUOTES = "open_quotes"
    OPEN_PRICES = "open_prices"
    VIEW_QUOTES = "view_quotes"
    CHOOSE_OPTIONS = "choose_options"
    RELEASE_PRICES = "release_prices"
    DECIDE_ADMISSION = "decide_admission"
    VIEW_EVIDENCE = "view_evidence"
    ATTACH_EVIDENCE = "attach_evidence"
    VIEW_OWN_WORKSHEET = "view_own_worksheet"
    SCORE = "score"
    ANSWER_CELL_REQUESTS = "answer_cell_requests"
    VIEW_PROGRESS = "view_progress"
    VIEW_MODERATION = "view_moderation"
    MODERATE = "moderate"
    VIEW_COST = "view_cost"
    EDIT_ASSUMPTIONS = "edit_assumptions"
    VIEW_RANKING = "view_ranking"
    VIEW_REPORTS = "view_reports"
    FREEZE = "freeze"
    APPROVE = "approve"
    PUBLISH = "publish"
    VIEW_AUDIT = "view_audit"
    EXPORT_AUDIT = "export_audit"
    VIEW_AWARD = "view_award"
    ACKNOWLEDGE_AWARD = "acknowledge_award"


R = Role
_PANEL: Final = frozenset({R.OFFICER, R.EVALUATOR, R.APPROVER, R.OBSERVER})
_INSIDE: Final = _PANEL | {R.FINANCE, R.AUDITOR}
_READERS: Final = frozenset({R.OFFICER, R.APPROVER, R.OBSERVER, R.FINANCE, R.AUDITOR})
_PRICED: Final = frozenset({R.PRICE_READER})

ALLOWED: Final[Mapping[Action, frozenset[Role]]] = {
    Action.USE_OWN_ACCOUNT: frozenset({R.MEMBER}),
    Action.MANAGE_OWN_TOKENS: frozenset({R.MEMBER}),
    Action.MANAGE_USERS: frozenset({R.ADMINISTRATOR}),
    Action.MANAGE_AGENT_TOKENS: frozenset({R.PROCUREMENT_OFFICER, R.CATALOGUE_EDITOR}),
    Action.VIEW_CATALOGUE: frozenset({R.MEMBER}),
    Action.EDIT_CATALOGUE: frozenset({R.CATALOGUE_EDITOR}),
    Action.VIEW_CONTACTS: frozenset({R.PROCUREMENT_OFFICER, R.CATALOGUE_EDITOR}),
    Action.VIEW_BENCHMARKS: frozenset({R.MEMBER}),
    Action.UPLOAD_BENCHMARKS: frozenset({R.AGENT}),
    Action.ADD_BENCHMARKS: frozenset({R.PROCUREMENT_OFFICER, R.CATALOGUE_EDITOR}),
    Action.VIEW_ORGANISATION_AUDIT: frozenset({R.ADMINISTRATOR, R.AUDITOR}),
    Action.LIST_EVALUATIONS: frozenset({R.MEMBER}),
    Action.CREATE_EVALUATION: frozenset({R.PROCUREMENT_OFFICER}),
    Action.VIEW_EVALUATION: _INSIDE,
    Action.VIEW_SETUP: frozenset({R.OFFICER, R.APPROVER, R.OBSERVER, R.AUDITOR}),
    Action.EDIT_SETUP: frozenset({R.OFFICER}),
    Action.FREEZE_RATES: frozenset({R.OFFICER}),
    Action.MANAGE_PANEL: frozenset({R.OFFICER}),
    Action.MOVE_STAGE: frozenset({R.OFFICER}),
    Action.VIEW_CRITERIA: _INSIDE,
    Action.EDIT_CRITERIA: frozenset({R.OFFICER}),
    Action.ADOPT_CRITERIA: frozenset({R.OFFICER, R.APPROVER}),
    Action.EDIT_POLICY: frozenset({R.OFFICER}),
    Action.KEEP_TEMPLATES: frozenset({R.PROCUREMENT_OFFICER}),
    Action.MANAGE_VENDOR_LINKS: frozenset({R.OFFICER}),
    Action.RECORD_QUOTE: frozenset({R.OFFICER}),
    Action.BEGIN_ROUND: frozenset({R.OFFICER}),
    Action.OPEN_QUOTES: frozenset({R.OFFICER}),
    Action.OPEN_PRICES: frozenset({R.OFFICER}),
    Action.VIEW_QUOTES: _PRICED | {R.OFFER_READER},
    Action.CHOOSE_OPTIONS: frozenset({R.OFFICER}),
    Action.RELEASE_PRICES: frozenset({R.OFFICER}),
    Action.DECIDE_ADMISSION: frozenset({R.OFFICER}),
    Action.VIEW_EVIDENCE: _INSIDE,
    Action.ATTACH_EVIDENCE: frozenset({R.OFFICER}),
    Action.VIEW_OWN_WORKSHEET: frozenset({R.EVALUATOR}),
    Action.SCORE: frozenset({R.EVALUATOR}),
    Action.ANSWER_CELL_REQUESTS: frozenset({R.OFFICER}),
    Action.VIEW_PROGRESS: frozenset({R.OFFICER}),
    Action.VIEW_MODERATION: frozenset({R.OFFICER, R.EVALUATOR, R.AUDITOR}),
    Action.MODERATE: frozenset({R.OFFICER}),
    Action.VIEW_COST: _PRICED,
    Action.EDIT_ASSUMPTIONS: frozenset({R.OFFICER}),
    Action.VIEW_RANKING: _PRICED,
    Action.VIEW_REPORTS: _PRICED,
    Action.FREEZE: frozenset({R.OFFICER}),
    Action.APPROVE: frozenset({R.APPROVER}),
    Action.PUBLISH: frozenset({R.OFFICER}),
    Action.VIEW_AUDIT: frozenset({R.OFFICER, R.APPROVER, R.OBSERVER, R.AUDITOR}),
    Action.EXPORT_AUDIT: frozenset({R.OFFICER, R.AUDITOR}),
    Action.VIEW_AWARD: _READERS,
    Action.ACKNOWLEDGE_AWARD: frozenset({R.FINANCE}),
}

S = Stage
_BEFORE_MODERATION: Final = frozenset({S.SETUP, S.QUOTES, S.EVIDENCE, S.SCORING})
_AFTER_SCORING: Final = frozenset({S.MODERATION, S.DECISION, S.PUBLISHED})

PHASES: Final[Mapping[Action, frozenset[Stage]]] = {
    Action.EDIT_SETUP: frozenset({S.SETUP, S.QUOTES}),
    Action.FREEZE_RATES: frozenset({S.SETUP, S.QUOTES, S.EVIDENCE}),
    Action.MANAGE_PANEL: _BEFORE_MODERATION,
    Action.MOVE_STAGE: frozenset(set(Stage) - {S.CANCELLED}),
    Action.EDIT_CRITERIA: _BEFORE_MODERATION,
    Action.ADOPT_CRITERIA: frozenset({S.EVIDENCE, S.SCORING}),
    Action.EDIT_POLICY: frozenset({S.SETUP, S.QUOTES}),
    Action.MANAGE_VENDOR_LINKS: frozenset(
        {S.SETUP, S.QUOTES, S.EVIDENCE, S.SCORING, S.MODERATION, S.DECISION}
    ),
    Action.RECORD_QUOTE: frozenset({S.QUOTES, S.EVIDENCE}),
    Action.BEGIN_ROUND: frozenset({S.EVIDENCE}),
    Action.OPEN_QUOTES: frozenset({S.QUOTES, S.EVIDENCE}),
    Action.OPEN_PRICES: frozenset({S.EVIDENCE, S.SCORING, S.MODERATION}),
    Action.CHOOSE_OPTIONS: frozenset({S.QUOTES, S.EVIDENCE}),
    Action.RELEASE_PRICES: frozenset({S.EVIDENCE, S.SCORING, S.MODERATION}),
    Action.DECIDE_ADMISSION: frozenset(
        {S.EVIDENCE, S.SCORING, S.MODERATION, S.DECISION}
    ),
    Action.ATTACH_EVIDENCE: frozenset({S.EVIDENCE, S.SCORING, S.MODERATION}),
    Action.VIEW_OWN_WORKSHEET: frozenset({S.SCORING}) | _AFTER_SCORING,
    Action.SCORE: frozenset({S.SCORING}),
    Action.ANSWER_CELL_REQUESTS: frozenset({S.SCORING, S.MODERATION}),
    Action.VIEW_MODERATION: _AFTER_SCORING,
    Action.MODERATE: frozenset({S.MODERATION}),
    Action.EDIT_ASSUMPTIONS: frozenset(
        {S.SETUP, S.QUOTES, S.EVIDENCE, S.SCORING, S.MODERATION}
    ),
    Action.VIEW_RANKING: _AFTER_SCORING,
    Action.FREEZE: frozenset({S.MODERATION, S.DECISION}),
    Action.APPROVE: frozenset({S.DECISION}),
    Action.PUBLISH: frozenset({S.DECISION}),
    Action.EXPORT_AUDIT: _AFTER_SCORING | {S.CANCELLED},
    Action.VIEW_AWARD: frozenset({S.PUBLISHED}),
    Action.ACKNOWLEDGE_AWARD: frozenset({S.PUBLISHED}),
}

ROLE_NAMES: Final[Mapping[Role, StrOrPromise]] = {
    R.MEMBER: _("member of the organisation"),
    R.ADMINISTRATOR: _("administrator"),
    R.PROCUREMENT_OFFICER: _("procurement officer"),
    R.CATALOGUE_EDITOR: _("catalogue editor"),
    R.FINANCE: _("finance"),
    R.AUDITOR: _("auditor"),
    R.AGENT: _("benchmark agent"),
    R.OFFICER: _("officer of this evaluation"),
    R.EVALUATOR: _("evaluator of this evaluation"),
    R.APPROVER: _("approver of this evaluation"),
    R.OBSERVER: _("observer of this evaluation"),
    R.PRICE_READER: _("reader of the released prices"),
    R.OFFER_READER: _("reader of the opened offers"),
}

STAGE_NAMES: Final[Mapping[Stage, StrOrPromise]] = {
    S.SETUP: _("Set-up"),
    S.QUOTES: _("Quotes"),
    S.EVIDENCE: _("Evidence"),
    S.SCORING: _("Scoring"),
    S.MODERATION: _("Moderation"),
    S.DECISION: _("Decision"),
    S.PUBLISHED: _("Published"),
    S.CANCELLED: _("Cancelled"),
}


class Principal(Protocol):
    """Who asks: a person, or a benchmark agent's token."""

    @property
    def pk(self) -> int | None:
        """The key of the person; None for a token or nobody."""
        ...

    @property
    def is_active(self) -> bool:
        """Whether the principal may do anything at all."""
        ...

    @property
    def organisation_roles(self) -> frozenset[Role]:
        """The roles in the organisation."""
        ...


class Scope(Protocol):
    """What is asked about: the organisation, or one evaluation."""

    @property
    def stage(self) -> str | None:
        """The stage of the evaluation; None for the organisation."""
        ...

    def roles_of(self, user: Principal) -> frozenset[Role]:
        """The roles that count here, organisation roles included."""
        ...


class Organisation:
    """The installation as a scope: organisation roles count, there is no stage."""

    stage = None

    def roles_of(self, user: Principal) -> frozenset[Role]:
        """The organisation roles."""
        return user.organisation_roles


ORGANISATION: Final = Organisation()


class PermissionRefusedError(RuleBrokenError):
    """The right is missing; answered with 403."""


class WrongStageError(RuleBrokenError):
    """The right is there, but not in this stage; answered with 409."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes, or no with the reason that a person reads."""

    refusal: RuleBrokenError | None = None

    def __bool__(self) -> bool:
        """Whether it is allowed."""
        return self.refusal is None


def can(user: Principal, action: Action, scope: Scope) -> Answer:
    """Ask the table; an unknown action or an inactive person is refused."""
    needed = ALLOWED.get(action, frozenset())
    held = scope.roles_of(user)
    if not user.is_active or not needed & held:
        text = _missing(needed, held)
        return Answer(PermissionRefusedError(text, code="permission_refused"))
    phases = PHASES.get(action)
    if phases is None or scope.stage is None:
        return Answer()
    if scope.stage in phases:
        return Answer()
    allowed = listed(STAGE_NAMES[stage] for stage in Stage if stage in phases)
    text = _(
        "This can be done only in the stage %(allowed)s; the evaluation is in "
        "the stage %(stage)s."
    ) % {"allowed": allowed, "stage": STAGE_NAMES[Stage(scope.stage)]}
    return Answer(WrongStageError(str(text), code="wrong_stage"))


def _missing(needed: frozenset[Role], held: frozenset[Role]) -> str:
    if R.EVALUATOR in held and R.PRICE_READER in needed:
        return str(
            _("Prices are hidden from the evaluators until an officer releases them.")
        )
    roles = listed(sorted(str(ROLE_NAMES[role]) for role in needed))
    return str(_("This needs the role: %(roles)s.") % {"roles": roles})


def require(user: Principal, action: Action, scope: Scope) -> None:
    """Pass, or raise the refusal of :func:`can`."""
    answer = can(user, action, scope)
    if answer.refusal is not None:
        raise answer.refusal
