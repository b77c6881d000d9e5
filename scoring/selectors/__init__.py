"""Rows of the judgement as plain values."""
