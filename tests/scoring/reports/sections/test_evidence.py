from scoring.reports.content import report_content
from tests.scoring.reports.reading import row, tables, words_of
from tests.scoring.reports.story import text


def evidence(snapshot):
    return report_content(snapshot, "en").sections[4]


def test_measurements_stand_side_by_side_with_their_provenance(snapshot):
    measured = tables(evidence(snapshot))[0]

    assert row(measured, "Llama 2 70B LoRA, MLPerf-style, min") == [
        "28.9",
        "25.4",
        "25.8",
        "24.7",
        "own run",
    ]
    assert row(measured, "72 h stress test") == [
        "pass",
        "remarks",
        "pass",
        "pass",
        "own run",
    ]
    assert row(measured, "XID 79")[0] == "0"


def test_missing_measurement_is_a_dash_with_its_reason(snapshot):
    snapshot["evidence"][0] |= {
        "value": None,
        "run_set": None,
        "reason": text("2 of 10 runs only"),
    }
    del snapshot["evidence"][1]

    measured = tables(evidence(snapshot))[0]

    assert row(measured, "Llama")[:2] == ["– 2 of 10 runs only", "– not measured"]


def test_each_file_is_listed_once_with_its_hash(snapshot):
    sources = tables(evidence(snapshot))[1]

    assert len(sources) == 1 + 12
    stress = [each for each in sources if each[2] == "stress-72h-a.zip"]
    assert [each[:2] for each in stress] == [
        ["Dell XE9680", "XID 79 events in 72 h, 72 h stress test"]
    ]
    assert len(stress[0][4]) == 8 + 1 + 4


def test_file_without_date_or_hash_has_dashes(snapshot):
    snapshot["evidence"][0] |= {"dated_on": None, "sha256": None}

    assert tables(evidence(snapshot))[1][1][3:] == ["–", "–"]


def test_run_sets_tell_runs_score_dropped_ones_and_findings(snapshot):
    first = snapshot["evidence"][0]["run_set"]
    first |= {
        "runs_found": 9,
        "is_official": False,
        "reason": text("one file is missing"),
        "dropped": ["result_3.txt", "result_7.txt"],
    }
    runs, findings = tables(evidence(snapshot))[2:]

    assert runs[1] == [
        "RS-100",
        "Dell XE9680",
        "MLPerf Training, llama2_70b_lora, 4.1.0",
        "9 of 10",
        "28.900 one file is missing",
        "result_3.txt, result_7.txt",
        "0",
    ]
    assert runs[2][4:] == ["25.400", "none", "1"]
    assert findings[1:] == [
        [
            "RS-101",
            "result_4.txt:212",
            "cache-clear",
            "cache cleared after the run started",
        ]
    ]


def test_run_set_without_score_says_why(snapshot):
    snapshot["evidence"][0]["run_set"] |= {
        "score": None,
        "reason": text("three runs did not converge"),
    }

    assert tables(evidence(snapshot))[2][1][4] == "– three runs did not converge"


def test_footnote_of_mlcommons_stands_under_unverified_results_only(snapshot):
    note = "Result not verified by MLCommons Association."
    assert note in words_of(report_content(snapshot, "en"))

    for each in snapshot["evidence"]:
        each["provenance"] = "verified"

    assert note not in words_of(report_content(snapshot, "en"))
