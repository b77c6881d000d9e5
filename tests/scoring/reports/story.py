"""A full sample snapshot: version 3 of the demonstration story with its figures."""

import json
from collections.abc import Iterable
from copy import deepcopy
from decimal import Decimal, localcontext
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.scoring.mcda.robustness.documents import story_document
from tests.scoring.reports import story_words as words

STORY = Path(__file__).resolve().parents[3] / "scoring" / "data" / "story.json"
COUNTING = ("A", "B", "D", "E")
COMPONENTS = {
    "compute": "hardware",
    "network": "hardware",
    "services": "hardware",
    "freight": "hardware",
    "spares_initial": "spares",
    "spares_yearly": "spares",
    "support_1_3": "maintenance",
    "support_extension": "maintenance",
    "maintenance_after_warranty": "maintenance",
    "energy": "energy",
    "space": "space",
    "staff": "staff",
    "residual": "residual",
}
ORIGINS = {
    "quoted": "quoted",
    "evaluation assumption": "evaluation_assumption",
    "catalogue default": "catalogue_default",
}


def story_snapshot() -> dict[str, Any]:
    """Return a fresh copy that a test may change."""
    return deepcopy(_snapshot())


def text(en: str, zh: str | None = None) -> dict[str, str]:
    """Write a text in both languages; without Chinese as typed."""
    return {"en": en, "zh": en if zh is None else zh}


def plain(value: Decimal) -> str:
    """Write a decimal in the 28 digits of a snapshot."""
    with localcontext(prec=28):
        shown = format(+value, "f")
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


@cache
def _story() -> dict[str, Any]:
    story: dict[str, Any] = json.loads(STORY.read_text(encoding="utf-8"))
    return story


@cache
def _snapshot() -> dict[str, Any]:
    story = _story()
    return {
        "schema": 1,
        "version": 3,
        "state": "final",
        "is_invented": True,
        "frozen_at": "2026-12-15T13:05:00Z",
        "prepared_by": "Helena Brandt",
        "approvals_required": 2,
        "earlier_versions": [
            {
                "version": each["version"],
                "state": each["state"],
                "frozen_at": each["frozen"],
                "sha256": sha256(str(each["version"]).encode()).hexdigest(),
            }
            for each in story["reports"][:2]
        ],
        "evaluation": words.EVALUATION,
        "exchange_rates": [
            {
                "currency": currency,
                "rate": story["fx"][currency],
                "source": story["fx"]["source"],
                "dated_on": story["fx"]["frozen_on"],
            }
            for currency in ("EUR", "CNY")
        ],
        "criteria": _criteria(),
        "candidates": [_candidate(key) for key in "ABCDEF"],
        "quotes": [_quote(key) for key in "ABCDEF"],
        "evaluators": [
            {"label": f"E{number + 1}", "weight": "1"}
            for number in range(len(story["evaluators"]))
        ],
        "cells": list(_cells()),
        "consensus": words.CONSENSUS,
        "evidence": list(_evidence()),
        "ranking": _ranking(),
        "robustness": _robustness(),
        "cost": _cost(),
        "recommendation": words.RECOMMENDATION,
        "corrections": words.CORRECTIONS,
        "justifications": words.JUSTIFICATIONS,
        "audit": words.AUDIT,
        "methods": words.METHODS,
    }


def _criteria() -> dict[str, Any]:
    story = _story()
    return {
        "version": 2,
        "locked_at": "2026-11-16T08:00:12Z",
        "share_rule": "share_of_range",
        "weight_scope": "all",
        "price_rule": {
            "formula": "low_bid",
            "parameters": [],
            "basis": text("4-year NPV per GPU", "四年每卡净现值"),
        },
        "tie_breaks": ["lower_price", "higher_technical", "earlier_submission"],
        "dimensions": [
            {
                "key": f"d{dimension['id']}",
                "code": dimension["id"],
                "name": text(dimension["name"], dimension["name_zh"]),
                "weight": str(dimension["weight"]),
                "criteria": [
                    _criterion(each)
                    for each in story["criteria"]
                    if each["dimension"] == dimension["id"]
                ],
            }
            for dimension in story["dimensions"]
        ],
        "knock_outs": words.KNOCK_OUTS,
    }


def _criterion(criterion: dict[str, Any]) -> dict[str, Any]:
    kind = {"manual": "rubric", "data": "curve", "price": "price"}[criterion["kind"]]
    is_curve = kind == "curve"
    return {
        "key": criterion["id"],
        "code": criterion["id"],
        "name": text(criterion["name"], criterion["name_zh"]),
        "weight": str(criterion["weight"]),
        "effective_weight": str(criterion["weight"]),
        "perspective": {"1": "technical", "2": "technical", "3": "commercial"}.get(
            criterion["dimension"], "risk"
        ),
        "kind": kind,
        "unit": text(criterion["unit"], words.UNITS.get(criterion["unit"]))
        if criterion["unit"]
        else None,
        "curve": [
            {"value": criterion["score_1_at"], "score": "1"},
            {"value": criterion["score_5_at"], "score": "5"},
        ]
        if is_curve
        else [],
        "scale": "linear" if is_curve else None,
        "anchors": words.ANCHORS if kind == "rubric" else [],
    }


