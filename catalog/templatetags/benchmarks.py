"""Benchmarks in words: names, reasons, whose figures they are, how far reading is."""

from django import template
from django.utils.safestring import SafeString

from catalog.models import BenchmarkUpload, RunSet
from catalog.selectors.run_sets import PROVENANCES, benchmark_name, reason_of
from catalog.selectors.uploads import upload_progress
from procurement.templatetags.ui import tag

register = template.Library()


@register.filter
def benchmark(run_set: RunSet) -> str:
    """The name of the benchmark as people call it."""
    return benchmark_name(run_set.benchmark)


@register.filter
def reason(run_set: RunSet) -> str:
    """Why there is no score, or no official one; the full result must be loaded."""
    return reason_of(run_set)


@register.filter
def reading_state(upload: BenchmarkUpload) -> str:
    """How far reading is, in one word."""
    return upload_progress(upload).status


@register.simple_tag
def provenance_tag(provenance: str) -> SafeString:
    """A badge: whose figure it is."""
    kind, label = PROVENANCES[provenance]
    return tag(kind, label)
