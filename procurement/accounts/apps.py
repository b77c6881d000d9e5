"""The accounts app."""

from typing import override

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People and tokens."""

    name = "procurement.accounts"
    label = "accounts"

    @override
    def ready(self) -> None:
        from procurement.accounts import openapi  # noqa: F401, PLC0415  # registers itself, once REST framework can load
