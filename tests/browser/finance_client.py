"""A finance system that reads over REST with a token."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from http import HTTPStatus
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Finance:
    """Knows an address and a token, nothing else."""

    address: str
    token: str

    def get(self, path: str) -> Any:
        """Read one resource."""
        link = HTTPConnection(urlsplit(self.address).netloc, timeout=30)
        link.request("GET", path, headers={"Authorization": f"Bearer {self.token}"})
        answer = link.getresponse()
        body = json.load(answer)
        link.close()
        assert answer.status == HTTPStatus.OK, body
        return body

    def cash_flows(
        self, costs: Mapping[str, Any], candidate: str, *, years: int
    ) -> dict[str, list[Decimal]]:
        """The yearly amounts of a candidate by line, rounded to cents."""
        [result] = [
            row
            for row in costs["results"]
            if (row["candidate"], row["horizon_years"]) == (candidate, years)
        ]
        return {
            line["key"]: [round(Decimal(amount), 2) for amount in line["amounts"]]
            for line in result["lines"]
        }
