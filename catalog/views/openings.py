"""The two switches of an evaluation: seal and release."""

from typing import Any, override

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from catalog.models import OpeningKey
from catalog.selectors.openings import opening_record, opening_state, turned_keys
from catalog.services.openings import release_prices
from catalog.views.setup import SetUpPage
from procurement.permissions import Action

Envelope = OpeningKey.Envelope


class OpeningPage(SetUpPage):
    """The two switches: the seal with its keys and record, the release of prices."""

    section = "catalog:opening-detail"
    template_name = "catalog/set_up/opening.html"

    @override
    def content(self) -> dict[str, Any]:
        opening = opening_state(self.tender, self.user)
        return super().content() | {
            "opening": opening,
            "keys": turned_keys(self.tender),
            "price_opening": opening_state(self.tender, self.user, Envelope.PRICES),
            "price_keys": turned_keys(self.tender, Envelope.PRICES),
            "record": opening_record(self.tender, self.user),
            "may_release": self.may(Action.RELEASE_PRICES)
            and self.tender.are_prices_open
            and self.tender.waits_for_release,
        }


class PriceReleasePage(SetUpPage):
    """Releases the prices to the evaluators."""

    action = Action.RELEASE_PRICES
    section = "catalog:opening-detail"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Release them; it can't be taken back."""
        release_prices(by=self.user, tender=self.tender)
        return self.back(_("The evaluators can read the prices now."))
