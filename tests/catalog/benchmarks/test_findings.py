from catalog.benchmarks.findings import LISTED_PER_RULE, FindingList, finding, shown
from catalog.benchmarks.messages import Level


def test_foreign_text_loses_control_and_direction_marks_and_is_cut():
    assert shown("a\x00b\u202ec\nd") == "abc d"
    assert shown("x" * 500) == "x" * 119 + "…"


def test_a_finding_tells_file_line_rule_and_sentence():
    item = finding("run/aborted", "result_2.txt", 7, status="abort\x1b[A")

    assert item.to_json() == {
        "file": "result_2.txt",
        "line": 7,
        "rule": "run/aborted",
        "text": "The run ended with status “abort[A”.",
    }
    assert item.level is Level.WARNING
    assert item.to_record()["values"] == {"status": "abort[A"}


def test_a_rule_is_listed_a_few_times_and_the_rest_counted():
    findings = FindingList("smi.csv")

    for line in range(1, 101):
        findings.add("row/skipped", line)

    listed = list(findings)
    assert len(listed) == LISTED_PER_RULE + 1
    assert listed[-1].text == "80 more findings of rule row/skipped are not listed."
    assert findings.first(["row/skipped"]).line == 1
    assert findings.first(["file/empty"]) is None
