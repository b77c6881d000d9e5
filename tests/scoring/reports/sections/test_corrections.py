from scoring.reports.blocks import Facts, Signatures
from scoring.reports.content import report_content
from tests.scoring.reports.reading import tables, words_of


def corrections(snapshot, language="en"):
    return report_content(snapshot, language).sections[7]


def approval(snapshot):
    return report_content(snapshot, "en").sections[8]


def test_corrections_are_itemised(snapshot):
    itemised = tables(corrections(snapshot))[0]

    assert itemised[2] == [
        "23 Nov 2026, 15:02",
        "Inspur, tax basis",
        "net",
        "incl. 13 % VAT",
        "Material error",
        "Quote states 含税 on page 2",
        "L. Yang",
        "1",
    ]


def test_a_low_price_stands_with_its_question_and_what_became_of_it(snapshot):
    facts = [each for each in corrections(snapshot).blocks if isinstance(each, Facts)]

    assert facts[0].pairs == (
        ("Candidate", "Inspur NF5688M7"),
        ("Asked", "23 Nov 2026, 10:00, H. Brandt"),
        ("Question", "What makes the price possible?"),
        ("Answer due", "11 Dec 2026, 17:00"),
        ("Answer", "none came"),
        ("Decision", "not justified"),
        ("Reason", "No answer came."),
        ("Decided", "14 Dec 2026, 10:20, H. Brandt"),
    )


def test_an_answer_stands_with_who_sent_it(snapshot):
    snapshot["justifications"][0] |= {
        "answer": {"en": "Own stock.", "zh": "Own stock."},
        "received_at": "2026-12-01T08:00:00Z",
        "answered_by": ["Inspur"],
        "verdict": "open",
        "decided_at": None,
    }
    facts = [each for each in corrections(snapshot).blocks if isinstance(each, Facts)]

    assert facts[0].pairs[4:] == (
        ("Received", "1 Dec 2026, 09:00, Inspur"),
        ("Answer", "Own stock."),
        ("Decision", "not decided"),
    )


def test_moderated_cells_show_the_original_scores(snapshot):
    snapshot["consensus"][1] |= {"outcome": "consensus", "value": "3.5"}
    moderated = tables(corrections(snapshot))[1]

    assert moderated[1] == [
        "2.3 Job restart and checkpoint recovery, Supermicro 821GE",
        "E1\u00a03\u2002E2\u00a05\u2002E3\u00a02\u2002E4\u00a05",
        "75\u00a0%",
        "mean kept; evidence supports both readings",
    ]
    assert moderated[2][3] == "consensus set: 3.5; evidence supports both readings"


def test_each_evaluator_keeps_a_label_also_beside_who_gave_no_score(snapshot):
    cell = next(
        each
        for each in snapshot["cells"]
        if (each["criterion"], each["candidate"], each["evaluator"])
        == ("2.3", "B", "E2")
    )
    cell |= {"state": "declined", "score": None}

    moderated = tables(corrections(snapshot))[1]

    assert moderated[1][1] == "E1\u00a03\u2002E2\u00a0–\u2002E3\u00a02\u2002E4\u00a05"


def test_audit_head_is_printed_whole(snapshot):
    facts = [each for each in corrections(snapshot).blocks if isinstance(each, Facts)]
    head = facts[-1]

    assert head.pairs == (
        ("Chain", "EV-2026-014"),
        ("Entry", "20"),
        ("Hash", snapshot["audit"]["hash"]),
    )


def test_audit_extract_names_people_and_the_system(snapshot):
    extract = tables(corrections(snapshot))[3]

    assert extract[1][:2] == ["14 Dec 2026, 10:20", "H. Brandt, L. Yang"]
    assert extract[4][1] == "System"
    assert tables(corrections(snapshot, "zh-hans"))[3][1][1] == "H. Brandt、L. Yang"


def test_opening_record_lists_what_was_opened_with_its_hash(snapshot):
    record = tables(corrections(snapshot))[2]

    assert record == [
        ["Quote", "Received", "SHA-256"],
        ["Dell (round 1, version 1)", "18 Nov 2026, 11:20", "ab" * 32],
    ]
    assert "Quotes opened on 20 Nov 2026, 12:04 by H. Brandt, L. Yang." in (
        words_of(report_content(snapshot, "en"))
    )


def test_chapter_with_nothing_to_tell_says_so(snapshot):
    snapshot["corrections"] = snapshot["consensus"] = []
    snapshot["justifications"] = []
    snapshot["audit"] |= {"extract": [], "openings": []}

    assert tables(corrections(snapshot)) == []
    assert "Nothing was corrected." in words_of(report_content(snapshot, "en"))


def test_as_many_signatures_as_approvals_are_asked_for(snapshot):
    snapshot["approvals_required"] = 3

    blocks = approval(snapshot).blocks

    assert blocks[0].text.startswith("Approvals needed: 3, none by the preparer.")
    assert isinstance(blocks[-1], Signatures)
    assert blocks[-1].titles == ("Approver 1", "Approver 2", "Approver 3")


def test_draft_asks_for_no_signature(snapshot):
    snapshot["state"] = "draft"

    blocks = approval(snapshot).blocks

    assert blocks[0].text == "This version is a draft and cannot be approved."
    assert not any(isinstance(each, Signatures) for each in blocks)
