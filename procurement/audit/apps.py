"""The audit app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """See the package's docstring."""

    name = "procurement.audit"
    label = "audit"
