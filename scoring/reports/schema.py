"""The frozen snapshot, schema 1: every key of the document a report is drawn from.

A snapshot is plain data: ``procurement.canonical`` writes and hashes it, so it holds
strings, whole numbers, booleans, null, lists and objects, and never a float. Decimals
are strings, shares and computed amounts with 28 significant digits; a rate is a
fraction ("0.08"). Days and instants are ISO 8601, instants with their offset. Whatever
a person reads stands in both languages (``Text``); what was typed in one language
stands in both as typed. Amounts without a currency of their own are in the currency
and on the tax basis of the evaluation. Missing is null and has a ``reason``.

Whoever freezes builds it from ``Decimal``, dates and plain values, writes it with
``canonical_json`` and reads the text back: then the hash of the text is the one that
the report prints. ``scoring.reports.validation.validate_snapshot`` checks a document
against these types and that its figures agree.
"""

from typing import Annotated, Final, Literal, TypedDict

from scoring.mcda.robustness.document import RobustnessDocument

SCHEMA: Final = 1

DecimalText = Annotated[str, "decimal"]
Day = Annotated[str, "day"]
Instant = Annotated[str, "instant"]
Digest = Annotated[str, "sha256"]
CurrencyCode = Annotated[str, "currency"]
Key = Annotated[str, "key"]

TaxBasis = Literal["net", "gross"]
Component = Literal[
    "hardware", "energy", "maintenance", "space", "staff", "spares", "residual"
]


class Text(TypedDict):
    """A text in both languages."""

    en: str
    zh: str


class Event(TypedDict):
    """Something that people did at an instant; ``by`` may be empty for the system."""

    at: Instant
    by: list[str]


class Evaluation(TypedDict):
    """What is bought, and the conventions that hold for every figure.

    ``opening`` is null for quotes that were never sealed, ``price_release`` for
    prices that evaluators could see all along.
    """

    reference: str
    title: Text
    workload: Text
    nodes: int
    gpus: int
    currency: CurrencyCode
    tax_basis: TaxBasis
    time_zone: str
    budget: DecimalText | None
    horizon_years: int
    cash_flow_timing: Literal["end_of_year", "mid_year"]
    price_terms: Literal["nominal", "real"]
    discount_rate: DecimalText
    opening: Event | None
    price_release: Event | None


class ExchangeRate(TypedDict):
    """One unit of ``currency`` is worth ``rate`` of the evaluation's currency."""

    currency: CurrencyCode
    rate: DecimalText
    source: str
    dated_on: Day


class Anchor(TypedDict):
    """What one rubric score means."""

    score: int
    text: Text


class CurvePoint(TypedDict):
    """A datum and the score of 1 to 5 it earns; between points the curve is drawn."""

    value: DecimalText
    score: DecimalText


class Criterion(TypedDict):
    """A leaf: points of weight, and the anchors or the curve that score it.

    ``effective_weight`` is the weight after criteria that are not applicable fell
    away, in points that sum to 100 again; null for those. ``unit`` is null for a
    criterion without a datum.
    """

    key: Key
    code: str
    name: Text
    weight: DecimalText
    effective_weight: DecimalText | None
    perspective: Literal["technical", "commercial", "risk"]
    kind: Literal["rubric", "curve", "price"]
    unit: Text | None
    curve: list[CurvePoint]
    scale: Literal["linear", "log"] | None
    anchors: list[Anchor]


class Dimension(TypedDict):
    """A first-level group of criteria; its weight is the sum of theirs."""

    key: Key
    code: str
    name: Text
    weight: DecimalText
    criteria: list[Criterion]


class KnockOut(TypedDict):
    """A requirement to pass before anything is scored."""

    key: Key
    code: str
    name: Text
    requirement: Text


class Parameter(TypedDict):
    """A named number of a formula."""

    name: str
    value: DecimalText


class PriceRule(TypedDict):
    """How the evaluated price becomes a share."""

    formula: Literal["low_bid", "min_max", "fixed_range", "log", "benchmark"]
    parameters: list[Parameter]
    basis: Text


class CriteriaVersion(TypedDict):
    """The locked rules: dimensions with their leaves sum to 100 points.

    ``weight_scope`` says who takes over the weight of a criterion that is not
    applicable.
    """

    version: int
    locked_at: Instant | None
    share_rule: Literal["share_of_range", "share_of_maximum"]
    weight_scope: Literal["all", "dimension"]
    price_rule: PriceRule | None
    tie_breaks: list[Literal["lower_price", "higher_technical", "earlier_submission"]]
    dimensions: list[Dimension]
    knock_outs: list[KnockOut]


class Admission(TypedDict):
    """Whether a candidate takes part, and why not."""

    state: Literal[
        "admitted", "under_review", "rejected", "knocked_out", "late", "withdrawn"
    ]
    reason: Text | None
    decided_on: Day | None


