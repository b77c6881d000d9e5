from scoring.reports.content import report_content
from tests.scoring.reports.reading import row, tables
from tests.scoring.reports.story import story_snapshot, text


def comparison(snapshot, language="en"):
    return report_content(snapshot, language).sections[1]


def test_lines_are_aligned_by_item_and_summed_by_category(snapshot):
    (table,) = tables(comparison(snapshot))

    assert table[0][0] == "USD, net of tax"
    assert table[0][3] == "Inspur NF5688M7 8× H100 SXM 80 GB"
    assert row(table, "Compute") == [
        "4,150,400",
        "4,378,080",
        "2,780,800",
        "4,085,600",
        "5,228,800",
        "4,269,120",
    ]
    assert row(table, "CPU, 2 sockets ×\u00a016, tier ≥ 16 applied")[4] == "included"
    assert row(table, "Extension years 4–5")[2] == "not offered"
    assert row(table, "Total")[3] == "4,999,780.00"
    assert row(table, "Per GPU") == [
        "39,269.06",
        "40,662.03",
        "25,960.31",
        "39,060.78",
        "47,581.25",
        "40,083.59",
    ]


def test_signed_totals_stay_in_their_currency_and_name_another_tax_basis(snapshot):
    (table,) = tables(comparison(snapshot))

    assert row(table, "As signed")[:4] == [
        "USD\u00a05,026,440.00",
        "USD\u00a05,204,740.00",
        "CNY\u00a026,658,854.10 tax included, 13\u00a0%",
        "EUR\u00a04,611,492.34",
    ]
    snapshot["quotes"][2]["tax_rate"] = None
    (table,) = tables(comparison(snapshot))
    assert row(table, "As signed")[2] == "CNY\u00a026,658,854.10 tax included"


def test_quotes_with_the_same_note_share_a_footnote(snapshot):
    for quote in snapshot["quotes"][:2]:
        quote["note"] = text("as agreed", "如约定")

    section = comparison(snapshot)

    first, second = [source["name"]["en"] for source in snapshot["candidates"][:2]]
    assert section.blocks[0].notes[0] == f"a\u2002{first}, {second}: as agreed"
    validity = next(
        row for row in section.blocks[0].rows if row.cells[0].text == "Valid until"
    )
    assert [cell.mark for cell in validity.cells[1:3]] == ["a", "a"]


def test_oddities_of_quotes_are_footnotes(snapshot):
    section = comparison(snapshot)
    (table,) = tables(section)

    assert row(table, "Valid until")[2] == "20 Nov 2026a"
    assert row(table, "Valid until")[5] == "31 Dec 2026b"
    assert section.blocks[0].notes[0].startswith("a\u2002Inspur NF5688M7: expired;")
    assert section.blocks[0].notes[-1] == "A missing price is never counted as zero."


def test_candidate_without_a_quote_has_dashes_and_no_price(snapshot):
    del snapshot["quotes"][5]

    (table,) = tables(comparison(snapshot))

    assert row(table, "Valid until")[5] == "– no quote"
    assert row(table, "Compute")[5] == "–"
    assert row(table, "Total")[5] == "–"


def test_quote_that_does_not_say_has_a_dash(snapshot):
    snapshot["quotes"][0] |= {
        "valid_until": None,
        "lead_weeks": None,
        "payment_terms": "",
        "warranty_years": None,
    }
    snapshot["candidates"][0]["facts"][0] |= {
        "value": None,
        "reason": text("no data sheet"),
    }
    del snapshot["candidates"][1]["facts"][0]

    (table,) = tables(comparison(snapshot))

    assert row(table, "Valid until")[0] == "– not stated"
    assert row(table, "Lead time, weeks")[0] == "–"
    assert row(table, "Payment terms")[0] == "–"
    assert row(table, "GPU memory per node, GB")[:2] == [
        "– no data sheet",
        "– not given",
    ]


def test_cents_are_shown_in_all_lines_where_one_has_some(snapshot):
    quote = snapshot["quotes"][0]
    quote["lines"][11]["amount"] = "98000.50"
    quote["total"] = "5026440.50"

    (table,) = tables(comparison(snapshot))

    assert row(table, "Spares pool")[:2] == ["98,000.50", "104,000.00"]


def test_quantities_that_differ_are_not_put_beside_the_name(snapshot):
    snapshot["quotes"][0]["lines"][0]["quantity"] = "15"

    (table,) = tables(comparison(snapshot))

    assert [each[0] for each in table if each[0].startswith("Server")] == [
        "Server with 8 GPUs"
    ]


def test_more_than_six_bids_are_shown_in_groups_with_every_row_again(snapshot):
    for number in range(7):
        extra = story_snapshot()["candidates"][2]
        snapshot["candidates"].append(
            extra | {"key": f"X{number}", "name": text(f"Bid {number}")}
        )

    groups = tables(comparison(snapshot))

    assert [len(group[0]) - 1 for group in groups] == [5, 5, 3]
    assert [len(group) for group in groups] == [len(groups[0])] * 3
    assert groups[2][0][-1].startswith("Bid 6")


def test_more_than_two_hundred_lines_are_left_to_the_files(snapshot):
    quote = snapshot["quotes"][0]
    spare = quote["lines"][-1]
    quote["lines"] += [
        {**spare, "position": 13 + n, "item": f"part{n}", "amount": "0.00"}
        for n in range(220)
    ]

    (block,) = comparison(snapshot).blocks

    assert len(block.rows) == 200 + 3
    assert block.omitted == 45
    assert block.rows[-3].cells[0].text == "Total"
