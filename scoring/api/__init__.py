"""Endpoints of an evaluation."""