class KnockOutResult(TypedDict):
    """One candidate against one knock-out."""

    knock_out: Key
    passed: bool
    reason: Text | None


class Fact(TypedDict):
    """A property of the configuration for the comparison, a number with its unit."""

    key: Key
    name: Text
    value: DecimalText | None
    unit: Text
    reason: Text | None


class Candidate(TypedDict):
    """What is ranked: a vendor's configuration. ``name`` is short and unique."""

    key: Key
    name: Text
    vendor: Text
    sku: str
    gpu: str
    nodes: int | None
    gpus: int
    admission: Admission
    knock_outs: list[KnockOutResult]
    facts: list[Fact]


class QuoteLine(TypedDict):
    """A quoted line; ``group`` and ``item`` align lines of vendors in one row.

    ``unit_price`` is as signed: currency and tax basis of the quote, before
    ``discount`` (a fraction). ``tier`` is the quantity from which the applied price
    break holds. ``amount`` is the whole line normalised to the evaluation; null unless
    the state is ``priced``, or ``option``: an option that was not chosen is in no
    total. ``included_in`` names the line whose price holds a ``bundled`` one.
    """

    position: int
    item: Key
    group: Key
    group_name: Text
    category: Key
    category_name: Text
    label: Text
    quantity: DecimalText
    unit: Text
    tier: DecimalText | None
    state: Literal["priced", "included", "bundled", "option", "not_offered"]
    included_in: str | None
    unit_price: DecimalText | None
    discount: DecimalText | None
    amount: DecimalText | None


class Discount(TypedDict):
    """A discount on the total of an offer, normalised to the evaluation.

    ``share`` is the fraction of the lines that count, null for a plain amount.
    """

    label: str
    share: DecimalText | None
    amount: DecimalText


class Quote(TypedDict):
    """The quote behind a candidate, as signed and normalised.

    ``signed_total`` is in the quote's own currency and basis, ``total`` and
    ``total_per_gpu`` in the evaluation's, all less the ``discount``. ``note`` explains
    an oddity of the quote.
    """

    candidate: Key
    reference: str
    round: int
    version: int
    currency: CurrencyCode
    tax_basis: TaxBasis
    tax_rate: DecimalText | None
    received_at: Instant
    valid_until: Day | None
    lead_weeks: DecimalText | None
    payment_terms: str
    warranty_years: DecimalText | None
    discount: Discount | None
    signed_total: DecimalText
    total: DecimalText
    total_per_gpu: DecimalText
    sha256: Digest | None
    note: Text | None
    lines: list[QuoteLine]


class Evaluator(TypedDict):
    """A member of the panel under a label, and what the scores weigh in a mean."""

    label: str
    weight: DecimalText


class Cell(TypedDict):
    """One evaluator's cell; the evaluator is a label, never a name."""

    criterion: Key
    candidate: Key
    evaluator: str
    state: Literal["not_scored", "scored", "na_proposed", "na", "declined", "recused"]
    score: DecimalText | None
    comment: str


class Consensus(TypedDict):
    """A moderated cell: a value set in place of the mean, or the mean kept."""

    criterion: Key
    candidate: Key
    outcome: Literal["consensus", "mean_kept", "open"]
    value: DecimalText | None
    spread: DecimalText
    reason: Text
    decided_at: Instant | None


class Finding(TypedDict):
    """What a reader of benchmark files objected to; no file: in all of them."""

    file: str | None
    line: int | None
    rule: str
    text: Text


class RunSet(TypedDict):
    """The runs that make one benchmark result; the score is in minutes.

    ``findings`` are the gravest of ``findings_found``.
    """

    reference: str
    suite: str
    ruleset: str
    benchmark: str
    runs_required: int
    runs_found: int
    dropped: list[str]
    score: DecimalText | None
    is_official: bool
    reason: Text | None
    findings: list[Finding]
    findings_found: int


class Evidence(TypedDict):
    """A datum of a candidate with where it comes from.

    ``metric`` names the row, ``criterion`` the curve criterion it feeds. A verdict
    that is no number stands in ``verdict``.
    """

    key: Key
    candidate: Key
    criterion: Key | None
    metric: Key
    name: Text
    value: DecimalText | None
    verdict: Text | None
    unit: Text
    provenance: Literal["measured", "verified", "quoted", "catalogue", "claim"]
    source: str
    dated_on: Day | None
    sha256: Digest | None
    run_set: RunSet | None
    reason: Text | None


class Score(TypedDict):
    """A candidate's result on a criterion.

    ``score`` is what the matrix shows: the cell of a rubric, 1 + 4 × share of a
    curve, null for a price.
    """

    criterion: Key
    score: DecimalText | None
    share: DecimalText | None
    points: DecimalText | None
    declined: int
    is_moderated: bool
    reason: Text | None


class DimensionPoints(TypedDict):
    """The points of a candidate in one dimension."""

    dimension: Key
    points: DecimalText