def _candidate(key: str) -> dict[str, Any]:
    bidder = _story()["bidders"][key]
    return {
        "key": key,
        "name": text(bidder["short"]),
        "vendor": text(bidder["vendor"], words.VENDORS.get(key)),
        "sku": bidder["sku"],
        "gpu": bidder["gpu"],
        "nodes": 16,
        "gpus": 128,
        "admission": words.ADMISSIONS.get(
            key, {"state": "admitted", "reason": None, "decided_on": None}
        ),
        "knock_outs": words.KNOCK_OUT_RESULTS[key],
        "facts": [
            {
                "key": name,
                "name": text(*words.FACTS[name][:2]),
                "value": str(bidder[name]),
                "unit": text(words.FACTS[name][2]),
                "reason": None,
            }
            for name in words.FACTS
        ],
    }


def _quote(key: str) -> dict[str, Any]:
    story = _story()
    bidder = story["bidders"][key]
    total = Decimal(story["totals_usd_net"][key])
    tax_rate = Decimal("0.13") if key == "C" else None
    signed = total / Decimal(bidder["fx"]) * (1 + (tax_rate or 0))
    return {
        "candidate": key,
        "reference": f"Q-{key}",
        "round": 1,
        "version": 1,
        "currency": bidder["cur"],
        "tax_basis": "gross" if tax_rate else "net",
        "tax_rate": None if tax_rate is None else str(tax_rate),
        "received_at": words.RECEIVED[key],
        "valid_until": words.VALID_UNTIL[key],
        "lead_weeks": str(bidder["lead"]),
        "payment_terms": words.PAYMENT_TERMS[key],
        "warranty_years": "3",
        "signed_total": plain(signed.quantize(Decimal("0.01"))),
        "discount": None,
        "total": str(total),
        "total_per_gpu": plain(total / 128),
        "sha256": sha256(key.encode()).hexdigest(),
        "note": words.QUOTE_NOTES.get(key),
        "lines": [
            _line(position + 1, line, key, signed / total)
            for position, line in enumerate(story["lines"])
        ],
    }


def _line(
    position: int, line: dict[str, Any], key: str, rate: Decimal
) -> dict[str, Any]:
    price = line["unit_price_usd_net"][key]
    state = "not_offered"
    if price is not None:
        state = "included" if Decimal(price) == 0 else "priced"
    amount = Decimal(price or 0) * line["quantity"]
    return {
        "position": position,
        "item": line["key"],
        "group": line["group"].lower(),
        "group_name": text(line["group"], words.CATEGORIES[line["group"]]),
        "category": line["group"].lower(),
        "category_name": text(line["group"], words.CATEGORIES[line["group"]]),
        "label": text(line["label"], words.LINES[line["key"]]),
        "quantity": str(line["quantity"]),
        "unit": text(line["unit"], words.UNITS[line["unit"]]),
        "tier": _tier(line["tier"]),
        "state": state,
        "included_in": None,
        "unit_price": plain(Decimal(price) * rate) if state == "priced" else None,
        "discount": None,
        "amount": plain(amount) if state == "priced" else None,
    }


def _tier(words: str) -> str | None:
    start = words.partition("–")[0].rstrip("+")
    return start if start.isdecimal() else None


def _cells() -> Iterable[dict[str, Any]]:
    for criterion, by_candidate in _story()["cells"]["rows"].items():
        for candidate in COUNTING:
            for number, mark in enumerate(by_candidate[candidate]):
                yield {
                    "criterion": criterion,
                    "candidate": candidate,
                    "evaluator": f"E{number + 1}",
                    "state": "declined" if mark == "d" else "scored",
                    "score": None if mark == "d" else mark,
                    "comment": "",
                }


def _evidence() -> Iterable[dict[str, Any]]:
    story = _story()
    for metric, name, unit, values in (
        ("2.1", words.TRAINING, ("min", "分钟"), story["data"]["2.1"]),
        ("2.2", words.ALL_REDUCE, ("GB/s",), story["data"]["2.2"]),
        (None, words.XID, ("",), {"A": 0, "B": 1, "D": 0, "E": 0}),
        (None, words.STRESS, ("",), dict.fromkeys(COUNTING)),
    ):
        for key in COUNTING:
            is_verdict = name is words.STRESS
            yield {
                "key": f"{name[0]}-{key}",
                "candidate": key,
                "criterion": metric,
                "metric": name[0],
                "name": text(*name),
                "value": None if is_verdict else str(values[key]),
                "verdict": words.VERDICTS[key] if is_verdict else None,
                "unit": text(*unit),
                "provenance": "measured",
                "source": f"{words.FILES[name[0]]}-{key.lower()}.zip",
                "dated_on": "2026-11-25",
                "sha256": sha256(f"{words.FILES[name[0]]}-{key}".encode()).hexdigest(),
                "run_set": _run_set(key, values[key]) if metric == "2.1" else None,
                "reason": None,
            }


