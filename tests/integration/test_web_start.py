import subprocess
import sys

HEAVY = ("numpy", "matplotlib", "scipy", "weasyprint")
STARTED = """
import sys
import procurement.wsgi
from django.urls import get_resolver

get_resolver().url_patterns
print(*(name for name in sys.argv[1:] if name in sys.modules))
"""


def test_a_web_process_starts_without_what_only_workers_need():
    started = subprocess.run(
        [sys.executable, "-c", STARTED, *HEAVY],
        capture_output=True,
        check=True,
        text=True,
    )

    assert started.stdout.split() == []
