"""Quote files: previewed, read all or nothing, kept under a random name."""

import threading
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.db import connection

from catalog.models import Quote, QuoteLine, StagedQuote, Tender
from catalog.services.quote_files import (
    QuoteFileError,
    confirm_staged_quote,
    discard_staged_quote,
    drop_forgotten_files,
    import_quote,
    stage_quote_file,
)
from catalog.services.quote_terms import ImportChoices, QuoteFile
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage
from tests.catalog.imports.samples import (
    make_line,
    make_sheet,
    table_bytes,
    table_rows,
    with_field,
    with_line_cell,
)
from tests.factories import make_round, make_sku, make_vendor

SAMPLES = Path("catalog/data/samples/quotes")


@pytest.fixture
def quoting(tender) -> Tender:
    tender.reference = "EV-2026-014"
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() + timedelta(days=2)
    tender.save()
    return tender


def file(name="quote.csv", rows=None) -> QuoteFile:
    return QuoteFile(name=name, content=table_bytes(rows or table_rows()))


def stored_names() -> set[str]:
    if not default_storage.exists("quotes"):
        return set()
    return set(default_storage.listdir("quotes")[1])


def choices(**fields) -> ImportChoices:
    defaults = {"vendor": make_vendor(), "skus": {}}
    return ImportChoices(**(defaults | fields))


def test_shipped_sample_is_imported_with_all_its_lines(officer, quoting):
    content = (SAMPLES / "inspur.xlsx").read_bytes()
    sku = make_sku()

    quote = import_quote(
        by=officer,
        tender=quoting,
        file=QuoteFile(name="inspur.xlsx", content=content),
        choices=choices(skus={"NF5688M7": sku}),
    )

    assert (quote.currency, quote.tax_basis, quote.tax_rate) == (
        "CNY",
        "gross",
        Decimal("0.13"),
    )
    offer = quote.offers.get()
    assert (offer.sku, offer.sku_name, offer.gpus) == (sku, "NF5688M7", 128)
    lines = {line.key: line for line in offer.lines.all()}
    assert len(lines) == 12
    assert lines["chassis"].unit_price == Decimal("1236525.665601")
    assert lines["chassis"].break_starts == [16, 32]
    assert lines["chassis"].break_prices[0] == Decimal("1188966.986155")
    assert lines["s5"].unit_price is None
    assert lines["spare"].category == QuoteLine.Category.SPARES


@pytest.mark.parametrize("quantity", ["1.2340", "16.0000", "0.1250000"])
def test_zeros_behind_the_places_of_a_number_are_no_fault(officer, quoting, quantity):
    """A thousandth must be written so, because 1.234 is refused as ambiguous."""
    rows = with_line_cell("Quantity", quantity)

    quote = import_quote(
        by=officer, tender=quoting, file=file(rows=rows), choices=choices()
    )

    held = QuoteLine.objects.filter(offer__quote=quote).values_list(
        "quantity", flat=True
    )
    assert Decimal(quantity) in held


def test_original_is_kept_byte_for_byte_under_a_random_name(officer, quoting):
    uploaded = file("../../Dell \r\n“Q1”.csv")

    quote = import_quote(by=officer, tender=quoting, file=uploaded, choices=choices())

    with quote.file.open("rb") as kept:
        assert kept.read() == uploaded.content
    assert quote.file_name == "Dell ___Q1_.csv"
    assert "Dell" not in quote.file.name
    assert AuditEntry.objects.get().details["file_sha256"] == quote.file_sha256


def test_file_with_a_fault_names_the_cell_and_records_nothing(officer, quoting):
    before = stored_names()

    with pytest.raises(QuoteFileError) as refusal:
        import_quote(
            by=officer,
            tender=quoting,
            file=file(rows=with_line_cell("Unit price", "1.234")),
            choices=choices(),
        )

    (error,) = refusal.value.errors
    assert error.text.startswith("“1.234” can be read as a thousand")
    assert error.cell
    assert refusal.value.message == "The file has 1 error; nothing was recorded."
    assert not Quote.objects.exists()
    assert stored_names() == before


def test_faults_of_a_sealed_quote_repeat_no_amount(officer, quoting):
    Tender.objects.update(is_sealed=True)

    with pytest.raises(QuoteFileError) as refusal:
        stage_quote_file(
            by=officer,
            tender=quoting,
            file=file(rows=with_line_cell("Unit price", "1.234")),
        )

    assert "1.234" not in refusal.value.errors[0].text


