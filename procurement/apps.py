"""The shared kit as an app: its template tags and commands are found."""

from django.apps import AppConfig


class ProcurementConfig(AppConfig):
    """The project package."""

    name = "procurement"
