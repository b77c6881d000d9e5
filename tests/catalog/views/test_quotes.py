"""Quote pages: typed in, shown in full, downloaded; nothing secret by any address."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.files.base import ContentFile

from catalog.models import Quote, Recusal, Tender
from procurement.audit.models import AccessEntry
from procurement.clock import database_now
from procurement.permissions import Stage
from tests.catalog.forms.test_typed_quotes import sent
from tests.factories import make_quote, make_vendor

SECRET = "Unmistakable"


def address(tender, more=""):
    return f"/evaluations/{tender.reference}/quotes/{more}"


@pytest.fixture
def quoting(tender) -> Tender:
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() + timedelta(days=2)
    tender.save()
    return tender


@pytest.fixture
def quote(tender) -> Quote:
    made = make_quote(tender, vendor=make_vendor(name=SECRET), file_name="Angebot.xlsx")
    made.file.save("random", ContentFile(b"PK\x03\x04 bytes"))
    return made


def pages_of(quote):
    return [
        address(quote.tender, f"{quote.uuid}/"),
        address(quote.tender, f"{quote.uuid}/file/"),
        address(quote.tender, "lines.csv"),
        address(quote.tender, f"{quote.uuid}/template.xlsx"),
    ]


def status_of(client, path):
    """The status alone; a file is read to its end, which closes it."""
    answer = client.get(path)
    if answer.streaming:
        b"".join(answer.streaming_content)
    return answer.status_code


def test_quote_is_shown_with_lines_and_totals(officer, quote, signed_in):
    html = signed_in(officer).get(pages_of(quote)[0]).content.decode()

    assert SECRET in html
    assert "USD\N{NO-BREAK SPACE}3,654,400.00" in html
    assert "Original file" in html
    assert "style=" not in html


def test_original_is_an_attachment_that_is_never_sniffed(officer, quote, signed_in):
    answer = signed_in(officer).get(pages_of(quote)[1])

    assert b"".join(answer.streaming_content) == b"PK\x03\x04 bytes"
    assert answer["Content-Disposition"] == 'attachment; filename="Angebot.xlsx"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Type"] == "application/octet-stream"


def test_a_quote_is_saved_as_a_filled_template(officer, quote, signed_in):
    answer = signed_in(officer).get(pages_of(quote)[3])

    name = f"{quote.tender.reference}-{quote.vendor.slug}-v1.xlsx"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer.content.startswith(b"PK")


def test_typed_quote_has_no_original(officer, tender, signed_in):
    quote = make_quote(tender)

    assert signed_in(officer).get(pages_of(quote)[1]).status_code == 404


def test_lines_are_exported_as_an_attachment(officer, quote, signed_in):
    answer = signed_in(officer).get(pages_of(quote)[2])

    assert SECRET in answer.content.decode("utf-8-sig")
    assert answer["Content-Disposition"] == (
        f'attachment; filename="{quote.tender.reference}-quotes.csv"'
    )


def test_each_reading_of_hidden_prices_is_logged(officer, quote, signed_in):
    client = signed_in(officer)

    for path in pages_of(quote):
        status_of(client, path)

    logged = set(AccessEntry.objects.values_list("path", flat=True))
    assert logged == set(pages_of(quote))


@pytest.mark.parametrize("who", ["officer", "approver", "observer"])
def test_sealed_quotes_are_not_found_by_any_address(who, request, quote, signed_in):
    Tender.objects.update(is_sealed=True)
    client = signed_in(request.getfixturevalue(who))

    pages = [client.get(path) for path in pages_of(quote)]
    detail, original, lines, filled = pages

    found = {page.status_code for page in (detail, original, filled)}
    assert found == {404}
    assert SECRET not in lines.content.decode("utf-8-sig")
    assert lines.content.count(b"\n") == 1


def test_evaluators_are_refused_while_prices_are_hidden(evaluator, quote, signed_in):
    client = signed_in(evaluator)

    for path in pages_of(quote):
        answer = client.get(path)
        assert answer.status_code == 403
        assert SECRET not in answer.content.decode()

    Tender.objects.update(prices_released_at=database_now())
    assert [status_of(client, path) for path in pages_of(quote)] == [200] * 4


def test_recused_evaluator_finds_nothing_of_the_vendor(
    officer, evaluator, quote, signed_in
):
    Tender.objects.update(hides_prices=False)
    Recusal.objects.create(
        tender=quote.tender,
        user=evaluator,
        vendor=quote.vendor,
        reason="x",
        recorded_by=officer,
    )

    pages = [signed_in(evaluator).get(path) for path in pages_of(quote)]
    detail, original, lines, filled = pages

    found = {page.status_code for page in (detail, original, filled)}
    assert found == {404}
    assert SECRET not in lines.content.decode("utf-8-sig")


def test_quote_of_another_evaluation_is_not_found_under_this_one(
    officer, quote, signed_in
):
    path = pages_of(quote)[0].replace(quote.tender.reference, "EV-1999-001")

    assert signed_in(officer).get(path).status_code == 404


def test_strangers_find_nothing(outsider, quote, signed_in):
    client = signed_in(outsider)

    assert [client.get(path).status_code for path in pages_of(quote)] == [404] * 4


def test_officer_types_a_quote_in(officer, quoting, signed_in):
    vendor, client = make_vendor(name="HPE"), signed_in(officer)
    assert client.get(address(quoting, "new/")).status_code == 200

    answer = client.post(address(quoting, "new/"), sent(vendor), follow=True)

    assert "The quote is recorded as version 1." in answer.content.decode()
    quote = Quote.objects.get()
    assert quote.offers.get().lines.get().unit_price == Decimal(222800)


def test_second_quote_of_the_vendor_must_say_that_it_replaces(
    officer, quoting, signed_in
):
    vendor, client = make_vendor(name="HPE"), signed_in(officer)
    client.post(address(quoting, "new/"), sent(vendor))

    answer = client.post(address(quoting, "new/"), sent(vendor))
    assert answer.status_code == 422
    assert "HPE has a quote in round 1." in answer.content.decode()

    client.post(address(quoting, "new/"), sent(vendor, replaces_current="on"))
    assert Quote.objects.current().get().version == 2


def test_new_version_starts_from_the_current_one(officer, quoting, signed_in):
    quote = make_quote(quoting)
    client = signed_in(officer)

    html = client.get(address(quoting, f"new/?replaces={quote.uuid}")).content.decode()

    assert 'value="228400"' in html
    assert client.get(pages_of(quote)[0]).content.decode().count("New version") == 1


def test_faults_are_shown_at_their_fields(officer, quoting, signed_in):
    query = sent(make_vendor(), lines=({"unit_price": ""},))

    answer = signed_in(officer).post(address(quoting, "new/"), query)

    assert answer.status_code == 422
    assert "or tick not offered" in answer.content.decode()
    assert not Quote.objects.exists()


def test_more_lines_are_given_without_recording(officer, quoting, signed_in):
    query = sent(make_vendor())
    query["more"] = "lines"

    html = signed_in(officer).post(address(quoting, "new/"), query).content.decode()

    assert 'name="line-11-label"' in html
    assert not Quote.objects.exists()


def test_sealed_quote_is_recorded_and_only_its_hash_told(officer, quoting, signed_in):
    Tender.objects.update(is_sealed=True)

    answer = signed_in(officer).post(
        address(quoting, "new/"), sent(make_vendor(name=SECRET)), follow=True
    )

    html = answer.content.decode()
    assert Quote.objects.get().content_sha256 in html
    assert SECRET not in html
    assert "222" not in html.replace(Quote.objects.get().content_sha256, "")


@pytest.mark.parametrize(
    ("who", "status"), [("evaluator", 403), ("approver", 403), ("outsider", 404)]
)
def test_only_officers_record_quotes(who, status, request, quoting, signed_in):
    client = signed_in(request.getfixturevalue(who))

    assert client.get(address(quoting, "new/")).status_code == status
    answer = client.post(address(quoting, "new/"), sent(make_vendor()))
    assert answer.status_code == status
    assert not Quote.objects.exists()


def test_quotes_are_not_recorded_before_they_are_asked_for(officer, tender, signed_in):
    answer = signed_in(officer).post(address(tender, "new/"), sent(make_vendor()))

    assert answer.status_code == 409
    assert not Quote.objects.exists()
