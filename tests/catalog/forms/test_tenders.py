"""Times of a tender are meant in the zone that the form names."""

from datetime import UTC, datetime

from catalog.forms.tenders import TenderForm, terms_as_initial

SENT = {
    "title": "Cluster",
    "nodes": "16",
    "currency": "USD",
    "tax_basis": "net",
    "budget": "",
    "time_zone": "Europe/Berlin",
    "quote_deadline": "2026-11-20T12:00",
    "scores_deadline": "2026-12-04T17:00",
    "is_sealed": "on",
}


def test_times_are_those_of_the_zone():
    form = TenderForm(SENT)

    assert form.is_valid()
    assert form.terms.quote_deadline == datetime(2026, 11, 20, 11, tzinfo=UTC)
    assert form.terms.scores_deadline == datetime(2026, 12, 4, 16, tzinfo=UTC)
    assert (form.terms.is_sealed, form.terms.hides_prices) == (True, False)
    assert form.terms.budget is None


def test_scores_are_due_after_the_quotes():
    form = TenderForm(SENT | {"scores_deadline": "2026-11-20T11:59"})

    assert form.errors == {"scores_deadline": ["Scores are due after the quotes."]}


def test_form_of_a_tender_shows_and_keeps_its_terms(tender):
    tender.time_zone = "Asia/Shanghai"
    initial = terms_as_initial(tender)

    shown = TenderForm(initial=initial)
    sent = {bound.name: bound.value() for bound in shown}
    sent = {name: value for name, value in sent.items() if value is not None}
    again = TenderForm(
        sent
        | {"quote_deadline": initial["quote_deadline"].isoformat(timespec="minutes")}
    )

    assert initial["quote_deadline"].tzinfo is None
    assert again.is_valid()
    assert again.terms.quote_deadline == tender.quote_deadline
