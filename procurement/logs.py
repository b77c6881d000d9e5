"""What the logs must never hold: secrets are masked before a line is written."""

import re
from collections.abc import MutableMapping
from typing import Any

SECRETS = re.compile(
    r"gp[pv]_[A-Za-z0-9_-]{4,}|(?<=[?&]token=)[^&\s]+|(?<=[?&]access_token=)[^&\s]+"
    r"|(?<=Bearer )\S+"
)
MASK = "***"


def mask_secrets(
    _logger: object,
    _method: str,
    event: MutableMapping[str, Any],
) -> MutableMapping[str, Any]:
    """Mask tokens and vendors' links in every text of a line, tracebacks included."""
    return {
        name: SECRETS.sub(MASK, value) if isinstance(value, str) else value
        for name, value in event.items()
    }
