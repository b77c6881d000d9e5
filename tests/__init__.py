"""Tests: mirror the code, plus architecture/ and browser/."""