class RankingRow(TypedDict):
    """A candidate's line of the ranking; rank and total are null with a reason."""

    candidate: Key
    rank: int | None
    total: DecimalText | None
    evaluated_price: DecimalText | None
    is_tied: bool
    decided_by: Literal["lower_price", "higher_technical", "earlier_submission"] | None
    dimensions: list[DimensionPoints]
    scores: list[Score]
    reason: Text | None


class Completeness(TypedDict):
    """Cells of the candidates that count."""

    required: int
    scored: int
    declined: int
    recused: int
    open: int


class Ranking(TypedDict):
    """The output of the scoring rules, best first; ``lead`` is first minus second."""

    is_provisional: bool
    provisional_reasons: list[Text]
    completeness: Completeness
    lead: DecimalText | None
    rows: list[RankingRow]


class Override(TypedDict):
    """The default that an assumption replaces."""

    value: DecimalText
    reason: Text


class Assumption(TypedDict):
    """An input of the cost model; ``candidate`` is null when it holds for all."""

    key: Key
    candidate: Key | None
    name: Text
    value: DecimalText | None
    unit: Text
    origin: Literal["quoted", "evaluation_assumption", "catalogue_default"]
    source: Text
    dated_on: Day | None
    replaces: Override | None
    reason: Text | None


class CostLine(TypedDict):
    """A cost line: nominal amounts of year 0 to the horizon, and their value today."""

    key: Key
    name: Text
    component: Component
    amounts: list[DecimalText]
    present_value: DecimalText


class CostResult(TypedDict):
    """The cost of one candidate over one horizon; figures are null with a reason."""

    candidate: Key
    horizon_years: int
    lines: list[CostLine]
    npv: DecimalText | None
    npv_per_gpu: DecimalText | None
    equivalent_annual_cost: DecimalText | None
    nominal_per_used_gpu_hour: DecimalText | None
    levelised_per_used_gpu_hour: DecimalText | None
    reason: Text | None


class Cost(TypedDict):
    """The cost model: conventions in words, inputs and results."""

    horizons: list[int]
    conventions: list[Text]
    assumptions: list[Assumption]
    results: list[CostResult]


class Recommendation(TypedDict):
    """Whom the officer proposes; the sentences about figures are made from them."""

    candidate: Key | None
    reserve: Key | None
    note: Text | None
    reservations: Text | None


class Correction(TypedDict):
    """A recorded change of an input: what it was, what it is, why and by whom."""

    at: Instant
    field: Text
    before: Text
    after: Text
    kind: Literal["material_error", "clarification", "decision", "moderation"]
    reason: Text
    by: list[str]
    since_version: int


class Justification(TypedDict):
    """What the vendor of an abnormally low bid was asked, and what was made of it."""

    candidate: Key
    question: Text
    asked_at: Instant
    asked_by: list[str]
    due_at: Instant
    answer: Text | None
    received_at: Instant | None
    answered_by: list[str]
    verdict: Literal["open", "accepted", "not_accepted"]
    reason: Text | None
    decided_at: Instant | None
    decided_by: list[str]


class OpenedQuote(TypedDict):
    """A quote as it was opened: its file's hash, or that of what was typed in."""

    vendor: str
    round: int
    version: int
    received_at: Instant
    sha256: Digest


class Opening(TypedDict):
    """Two officers opened what was sealed: quotes, or prices in their own envelope."""

    kind: Literal["quotes", "prices"]
    at: Instant
    by: list[str]
    quotes: list[OpenedQuote]


class AuditEntry(TypedDict):
    """A line of the audit extract."""

    at: Instant
    by: list[str]
    text: Text


class AuditHead(TypedDict):
    """The last entry of the evaluation's chain before the freeze; what was opened."""

    chain: str
    sequence: int
    hash: Digest
    openings: list[Opening]
    extract: list[AuditEntry]


class Method(TypedDict):
    """A method and the version that gave the results."""

    key: Key
    name: Text
    version: str


class EarlierVersion(TypedDict):
    """A version frozen before this one."""

    version: int
    state: Literal["draft", "final"]
    frozen_at: Instant
    sha256: Digest


class Snapshot(TypedDict):
    """The whole document. Approvals are not part of it."""

    schema: int
    version: int
    state: Literal["draft", "final"]
    is_invented: bool
    frozen_at: Instant
    prepared_by: str
    approvals_required: int
    earlier_versions: list[EarlierVersion]
    evaluation: Evaluation
    exchange_rates: list[ExchangeRate]
    criteria: CriteriaVersion
    candidates: list[Candidate]
    quotes: list[Quote]
    evaluators: list[Evaluator]
    cells: list[Cell]
    consensus: list[Consensus]
    evidence: list[Evidence]
    ranking: Ranking
    robustness: RobustnessDocument
    cost: Cost
    recommendation: Recommendation
    corrections: list[Correction]
    justifications: list[Justification]
    audit: AuditHead
    methods: list[Method]
