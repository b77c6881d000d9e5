"""Tables and querysets of the catalogue, one module a noun."""

from catalog.models.attachments import Attachment
from catalog.models.cloud_offers import CloudOffer
from catalog.models.compatibility import CudaRelease, FrameworkBuild
from catalog.models.declarations import Declaration
from catalog.models.earlier_figures import EarlierFigure
from catalog.models.exchange_rates import ExchangeRate
from catalog.models.gpus import GpuModel
from catalog.models.justifications import PriceJustification
from catalog.models.offers import ChosenOption, LineBreak, Offer, QuoteLine
from catalog.models.quotes import Incoterm, PaymentStep, Quote, StagedQuote
from catalog.models.rounds import QuoteRound
from catalog.models.saved_filters import SavedFilter
from catalog.models.service_levels import OnsiteTime, ServiceLevel
from catalog.models.skus import ServerSku
from catalog.models.sources import Provenance, Verification
from catalog.models.tenders import (
    InvitedVendor,
    OpeningKey,
    Recusal,
    Tender,
    TenderMember,
    TenderRate,
)
from catalog.models.uploads import AgentGrant, BenchmarkUpload, RunSet, Telemetry
from catalog.models.vendor_aliases import VendorAlias
from catalog.models.vendor_links import (
    VendorCode,
    VendorGuest,
    VendorLink,
    VendorVisit,
)
from catalog.models.vendor_statements import VendorStatement
from catalog.models.vendors import (
    Depot,
    Manufacturer,
    RiskFlag,
    Vendor,
    VendorContact,
)

__all__ = [
    "AgentGrant",
    "Attachment",
    "BenchmarkUpload",
    "ChosenOption",
    "CloudOffer",
    "CudaRelease",
    "Declaration",
    "Depot",
    "EarlierFigure",
    "ExchangeRate",
    "FrameworkBuild",
    "GpuModel",
    "Incoterm",
    "InvitedVendor",
    "LineBreak",
    "Manufacturer",
    "Offer",
    "OnsiteTime",
    "OpeningKey",
    "PaymentStep",
    "PriceJustification",
    "Provenance",
    "Quote",
    "QuoteLine",
    "QuoteRound",
    "Recusal",
    "RiskFlag",
    "RunSet",
    "SavedFilter",
    "ServerSku",
    "ServiceLevel",
    "StagedQuote",
    "Telemetry",
    "Tender",
    "TenderMember",
    "TenderRate",
    "Vendor",
    "VendorAlias",
    "VendorCode",
    "VendorContact",
    "VendorGuest",
    "VendorLink",
    "VendorStatement",
    "VendorVisit",
    "Verification",
]
