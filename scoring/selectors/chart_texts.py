"""Texts for plotly, which reads a little HTML: what people typed must not become it."""

from html import escape
from textwrap import wrap
from typing import Final

LABEL_WIDTH: Final = 18


def chart_text(text: str) -> str:
    """The text as it is, whatever signs it holds."""
    return escape(text, quote=False)


def chart_label(name: str) -> str:
    """A name beside a mark or an axis; a long one is broken into lines."""
    return "<br>".join(chart_text(line) for line in wrap(name, LABEL_WIDTH))
