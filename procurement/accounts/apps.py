"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People and tokens."""

    name = "procurement.accounts"
    label = "accounts"
