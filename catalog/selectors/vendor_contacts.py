"""The people at a vendor, for those who may write to them."""

from collections.abc import Sequence

from catalog.models import Vendor, VendorContact
from catalog.selectors.ordering import alphabetical
from procurement.accounts.models import User
from procurement.permissions import ORGANISATION, Action, can


def contacts_of(vendor: Vendor, user: User) -> Sequence[VendorContact] | None:
    """The people, the first to write to on top; None for who may not see them."""
    if not can(user, Action.VIEW_CONTACTS, ORGANISATION):
        return None
    return list(vendor.contacts.order_by("-is_first", alphabetical("name"), "id"))


def first_address(vendor: Vendor) -> str:
    """The address of the first to write to; empty where there is none."""
    found = vendor.contacts.filter(is_first=True).values_list("email", flat=True)
    return found.first() or ""
