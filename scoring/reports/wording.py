"""The words of the report for the codes of a snapshot, in the language in force."""

from collections.abc import Iterable

from django.utils.translation import gettext as _, ngettext, pgettext

from procurement.punctuation import strung


def listed(items: Iterable[str]) -> str:
    """Join items the way the language lists them."""
    return pgettext("between the items of a list", ", ").join(items)


def people(names: Iterable[str]) -> str:
    """Join names; nobody is the system."""
    return pgettext("between two names", ", ").join(names) or _("System")


def joined(sentences: Iterable[str]) -> str:
    """Join whole sentences the way the language does."""
    whole = ""
    for sentence in sentences:
        if whole and sentence:
            both = {"first": whole, "next": sentence}
            whole = pgettext("two sentences", "%(first)s %(next)s") % both
        else:
            whole = whole or sentence
    return whole


def named_note(name: str, note: str) -> str:
    """Say about whom a note is."""
    return _("%(name)s: %(note)s") % {"name": name, "note": note}


def clauses(parts: Iterable[str]) -> str:
    """Join clauses more loosely than the items of a list."""
    return pgettext("between two clauses", "; ").join(parts)


def in_turn(steps: Iterable[str]) -> str:
    """Join steps that are taken one after the other."""
    return pgettext("between two steps", ", then ").join(steps)


def millions(number: str, currency: str) -> str:
    """Write an amount of millions short."""
    return pgettext("amount", "%(currency)s %(number)s M") % {
        "currency": currency,
        "number": number,
    }


def years(count: int) -> str:
    """Count years."""
    return ngettext("%(count)d year", "%(count)d years", count) % {"count": count}


def bids(count: int) -> str:
    """Count bids."""
    return ngettext("%(count)d bid", "%(count)d bids", count) % {"count": count}


def stage(code: str) -> str:
    """Name a stage of drawing, as ``render_pdf`` reports it."""
    return {
        "content": pgettext("stage", "Texts and figures"),
        "charts": pgettext("stage", "Charts"),
        "pages": pgettext("stage", "Pages"),
        "fonts": pgettext("stage", "Fonts"),
        "done": pgettext("stage", "Done"),
    }[code]


def state(code: str) -> str:
    """Say in which state a version is."""
    return {"draft": _("draft"), "final": _("final")}[code]


def tax_basis(code: str) -> str:
    """Say whether tax is inside."""
    return {"net": _("net of tax"), "gross": _("tax included")}[code]


def admission(code: str) -> str:
    """Say whether a candidate takes part."""
    return {
        "admitted": pgettext("bid", "admitted"),
        "under_review": pgettext("bid", "under review"),
        "rejected": pgettext("bid", "rejected"),
        "knocked_out": pgettext("bid", "knocked out"),
        "late": pgettext("bid", "late"),
        "withdrawn": pgettext("bid", "withdrawn"),
    }[code]


def price_formula(code: str) -> str:
    """Name a price formula."""
    return {
        "low_bid": _("low-bid"),
        "min_max": _("min-max"),
        "fixed_range": _("fixed range"),
        "log": _("log"),
        "benchmark": _("benchmark price"),
    }[code]


def price_formula_in_words(code: str) -> str:
    """Write a price formula out."""
    return {
        "low_bid": _("share = lowest price ÷ own price"),
        "min_max": _("share = (highest − own) ÷ (highest − lowest price)"),
        "fixed_range": _("share = (upper − own price) ÷ (upper − lower bound), 0 to 1"),
        "log": _("share = 1 − ln(own ÷ lowest price) ÷ ln A, not below 0"),
        "benchmark": _("share = benchmark price ÷ own price, not above 1"),
    }[code]


def tie_break(code: str) -> str:
    """Name a link of the chain for exact ties."""
    return {
        "lower_price": _("lower evaluated price"),
        "higher_technical": _("higher technical share"),
        "earlier_submission": _("earlier submission"),
    }[code]


def share_rule(code: str) -> str:
    """Write out how a rubric score becomes a share, on one line."""
    words = {
        "share_of_range": _("share = (score − 1) ÷ 4"),
        "share_of_maximum": _("share = score ÷ 5"),
    }[code]
    return words.replace(" ", "\u00a0")


def component(code: str) -> str:
    """Name a component of the cost."""
    return {
        "hardware": pgettext("cost", "Hardware"),
        "energy": pgettext("cost", "Energy"),
        "maintenance": pgettext("cost", "Maintenance"),
        "space": pgettext("cost", "Space"),
        "staff": pgettext("cost", "Staff"),
        "spares": pgettext("cost", "Spares"),
        "residual": pgettext("cost", "Residual"),
    }[code]


def origin(code: str) -> str:
    """Say where an assumption comes from."""
    return {
        "quoted": pgettext("origin", "quoted"),
        "evaluation_assumption": pgettext("origin", "assumed"),
        "catalogue_default": pgettext("origin", "default"),
    }[code]


def provenance(code: str) -> str:
    """Say who vouches for a datum."""
    return {
        "measured": _("own run"),
        "verified": _("published by MLPerf"),
        "quoted": _("from the quote"),
        "catalogue": _("from the catalogue"),
        "claim": _("vendor’s claim"),
    }[code]


def correction_kind(code: str) -> str:
    """Name the kind of a correction."""
    return {
        "material_error": _("Material error"),
        "clarification": _("Clarification"),
        "decision": pgettext("kind of correction", "Decision"),
        "moderation": _("Moderation"),
    }[code]


def signed(at: str, names: Iterable[str]) -> str:
    """When something was done and by whom."""
    return strung([at, people(names)])


def justified(code: str) -> str:
    """Say what was decided on the justification of a low price."""
    return {
        "open": _("not decided"),
        "accepted": _("justified"),
        "not_accepted": _("not justified"),
    }[code]


def moderation_outcome(code: str) -> str:
    """Say how a moderated cell ended."""
    return {
        "consensus": _("consensus set"),
        "mean_kept": _("mean kept"),
        "open": _("still open"),
    }[code]


def weight_scope(code: str) -> str:
    """Say who takes over the weight of a criterion that is not applicable."""
    return {
        "all": _("weight of a criterion left out goes to all others"),
        "dimension": _("weight of a criterion left out stays in its dimension"),
    }[code]


def timing(code: str) -> str:
    """Say when in the year running costs fall."""
    return {"end_of_year": _("end of year"), "mid_year": _("middle of year")}[code]


def price_terms(code: str) -> str:
    """Say whether amounts hold inflation."""
    return {"nominal": _("nominal"), "real": _("real")}[code]


def with_unit(name: str, unit: str) -> str:
    """Name a quantity with its unit, where it has one."""
    return listed([name, unit]) if unit else name


def invented_note() -> str:
    """Say that the figures are invented."""
    return _(
        "Demonstration data. Product names are real; prices, scores and verdicts "
        "are invented and indicative."
    )


def verdict(code: str) -> str:
    """Name what an approver decided."""
    return {
        "approved": pgettext("verdict", "approved"),
        "returned": pgettext("verdict", "sent back"),
    }[code]


def shortened_hash(digest: str) -> str:
    """Print the two ends of a hash; the whole one is in the frozen data."""
    return f"{digest[:8]}…{digest[-4:]}"
