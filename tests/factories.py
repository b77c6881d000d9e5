"""Makers of rows for tests: the least needed, keyword overrides."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import Any

from django.core.files.base import ContentFile
from django.utils import timezone
from rest_framework.test import APIClient

from catalog.models import (
    Attachment,
    BenchmarkUpload,
    CloudOffer,
    GpuModel,
    Manufacturer,
    Offer,
    Quote,
    QuoteLine,
    QuoteRound,
    RunSet,
    ServerSku,
    Tender,
    TenderMember,
    Vendor,
)
from procurement.accounts.models import ApiToken, OrganisationRole, User
from procurement.accounts.services.tokens import create_personal_token
from procurement.clock import database_now
from procurement.outbox.models import Job
from procurement.permissions import Role, Stage
from scoring.models import Candidate, CriteriaVersion, Evaluation
from scoring.services.criteria import create_from_template

_numbers = count(1)
PASSWORD = "correct horse battery"


def make_user(name: str = "", *roles: Role, **fields: Any) -> User:
    """Make a person with organisation roles."""
    number = next(_numbers)
    name = name or f"Person {number}"
    email = fields.pop("email", f"{name.split()[0].lower()}-{number}@example.org")
    user = User(name=name, email=email, **fields)
    user.set_password(PASSWORD)
    user.save()
    OrganisationRole.objects.bulk_create(
        OrganisationRole(user=user, role=role) for role in roles
    )
    return user


def client_of(user: User, *scopes: str) -> APIClient:
    """Make a program that asks the API with a token of the person; reading only."""
    _token, secret = create_personal_token(
        by=user,
        name=f"test {next(_numbers)}",
        scopes=scopes or [ApiToken.Scope.READ],
        expires_at=timezone.now() + timedelta(days=1),
    )
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def make_vendor(**fields: Any) -> Vendor:
    """Make a vendor."""
    number = next(_numbers)
    defaults = {"name": f"Vendor {number}", "slug": f"vendor-{number}"}
    return Vendor.objects.create(**(defaults | fields))


def make_manufacturer(**fields: Any) -> Manufacturer:
    """Make a manufacturer."""
    number = next(_numbers)
    defaults = {"name": f"Maker {number}", "slug": f"maker-{number}"}
    return Manufacturer.objects.create(**(defaults | fields))


def make_gpu(**fields: Any) -> GpuModel:
    """Make a GPU model with 80 GB."""
    number = next(_numbers)
    defaults = {"name": f"GPU {number}", "slug": f"gpu-{number}", "memory_gb": 80}
    if "manufacturer" not in fields:
        fields["manufacturer"] = make_manufacturer()
    return GpuModel.objects.create(**(defaults | fields))


def make_sku(**fields: Any) -> ServerSku:
    """Make a server with eight GPUs."""
    number = next(_numbers)
    defaults = {"name": f"Server {number}", "slug": f"server-{number}", "gpu_count": 8}
    if "manufacturer" not in fields:
        fields["manufacturer"] = make_manufacturer()
    if "gpu" not in fields:
        fields["gpu"] = make_gpu()
    return ServerSku.objects.create(**(defaults | fields))


def make_tender(*, officer: User | None = None, **fields: Any) -> Tender:
    """Make a tender with its evaluation and an officer inside."""
    number = next(_numbers)
    officer = officer or make_user("Officer", Role.PROCUREMENT_OFFICER)
    defaults = {
        "reference": f"EV-2026-{number:03}",
        "title": f"Cluster {number}",
        "currency": "USD",
        "nodes": 16,
        "quote_deadline": datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=300),
        "created_by": officer,
    }
    tender = Tender.objects.create(**(defaults | fields))
    Evaluation.objects.create(tender=tender)
    add_member(tender, officer, Role.OFFICER)
    return tender


def add_member(tender: Tender, user: User, role: Role) -> TenderMember:
    """Give a person a role inside an evaluation."""
    return TenderMember.objects.create(tender=tender, user=user, role=role)


def make_quote(
    tender: Tender, *, offers: Sequence[Mapping[str, Any]] = ({},), **fields: Any
) -> Quote:
    """Make a quote of 1 July 2026 with its offers; see :func:`make_offer`."""
    defaults = {
        "currency": "USD",
        "tax_basis": "net",
        "quoted_on": date(2026, 7, 1),
        "received_at": datetime(2026, 7, 1, 9, tzinfo=UTC),
        "valid_until": date(2099, 12, 31),
        "recorded_by": tender.created_by,
        "content_sha256": "0" * 64,
    }
    if "vendor" not in fields:
        fields["vendor"] = make_vendor()
    quote = Quote.objects.create(tender=tender, **(defaults | fields))
    for position, offer in enumerate(offers, start=1):
        make_offer(quote, position=position, is_base=position == 1, **offer)
    return quote


def make_round(tender: Tender, vendors: Sequence[Vendor], **fields: Any) -> QuoteRound:
    """Make round 2, due in three days, to which vendors are invited."""
    defaults = {
        "number": 2,
        "reason": "Best and final offers",
        "deadline": database_now() + timedelta(days=3),
        "begun_by": tender.created_by,
    }
    row = QuoteRound.objects.create(tender=tender, **(defaults | fields))
    row.invitations.set(
        tender.invitations.get_or_create(vendor=vendor)[0] for vendor in vendors
    )
    return row


def make_offer(
    quote: Quote, *, lines: Sequence[Mapping[str, Any]] = ({},), **fields: Any
) -> Offer:
    """Make an offer of 16 servers with its lines; see :func:`make_line`."""
    defaults = {"name": "Base", "nodes": 16, "gpus_per_node": 8}
    offer = Offer.objects.create(quote=quote, **(defaults | fields))
    for position, line in enumerate(lines, start=1):
        make_line(offer, position=position, **line)
    return offer


def make_line(offer: Offer, **fields: Any) -> QuoteLine:
    """Make a priced line: 16 servers."""
    defaults = {
        "position": 1,
        "category": "server",
        "key": "chassis",
        "label": "Server with 8 GPUs",
        "unit": "node",
        "quantity": Decimal(16),
        "unit_price": Decimal("228400.00"),
    }
    return QuoteLine.objects.create(offer=offer, **(defaults | fields))


def make_criteria(tender: Tender, key: str = "five_dimensions") -> CriteriaVersion:
    """Make version 1 of the criteria from a shipped template."""
    return create_from_template(
        by=tender.created_by, evaluation=tender.evaluation, key=key
    )


def make_candidate(tender: Tender, **fields: Any) -> Candidate:
    """Make an admitted candidate: the base offer of a new quote of a new vendor."""
    if "offer" not in fields and "cloud_offer" not in fields:
        vendor = fields.pop("vendor", None) or make_vendor()
        sku = fields.pop("sku", None) or make_sku()
        quote = make_quote(tender, vendor=vendor, offers=[{"sku": sku}])
        fields |= {"offer": quote.offers.get(), "vendor": vendor}
    evaluation = tender.evaluation
    position = evaluation.candidates.count() + 1
    defaults = {"position": position, "label": f"Candidate {position}"}
    return Candidate.objects.create(evaluation=evaluation, **(defaults | fields))


def make_cloud_offer(**fields: Any) -> CloudOffer:
    """Make a cloud offer of eight GPUs with 80 GB each."""
    number = next(_numbers)
    defaults = {
        "provider": "Cloud",
        "instance": f"gpu-{number}",
        "region": "eu",
        "gpu_name": "H100",
        "gpu_count": 8,
        "gpu_memory_gb_each": 80,
    }
    return CloudOffer.objects.create(**(defaults | fields))


def make_upload(**fields: Any) -> BenchmarkUpload:
    """Make an upload of a server whose reading waits; its file is not stored."""
    number = next(_numbers)
    defaults = {
        "sha256": f"{number:064x}",
        "size_bytes": 1000,
        "file": f"uploads/{number}",
        "file_name": f"results-{number}.tar.gz",
    }
    if "sku" not in fields:
        fields["sku"] = make_sku()
    if "job" not in fields:
        fields["job"] = Job.objects.create(kind="catalog.read_upload", queue="ingest")
    return BenchmarkUpload.objects.create(**(defaults | fields))


def make_attachment(**fields: Any) -> Attachment:
    """Make a PDF file of a vendor or a quote, added by someone."""
    number = next(_numbers)
    defaults = {
        "file_name": f"terms-{number}.pdf",
        "kind": "pdf",
        "size_bytes": 8,
        "sha256": f"{number:064x}",
        "scan": "not_scanned",
    }
    if "added_by" not in fields:
        fields["added_by"] = make_user()
    made = Attachment(**(defaults | fields))
    made.file.save(f"{number}", ContentFile(b"%PDF-1.7"), save=True)
    return made


def make_run_set(sku: ServerSku, **fields: Any) -> RunSet:
    """Make a run set with a score of 28.9 minutes, measured on a server."""
    number = next(_numbers)
    upload = fields.pop("upload", None) or BenchmarkUpload.objects.create(
        sku=sku,
        tender=fields.pop("tender", None),
        sha256=f"{number:064}",
        size_bytes=1,
        file="uploads/x",
        file_name="results.tar",
    )
    defaults = {
        "position": 1,
        "path": "results/llama2",
        "suite": "mlperf_training",
        "benchmark": "llama2_70b_lora",
        "runs_found": 10,
        "score_minutes": Decimal("28.9"),
        "is_official": True,
        "result": {},
    }
    return RunSet.objects.create(upload=upload, sku=sku, **(defaults | fields))


def at_stage(tender: Tender, stage: Stage) -> Tender:
    """Put an evaluation into a stage without taking the steps."""
    tender.stage = stage
    tender.save(update_fields=["stage"])
    return tender