def _run_set(key: str, minutes: object) -> dict[str, Any]:
    return {
        "reference": f"RS-10{'ABCDEF'.index(key)}",
        "suite": "MLPerf Training",
        "ruleset": "4.1.0",
        "benchmark": "llama2_70b_lora",
        "runs_required": 10,
        "runs_found": 10,
        "dropped": [],
        "score": str(minutes),
        "is_official": True,
        "reason": None,
        "findings": words.FINDINGS if key == "B" else [],
        "findings_found": len(words.FINDINGS) if key == "B" else 0,
    }


def _robustness() -> dict[str, Any]:
    """Work out the checks of the final moment, with evaluators under their labels."""
    labels = {name: f"E{n}" for n, name in enumerate(_story()["evaluators"], start=1)}
    found = deepcopy(story_document("final"))
    for item in found["absences"]:
        item["key"] = labels.get(item["key"], item["key"])
    return found


def _ranking() -> dict[str, Any]:
    final = _story()["expected"]["final_v3"]
    return {
        "is_provisional": False,
        "provisional_reasons": [],
        "completeness": {
            "required": 191,
            "scored": 191,
            "declined": 1,
            "recused": 0,
            "open": 0,
        },
        "lead": final["lead"]["points"],
        "rows": [_row(rank + 1, key, final) for rank, key in enumerate(final["order"])],
    }


def _row(rank: int, key: str, final: dict[str, Any]) -> dict[str, Any]:
    points = final["dimension_points"][key]
    return {
        "candidate": key,
        "rank": rank,
        "total": final["totals"][key],
        "evaluated_price": _story()["tco_per_gpu_usd"]["4"][key],
        "is_tied": False,
        "decided_by": None,
        "dimensions": [
            {"dimension": f"d{each}", "points": points[each]} for each in points
        ],
        "scores": [
            _score(criterion, key, final["shares"][f"{criterion['id']}|{key}"])
            for criterion in _story()["criteria"]
        ],
        "reason": None,
    }


def _score(criterion: dict[str, Any], key: str, share: str) -> dict[str, Any]:
    rows = _story()["cells"]["rows"]
    marks = rows.get(criterion["id"], {}).get(key, "")
    return {
        "criterion": criterion["id"],
        "score": None
        if criterion["kind"] == "price"
        else plain(1 + 4 * Decimal(share)),
        "share": share,
        "points": plain(Decimal(share) * criterion["weight"]),
        "declined": marks.count("d"),
        "is_moderated": any(
            (each["criterion"], each["candidate"]) == (criterion["id"], key)
            for each in words.CONSENSUS
        ),
        "reason": None,
    }


def _cost() -> dict[str, Any]:
    return {
        "horizons": [3, 4, 5],
        "conventions": words.CONVENTIONS,
        "assumptions": list(_assumptions()),
        "results": [_result(key, horizon) for key in COUNTING for horizon in (3, 4, 5)],
    }


def _assumptions() -> Iterable[dict[str, Any]]:
    tco = _story()["tco_assumptions"]
    for each in tco["common"]:
        yield _assumption(each, None)
    for key in COUNTING:
        for each in tco["per_candidate"][key]["values"]:
            yield _assumption(each, key)


def _assumption(each: dict[str, Any], candidate: str | None) -> dict[str, Any]:
    replaces = None
    if "replaces_default" in each:
        replaces = {
            "value": each["replaces_default"],
            "reason": text(each["reason"], words.REASONS[each["reason"]]),
        }
    return {
        "key": each["key"],
        "candidate": candidate,
        "name": text(each["label"], words.ASSUMPTIONS[each["label"]]),
        "value": each["value"].replace(",", ""),
        "unit": text(each["unit"], words.UNITS.get(each["unit"])),
        "origin": ORIGINS[each["origin"]],
        "source": text(each["source"], words.SOURCES.get(each["source"])),
        "dated_on": each["date"],
        "replaces": replaces,
        "reason": None,
    }


def _result(key: str, horizon: int) -> dict[str, Any]:
    found = _story()["expected"]["tco"][key][str(horizon)]
    npv, rate = Decimal(found["npv"]), Decimal("0.08")
    annuity = (1 - (1 + rate) ** -horizon) / rate
    hours = 128 * 8760 * Decimal("0.70")
    nominal = sum(Decimal(year) for year in found["total_per_year"])
    return {
        "candidate": key,
        "horizon_years": horizon,
        "lines": [
            {
                "key": line,
                "name": text(*words.COST_LINES[line]),
                "component": COMPONENTS[line],
                "amounts": amounts,
                "present_value": found["present_value"][line],
            }
            for line, amounts in found["cash_flows"].items()
        ],
        "npv": found["npv"],
        "npv_per_gpu": found["npv_per_gpu"],
        "equivalent_annual_cost": plain(npv / annuity),
        "nominal_per_used_gpu_hour": plain(nominal / (hours * horizon)),
        "levelised_per_used_gpu_hour": plain(npv / (hours * annuity)),
        "reason": None,
    }
