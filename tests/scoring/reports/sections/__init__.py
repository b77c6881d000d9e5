"""Tests of the chapters of the report."""