def test_same_content_is_recorded_once(officer, quoting):
    import_quote(by=officer, tender=quoting, file=file(), choices=choices())
    before = stored_names()

    with pytest.raises(RuleBrokenError) as refusal:
        import_quote(
            by=officer, tender=quoting, file=file("other.csv"), choices=choices()
        )

    assert refusal.value.code == "duplicate_file"
    assert Quote.objects.count() == 1
    assert stored_names() == before


def test_file_for_another_evaluation_is_refused(officer, quoting):
    Tender.objects.update(reference="EV-2026-015")

    with pytest.raises(RuleBrokenError, match="EV-2026-014"):
        import_quote(by=officer, tender=quoting, file=file(), choices=choices())
    assert not Quote.objects.exists()


def test_file_above_the_bound_is_refused_unread(officer, quoting, settings):
    settings.QUOTE_FILE_MAX_BYTES = 100

    with pytest.raises(RuleBrokenError) as refusal:
        stage_quote_file(by=officer, tender=quoting, file=file())

    assert refusal.value.code == "file_too_large"


def test_evaluator_uploads_nothing(evaluator, quoting):
    before = stored_names()

    with pytest.raises(PermissionRefusedError):
        stage_quote_file(by=evaluator, tender=quoting, file=file())
    with pytest.raises(PermissionRefusedError):
        import_quote(by=evaluator, tender=quoting, file=file(), choices=choices())
    assert not StagedQuote.objects.exists()
    assert stored_names() == before


def test_waiting_file_becomes_a_quote_received_when_it_was_uploaded(officer, quoting):
    staged = stage_quote_file(by=officer, tender=quoting, file=file())
    Tender.objects.update(quote_deadline=database_now())

    quote = confirm_staged_quote(by=officer, staged=staged, choices=choices())

    assert quote.received_at == staged.received_at
    assert quote.lateness == Quote.Lateness.IN_TIME
    assert quote.file.name == staged.file.name
    assert default_storage.exists(quote.file.name)
    assert not StagedQuote.objects.exists()


def test_second_waiting_file_of_a_person_replaces_the_first(
    officer, quoting, django_capture_on_commit_callbacks
):
    first = stage_quote_file(by=officer, tender=quoting, file=file())
    other = table_bytes(table_rows(make_sheet(make_line(unit_price=Decimal(7)))))

    with django_capture_on_commit_callbacks(execute=True):
        second = stage_quote_file(
            by=officer, tender=quoting, file=QuoteFile(name="b.csv", content=other)
        )

    assert StagedQuote.objects.get() == second
    assert not default_storage.exists(first.file.name)


def test_only_the_uploader_confirms_or_discards(
    officer, second_officer, quoting, django_capture_on_commit_callbacks
):
    staged = stage_quote_file(by=officer, tender=quoting, file=file())

    with pytest.raises(RuleBrokenError, match="Only who uploaded"):
        confirm_staged_quote(by=second_officer, staged=staged, choices=choices())
    with pytest.raises(RuleBrokenError, match="Only who uploaded"):
        discard_staged_quote(by=second_officer, staged=staged)
    assert StagedQuote.objects.exists()

    with django_capture_on_commit_callbacks(execute=True):
        discard_staged_quote(by=officer, staged=staged)
    assert not StagedQuote.objects.exists()
    assert not default_storage.exists(staged.file.name)


def test_a_file_that_nobody_confirmed_is_deleted_after_its_days(
    officer, second_officer, quoting, settings, django_capture_on_commit_callbacks
):
    settings.STAGED_QUOTE_DAYS = 30
    old = stage_quote_file(by=officer, tender=quoting, file=file())
    other = file(rows=table_rows(make_sheet(make_line(unit_price=Decimal(7)))))
    young = stage_quote_file(by=second_officer, tender=quoting, file=other)
    for staged, days in ((old, 31), (young, 29)):
        StagedQuote.objects.filter(pk=staged.pk).update(
            received_at=database_now() - timedelta(days=days)
        )

    with django_capture_on_commit_callbacks(execute=True):
        assert drop_forgotten_files() == 1

    assert StagedQuote.objects.get() == young
    assert not default_storage.exists(old.file.name)
    assert default_storage.exists(young.file.name)


