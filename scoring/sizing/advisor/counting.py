"""How many GPUs and whole servers a workload needs, and what bounds the count."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from math import ceil
from typing import Final

from scoring.figures.figure import Figure, given
from scoring.figures.precision import exact
from scoring.sizing.gpus import Server

MOST_SERVERS: Final = 2**17
"""More servers than anyone has in one place: beyond it a model does not fit."""


class Bound(StrEnum):
    """What decides how many GPUs are needed."""

    MEMORY = "memory"
    COMPUTE = "compute"
    REQUESTS = "requests"


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Hold how many GPUs and servers a workload needs of one kind of server.

    ``bounds`` are the counts that each need asks for alone; ``decided_by`` names the
    largest. ``memory`` is the need of one GPU at the final count and unfolds to its
    parts; ``usable`` is what one GPU offers. ``tensor`` is the split inside a server.
    """

    gpus: Figure
    servers: Figure
    bounds: dict[Bound, Figure]
    decided_by: Bound
    memory: Figure
    usable: Figure
    tensor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCount:
    """Say why no number of servers of this kind carries a workload.

    ``memory`` is the smallest need per GPU that any count leaves, where known.
    """

    reason: str
    memory: Figure | None = None
    usable: Figure | None = None


def tensor_sizes(server: Server, heads: int) -> Iterator[int]:
    """List the splits of a layer that stay inside one link: powers of two.

    A split divides the GPUs of the server and the heads of the model.

    >>> from scoring.sizing.gpus import Gpu
    >>> server = Server(name="x", gpu=Gpu(name="x"), gpus=8, link_domain=8)
    >>> list(tensor_sizes(server, 28))
    [1, 2, 4]
    """
    size = 1
    while size <= min(server.link_domain, server.gpus):
        if not server.gpus % size and not heads % size:
            yield size
        size *= 2


def fewest(fits: Callable[[int], bool], most: int = MOST_SERVERS) -> int | None:
    """Find the smallest count that fits, where more never fits worse; none if none.

    >>> fewest(lambda servers: servers >= 37), fewest(lambda servers: False)
    (37, None)
    """
    high = 1
    while not fits(high):
        high *= 2
        if high > most:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            high = middle
        else:
            low = middle
    return high


@exact
def whole_servers(bounds: dict[Bound, Figure], server: Server) -> tuple[Figure, Figure]:
    """Turn the largest bound into whole servers, and those into GPUs.

    Formula: servers = ceil(max of the bounds/GPUs per server).
    """
    per_server = given("gpus_per_server", "k", server.gpus, "")
    needed = tuple(bounds.values())
    symbols = ", ".join(figure.symbol for figure in needed)
    largest = f"max({symbols})" if len(needed) > 1 else symbols
    servers = Figure(
        code="servers",
        symbol="S",
        value=Decimal(ceil(max(each.value for each in needed) / server.gpus)),
        unit="",
        formula=f"ceil({largest}/k)",
        inputs=(*needed, per_server),
    )
    gpus = Figure(
        code="gpus",
        symbol="N",
        value=servers.value * server.gpus,
        unit="",
        formula="S*k",
        inputs=(servers, per_server),
    )
    return gpus, servers


def deciding(bounds: dict[Bound, Figure]) -> Bound:
    """Name the bound that asks for the most GPUs, the first of equals."""
    return max(bounds, key=lambda bound: bounds[bound].value)
