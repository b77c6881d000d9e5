"""Tests of vendors' own sheets."""
