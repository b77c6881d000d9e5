"""The scoring app."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """How offers are judged."""

    name = "scoring"
