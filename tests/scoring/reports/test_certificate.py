from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.utils.translation import override

from scoring.reports.certificate import (
    Approval,
    ApprovedVersion,
    certificate_content,
    render_certificate,
)
from tests.scoring.reports.conftest import PATIENT
from tests.scoring.reports.reading import boxes_instead_of_glyphs, pages_of, squeezed
from tests.scoring.reports.story import text

HASH = "5b7e03aa9ab7abb6eb65e0373fa1b428a28bd6d8a2380106dcc080f5800591c4"
MARTA = Approval(
    person="u1",
    name="Marta Kowalska",
    function="head of infrastructure",
    verdict="approved",
    note="Agreed. <b>The lead is thin</b>; 华为",
    decided_at=datetime(2026, 12, 15, 15, 20, 11, tzinfo=UTC),
    sha256=HASH,
)
DANIEL = Approval(
    person="u2",
    name="Daniel Tran",
    function="finance",
    verdict="approved",
    note="",
    decided_at=datetime(2026, 12, 16, 9, 0, tzinfo=UTC),
    sha256=HASH,
)


def version(**changes):
    fields = {
        "reference": "EV-2026-014",
        "title": text("AI training cluster, phase 2", "AI 训练集群二期"),
        "number": 3,
        "sha256": HASH,
        "preparer": "u0",
        "prepared_by": "Helena Brandt",
        "frozen_at": datetime(2026, 12, 15, 13, 5, tzinfo=UTC),
        "time_zone": "Europe/Amsterdam",
        "approvals_required": 2,
        "is_invented": True,
    }
    return ApprovedVersion(**(fields | changes))


def state_of(*approvals, **changes):
    with override("en"):
        box = certificate_content(version(**changes), approvals, "en").blocks[0]
    return box.title, *box.sentences


def test_approvals_are_counted_against_those_required():
    assert state_of() == ("Approvals are missing", "0 of 2 approvals are given.")
    assert state_of(MARTA) == ("Approvals are missing", "1 of 2 approvals are given.")
    assert state_of(MARTA, DANIEL) == ("Approved", "2 of 2 approvals are given.")


def test_approval_of_another_hash_or_by_the_same_person_does_not_count():
    other = replace(DANIEL, sha256="0" * 64)

    assert state_of(MARTA, other)[0] == "Approvals are missing"
    assert state_of(MARTA, MARTA)[0] == "Approvals are missing"


def test_approval_by_the_preparer_does_not_count():
    assert state_of(MARTA, DANIEL, preparer="u2")[0] == ("Approvals are missing")


def test_two_people_of_one_name_are_two():
    assert state_of(MARTA, replace(MARTA, person="u3"))[0] == "Approved"


def test_version_sent_back_is_not_approved():
    returned = replace(DANIEL, verdict="returned")

    assert state_of(MARTA, DANIEL, returned)[0] == "Sent back"


@pytest.fixture(scope="module")
def english_certificate():
    """The certificate of two approvals."""
    return render_certificate(version(), (MARTA, DANIEL), "en", limits=PATIENT)


def test_certificate_names_people_times_and_the_hash(english_certificate):
    (page,) = pages_of(english_certificate.data)

    assert english_certificate.pages == 1
    for each in (
        "Approval certificate EV-2026-014, version 3",
        "Approved 2 of 2 approvals are given.",
        "Agreed. <b>The lead is thin</b>; 华为",
        "15 Dec 2026, 16:20 UTC+01:00",
        "invented",
        HASH,
        "Marta Kowalska",
        "Daniel Tran",
        "Helena Brandt",
    ):
        assert squeezed(each) in page
    assert boxes_instead_of_glyphs(english_certificate.data) == []


def test_certificate_is_chinese_for_chinese_readers():
    rendered = render_certificate(version(), (MARTA,), "zh-hans", limits=PATIENT)
    (page,) = pages_of(rendered.data)

    for each in ("批准证书 EV-2026-014，第 3 版", "批准尚不齐全", "AI 训练集群二期"):
        assert squeezed(each) in page


def test_equal_approvals_give_equal_bytes(english_certificate):
    again = render_certificate(version(), (MARTA, DANIEL), "en", limits=PATIENT)

    assert again.data == english_certificate.data
