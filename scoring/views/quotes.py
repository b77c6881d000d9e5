"""The comparison of quotes; while they are sealed, the state of the seal."""

from dataclasses import replace
from typing import Any, ClassVar, Final, override

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy

from catalog.pricing.comparing import Per
from catalog.selectors.openings import opening_record, opening_state, turned_keys
from catalog.selectors.quotes import GROUP_NAMES
from catalog.selectors.technical_offers import technical_offers
from catalog.services.quotes import note_price_reading
from catalog.views.tenders import TenderPage
from procurement.downloads import WORKBOOK_TYPE, download
from procurement.money import exponent
from procurement.permissions import Action, can
from scoring.selectors.comparison_facts import facts
from scoring.selectors.comparison_workbooks import comparison_workbook
from scoring.selectors.comparisons import (
    LIMITS,
    QuoteComparison,
    View,
    quote_comparison,
)

DIVISORS: Final = (
    (Per.LINE.value, gettext_lazy("Line total")),
    (Per.NODE.value, gettext_lazy("Per node")),
    (Per.GPU.value, gettext_lazy("Per GPU")),
)


class QuoteListPage(TenderPage):
    """Vendors across, lines down, on one basis; filters are plain GET."""

    action = Action.VIEW_QUOTES
    tab = "scoring:quote-list"
    template_name = "scoring/quotes/list.html"
    sealed_template_name: ClassVar[str] = "catalog/quotes/sealed.html"
    offers_template_name: ClassVar[str] = "scoring/quotes/offers.html"

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not self.tender.is_open:
            opening = opening_state(self.tender, self.user)
            context = self.content() | {"opening": opening}
            return render(request, self.sealed_template_name, context)
        if self._is_without_prices():
            day = timezone.localdate(timezone=self.tender.zone)
            offers = technical_offers(self.tender, self.user, day)
            sees_seal = bool(can(self.user, Action.VIEW_SETUP, self.tender))
            words = {"offers": offers, "may_see_seal": sees_seal}
            context = self.content() | words
            return render(request, self.offers_template_name, context)
        note_price_reading(by=self.user, tender=self.tender, path=request.path)
        return self.render(**self._comparison())

    @override
    def content(self) -> dict[str, Any]:
        may_record = can(self.user, Action.RECORD_QUOTE, self.tender)
        may_release = can(self.user, Action.RELEASE_PRICES, self.tender)
        return super().content() | {
            "may_record": bool(may_record),
            "may_decide": bool(can(self.user, Action.DECIDE_ADMISSION, self.tender)),
            "may_release": bool(may_release) and self.tender.waits_for_release,
        }

    def _is_without_prices(self) -> bool:
        """Whether only the technical part can be read, or is asked for."""
        if not self.tender.has_two_envelopes:
            return False
        reads_prices = can(self.user, Action.VIEW_COST, self.tender)
        return not reads_prices or self.request.GET.get("part") == "technical"

    def _comparison(self) -> dict[str, Any]:
        day = timezone.localdate(timezone=self.tender.zone)
        view = self._view()
        comparison = quote_comparison(self.tender, self.user, day, view)
        return {
            "comparison": comparison,
            "display": comparison.display,
            "per": view.per.value,
            "divisors": DIVISORS,
            "places": _places(comparison),
            "facts": facts(comparison.offers, self.tender.zone),
            "group_names": {group.value: name for group, name in GROUP_NAMES.items()},
            "differences_only": "differences" in self.request.GET,
            "limits": LIMITS,
        } | self._opening()

    def _opening(self) -> dict[str, Any]:
        if not self.tender.is_sealed:
            return {}
        return {
            "record": opening_record(self.tender, self.user),
            "keys": turned_keys(self.tender),
        }

    def _view(self) -> View:
        asked = self.request.GET
        per = asked.get("per", "")
        return View(
            per=Per(per) if per in {each.value for each in Per} else Per.LINE,
            shown=asked.getlist("bidder") if "bidder" in asked else None,
            currency=asked.get("currency", ""),
        )


class QuoteWorkbookFile(QuoteListPage):
    """The comparison with live formulas, in the evaluation's own currency.

    Who may not read prices, or not yet, gets the page that says so.
    """

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not self.tender.is_open or self._is_without_prices():
            return super().get(request, **kwargs)
        day = timezone.localdate(timezone=self.tender.zone)
        view = replace(self._view(), per=Per.LINE)
        comparison = quote_comparison(self.tender, self.user, day, view)
        note_price_reading(by=self.user, tender=self.tender, path=request.path)
        name = f"{self.tender.reference}-comparison.xlsx"
        title = f"{self.tender.reference} {self.tender.title}"
        return download(comparison_workbook(comparison, title), name, WORKBOOK_TYPE)


def _places(comparison: QuoteComparison) -> int:
    """No cents where every line total is whole, else those of the currency."""
    table, display = comparison.table, comparison.display
    places = exponent(display.currency)
    if display.rate:
        return places
    if table.per is not Per.LINE:
        return max(places, 2)
    amounts = [
        cell.amount
        for section in table.sections
        for row in section.rows
        for cell in row.cells
        if cell.amount is not None
    ]
    return 0 if all(amount == int(amount) for amount in amounts) else places