def hours(count: int) -> timedelta:
    return timedelta(hours=count)


@pytest.fixture
def staged_in_time(officer, quoting) -> StagedQuote:
    """A file that an officer uploaded in time and let wait until the deadline."""
    quoting.is_sealed = True
    quoting.save()
    staged = stage_quote_file(by=officer, tender=quoting, file=file())
    now = database_now()
    quoting.quote_deadline, staged.received_at = now - hours(2), now - hours(3)
    quoting.save()
    staged.save()
    return staged


def test_a_file_that_waited_for_the_deadline_alone_came_in_time(
    officer, staged_in_time
):
    quote = confirm_staged_quote(by=officer, staged=staged_in_time, choices=choices())

    assert quote.lateness == Quote.Lateness.IN_TIME


@pytest.mark.parametrize("accepts_late", [True, False])
def test_a_file_that_waited_for_the_opening_came_after_it(
    officer, quoting, staged_in_time, accepts_late
):
    """Else its uploader could look at all prices, and then choose whether it counts."""
    quoting.opened_at = database_now() - hours(1)
    quoting.accepts_late_quotes = accepts_late
    quoting.save()

    if accepts_late:
        quote = confirm_staged_quote(
            by=officer, staged=staged_in_time, choices=choices()
        )
        assert quote.lateness == Quote.Lateness.LATE
        assert quote.received_at > quoting.opened_at
        return
    with pytest.raises(RuleBrokenError) as refusal:
        confirm_staged_quote(by=officer, staged=staged_in_time, choices=choices())
    assert refusal.value.code == "deadline_passed"
    assert not Quote.objects.exists()
    assert AuditEntry.objects.filter(action="late_quote_refused").count() == 1


def test_a_file_that_waited_for_the_opening_of_a_further_round_came_after_it(
    officer, quoting, staged_in_time
):
    quoting.opened_at = staged_in_time.received_at - hours(2)
    quoting.save()
    further = make_round(quoting, [vendor := make_vendor()])
    further.deadline = database_now() - hours(2)
    further.opened_at = database_now() - hours(1)
    further.save()
    content = table_bytes(with_field("Round", "2"))
    with default_storage.open(staged_in_time.file.name, "wb") as opened:
        opened.write(content)

    with pytest.raises(RuleBrokenError) as refusal:
        confirm_staged_quote(
            by=officer, staged=staged_in_time, choices=choices(vendor=vendor)
        )

    assert refusal.value.code == "deadline_passed"


def test_what_was_discarded_meanwhile_can_not_be_confirmed(officer, quoting):
    staged = stage_quote_file(by=officer, tender=quoting, file=file())
    discard_staged_quote(by=officer, staged=StagedQuote.objects.get(pk=staged.pk))

    with pytest.raises(RuleBrokenError) as refusal:
        confirm_staged_quote(by=officer, staged=staged, choices=choices())

    assert refusal.value.code == "nothing_waits"


def test_the_file_of_a_quote_stays_when_a_second_tab_discards_it(
    officer, quoting, django_capture_on_commit_callbacks
):
    staged = stage_quote_file(by=officer, tender=quoting, file=file())
    in_other_tab = StagedQuote.objects.get(pk=staged.pk)
    quote = confirm_staged_quote(by=officer, staged=staged, choices=choices())

    with django_capture_on_commit_callbacks(execute=True):
        discard_staged_quote(by=officer, staged=in_other_tab)

    with quote.file.open("rb") as kept:
        assert kept.read() == file().content


@pytest.mark.django_db(transaction=True)
def test_two_officers_who_import_the_same_file_at_once_make_one_quote(
    officer, second_officer, quoting
):
    vendor, outcomes = make_vendor(), []
    start = threading.Barrier(2)

    def import_as(person):
        start.wait()
        try:
            import_quote(
                by=person,
                tender=quoting,
                file=file(),
                choices=ImportChoices(vendor=vendor, skus={}),
            )
            outcomes.append("recorded")
        except RuleBrokenError as error:
            outcomes.append(error.code)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=import_as, args=[person])
        for person in (officer, second_officer)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(outcomes) == ["duplicate_file", "recorded"]
    assert Quote.objects.count() == 1
