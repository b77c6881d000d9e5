"""The catalog app."""

from django.apps import AppConfig


class CatalogConfig(AppConfig):
    """What can be bought."""

    name = "catalog"
