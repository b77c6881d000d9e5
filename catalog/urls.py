"""Addresses of the pages of catalog."""

from django.urls import URLPattern, URLResolver

app_name = "catalog"
urlpatterns: list[URLPattern | URLResolver] = []
