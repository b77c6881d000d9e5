"""Makers of rows for tests: the least needed, keyword overrides."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from catalog.models import (
    GpuModel,
    Manufacturer,
    ServerSku,
    Tender,
    TenderMember,
    Vendor,
)
from procurement.accounts.models import OrganisationRole, User
from procurement.permissions import Role
from scoring.models import Evaluation

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
