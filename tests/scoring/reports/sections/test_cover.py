from scoring.reports.content import report_content


def facts(snapshot, language="en"):
    return dict(report_content(snapshot, language).cover.facts.pairs)


def test_cover_says_what_and_how_large(snapshot):
    cover = report_content(snapshot, "en").cover

    assert (cover.kicker, cover.title, cover.line) == (
        "Evaluation report · EV-2026-014",
        "AI training cluster, phase 2",
        "16 nodes, 128 GPUs, 6 bids",
    )


def test_conventions_stand_on_the_cover(snapshot):
    found = facts(snapshot)

    assert found["Recommendation"] == "HPE Cray XD670, 8× H200 SXM 141 GB"
    assert found["Version"] == (
        "3, final; before it: version 1 (draft), version 2 (draft)"
    )
    assert found["Data as of"] == "15 Dec 2026, 14:05 UTC+01:00"
    assert found["Price basis"] == (
        "USD, net of tax; frozen exchange rates: 1 EUR = 1.0842 USD (ECB reference, "
        "16 Nov 2026), 1 CNY = 0.14085 USD (ECB reference, 16 Nov 2026)"
    )
    assert found["Rules"] == (
        "criteria version 2, locked 16 Nov 2026, 09:00; price formula: low-bid; exact "
        "ties: lower evaluated price, then higher technical share, then earlier "
        "submission"
    )
    assert found["Prices"] == (
        "sealed until opened on 20 Nov 2026, 12:04 by H. Brandt, L. Yang; hidden from "
        "technical evaluators until released on 7 Dec 2026, 10:00"
    )


def test_chinese_cover_lists_the_way_chinese_does(snapshot):
    found = facts(snapshot, "zh-hans")

    assert found["推荐"] == "慧与 Cray XD670，8× H200 SXM 141 GB"
    assert "由 H. Brandt、L. Yang 共同开启；" in found["价格"]
    assert found["数据截止"] == "2026-12-15 14:05 UTC+01:00"


def test_rules_that_were_not_used_are_not_named(snapshot):
    snapshot["earlier_versions"] = []
    snapshot["exchange_rates"] = []
    snapshot["evaluation"] |= {"opening": None, "price_release": None}
    snapshot["criteria"] |= {"locked_at": None, "price_rule": None, "tie_breaks": []}
    snapshot["recommendation"]["candidate"] = None

    found = facts(snapshot)

    assert found["Recommendation"] == "no award"
    assert found["Version"] == "3, final"
    assert found["Price basis"] == "USD, net of tax"
    assert found["Rules"] == "criteria version 2"
    assert found["Prices"] == "quotes were not sealed; not hidden from evaluators"
