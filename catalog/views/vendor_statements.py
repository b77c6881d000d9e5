"""What a vendor stated of its service and software, for those who read its quote."""

from typing import Any, override

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from catalog.models import VendorStatement
from catalog.selectors.vendor_door.statements import statement_rows
from catalog.services.quotes import note_price_reading
from catalog.views.quotes import TAB
from catalog.views.tenders import TenderPage
from procurement.permissions import Action


class StatementPage(TenderPage):
    """One version of a vendor's statement, as sealed as its quote."""

    action = Action.VIEW_QUOTES
    tab = TAB
    template_name = "catalog/quotes/statement.html"

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        rows = VendorStatement.objects.visible_to(self.user).filter(tender=self.tender)
        found = get_object_or_404(rows.select_related("vendor"), uuid=kwargs["uuid"])
        note_price_reading(by=self.user, tender=self.tender, path=request.path)
        versions = rows.filter(vendor=found.vendor).order_by("-version")
        return self.render(
            statement=found, parts=statement_rows(found), versions=versions
        )
