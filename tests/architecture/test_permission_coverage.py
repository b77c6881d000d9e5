"""Every address names what it needs; nothing is open by oversight."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, get_resolver
from django.views.generic import RedirectView

from catalog.views.vendor_visits import VendorPage
from procurement.permissions import ALLOWED
from procurement.web import PublicPage

OPEN = {
    "api/v1/schema/": "describes the program and nothing of the organisation",
}

BY_A_VENDORS_LINK = {
    "door/visits/<uuid:link>/",
    "door/visits/<uuid:link>/^template\\.(?P<kind>xlsx|csv)$",
    "door/visits/<uuid:link>/files/<uuid:uuid>/",
    "door/visits/<uuid:link>/files/<uuid:uuid>/discard/",
    "door/visits/<uuid:link>/quotes/<uuid:uuid>/file/",
    "door/visits/<uuid:link>/questions/",
    "door/visits/<uuid:link>/justifications/<uuid:uuid>/",
    "door/visits/<uuid:link>/leave/",
}
"""What no role opens, only the visit of a vendor's own link: see ``VendorPage``."""


def patterns(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Each address with its view."""
    for entry in resolver.url_patterns:
        place = prefix + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield place, entry.callback
        else:
            yield from patterns(entry, place)


def view_class(callback: Any) -> type | None:
    """The class behind a view, of Django or of REST framework."""
    return getattr(callback, "view_class", getattr(callback, "cls", None))


def methods_of(view: Any) -> list[str]:
    """The methods that the class answers, among those it lets through."""
    handled = [name for name in view.http_method_names if hasattr(view, name)]
    return [name for name in handled if name != "options"]


def unprotected(place: str, callback: Any) -> str:
    """Why an address is not covered; empty when it is."""
    view = view_class(callback)
    if place in OPEN or (view and issubclass(view, PublicPage | RedirectView)):
        return ""
    if place in BY_A_VENDORS_LINK and view and issubclass(view, VendorPage):
        return ""
    if view is None:
        return f"{place} is a bare function"
    if not hasattr(view, "action_of"):
        return f"{place} is neither a Page, an Endpoint nor a PublicPage"
    return "; ".join(faults_of(place, view))


def faults_of(place: str, view: Any) -> Iterator[str]:
    """The methods for which the class names no action, or one that nobody holds."""
    for method in methods_of(view):
        try:
            if not ALLOWED.get(view.action_of(method)):
                yield f"{place}: nobody may {method}"
        except ImproperlyConfigured as error:
            yield f"{place}: {error}"


def test_every_address_names_its_action_or_says_that_it_is_public():
    found = list(patterns(get_resolver()))

    assert len(found) > 15
    assert [why for place, call in found if (why := unprotected(place, call))] == []


def test_vendors_pages_stand_below_their_door_and_nowhere_else():
    found = {
        place
        for place, call in patterns(get_resolver())
        if (view := view_class(call)) and issubclass(view, VendorPage)
    }

    assert found == BY_A_VENDORS_LINK


def test_an_address_without_an_action_would_be_found():
    class Forgetful(PublicPage.__base__):
        """No page at all."""

    assert "neither a Page" in unprotected("x/", Forgetful.as_view())
    assert "bare function" in unprotected("x/", lambda request: None)
