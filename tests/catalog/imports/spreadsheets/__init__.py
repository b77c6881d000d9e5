"""Tests of the spreadsheet readers."""
