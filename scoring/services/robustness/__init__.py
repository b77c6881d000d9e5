"""Robustness checks: asked for by pages, worked out by the worker."""
