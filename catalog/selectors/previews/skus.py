"""Which server of the catalogue a vendor means by the part number that it wrote."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from catalog.imports.quote_sheet import QuoteSheet
from catalog.models import ServerSku, Vendor


@dataclass(frozen=True, slots=True, kw_only=True)
class SkuMatch:
    """A server of the catalogue; ``is_exact`` tells whether it has that very name."""

    sku: ServerSku
    is_exact: bool


def sku_meant(written: str, vendor: Vendor | None) -> SkuMatch | None:
    """The one server that is written so, whatever the case, spaces and hyphens.

    Its name, its name behind the maker's, and its address count. Where several are
    written alike, those of the vendor's makers go first; else nobody guesses.
    """
    wanted = _plain(written)
    if not wanted:
        return None
    alike = [sku for sku in _servers() if wanted in set(_names_of(sku))]
    exact = [sku for sku in alike if sku.name.casefold() == written.casefold()]
    for found in (exact, alike):
        if sku := _only(found, vendor):
            return SkuMatch(sku=sku, is_exact=found is exact)
    return None


def sku_near(written: str, vendor: Vendor | None) -> SkuMatch | None:
    """The server that is meant, else the only one whose name holds what is written.

    A proposal for a person who looks at it.
    """
    if found := sku_meant(written, vendor):
        return found
    rows = ServerSku.objects.filter(name__icontains=written)
    sku = _only(list(rows), vendor) if _plain(written) else None
    return SkuMatch(sku=sku, is_exact=False) if sku else None


def skus_meant(sheet: QuoteSheet, vendor: Vendor) -> dict[str, SkuMatch]:
    """The server of each offer, by its name, where there is no doubt."""
    found = {offer.name: sku_meant(offer.sku, vendor) for offer in sheet.offers}
    return {name: match for name, match in found.items() if match}


def _only(skus: list[ServerSku], vendor: Vendor | None) -> ServerSku | None:
    if len(skus) > 1 and vendor is not None:
        makers = set(vendor.manufacturers.values_list("pk", flat=True))
        skus = [sku for sku in skus if sku.manufacturer_id in makers]
    return skus[0] if len(skus) == 1 else None


def _servers() -> list[ServerSku]:
    return list(ServerSku.objects.select_related("manufacturer"))


def _names_of(sku: ServerSku) -> Iterator[str]:
    yield _plain(sku.name)
    yield _plain(f"{sku.manufacturer.name} {sku.name}")
    yield _plain(sku.slug)


def _plain(text: str) -> str:
    """Letters and digits alone, in one case and width."""
    normal = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in normal if sign.isalnum())
