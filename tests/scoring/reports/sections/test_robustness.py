from scoring.reports.blocks import Box, Paragraph
from scoring.reports.content import report_content
from tests.scoring.mcda.robustness.documents import story_document
from tests.scoring.reports.reading import row, tables


def robustness(snapshot, language="en"):
    return report_content(snapshot, language).sections[6]


def test_it_opens_with_the_paragraph(snapshot):
    section = robustness(snapshot)

    assert section.title == "7 How firm the result is"
    words = section.blocks[0].text.replace("\u00a0", " ")
    assert words.startswith("HPE XD670 is first, 0.07 points of 100 before Supermicro")
    assert "No losing bid decides who wins." in words


def test_its_tables_show_intervals_absences_formulas_opinions_and_chances(snapshot):
    intervals, bids, formulas, opinions, chances = tables(robustness(snapshot))

    assert row(intervals, "Budget")[0] == "20\u00a0%"
    assert row(bids, "HPE XD670")[-1] == "Winner left out"
    assert row(bids, "HPE XD670")[:2] == ["Supermicro 821GE", "80.56"]
    assert row(formulas, "log: A = 3")[0] == "HPE XD670"
    assert row(opinions, "TOPSIS")[-1] == "Same"
    assert chances[0][:3] == ["Candidate", "Rank 1", "Rank 2"]


def test_a_losing_bid_that_decides_is_boxed_in_red(snapshot):
    found = story_document()
    snapshot["robustness"] = found

    boxes = [b for b in robustness(snapshot).blocks if isinstance(b, Box)]

    assert [box.styles for box in boxes] == ["red"]
    assert "Without Inspur NF5688M7" in boxes[0].sentences[0]


def test_without_draws_it_says_so(snapshot):
    snapshot["robustness"] = snapshot["robustness"] | {"simulation": None}

    last = robustness(snapshot).blocks[-1]

    assert isinstance(last, Paragraph)
    assert last.text == "The draws were not worked out when this version was frozen."


def test_it_speaks_chinese(snapshot):
    section = robustness(snapshot, "zh-hans")

    assert section.title == "7 结果的稳固程度"
    assert "排名第一" in section.blocks[0].text
