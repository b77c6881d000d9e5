"""Columns of nvidia-smi samples: their names, units and bounds, and how to tell them.

A header is believed first, then a declaration (`<file>.columns.json`, or given by
hand), then the units in the cells, as far as they leave no doubt.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from catalog.benchmarks.findings import Json, shown
from catalog.benchmarks.sources import Entry, JsonProblem, read_json

SIDECAR = ".columns.json"
MOST_COLUMNS = 400


@dataclass(frozen=True, slots=True)
class Field:
    """A figure that is read: its unit and the values that are possible."""

    unit: bytes
    low: float
    high: float


PERCENT = Field(b"%", 0, 100)
CELSIUS = Field(b"C", -40, 150)
WATTS = Field(b"W", 0, 20_000)
MEBIBYTES = Field(b"MiB", 0, 16_000_000)
MEGAHERTZ = Field(b"MHz", 0, 20_000)
FIELDS: dict[str, Field] = {
    "utilization.gpu": PERCENT,
    "utilization.memory": PERCENT,
    "temperature.gpu": CELSIUS,
    "temperature.memory": CELSIUS,
    "power.draw": WATTS,
    "power.draw.average": WATTS,
    "power.draw.instant": WATTS,
    "power.limit": WATTS,
    "memory.used": MEBIBYTES,
    "memory.total": MEBIBYTES,
    "clocks.sm": MEGAHERTZ,
    "clocks.mem": MEGAHERTZ,
}
# Which GPU a row is of; wrappers add `gpu` and may leave `index` at 0.
IDENTIFIERS = ("uuid", "pci.bus_id", "gpu", "index")
DESCRIPTIONS = frozenset({"timestamp", "name", *IDENTIFIERS})
ALIASES = {
    "time": "timestamp",
    "gpu.name": "name",
    "gpu.uuid": "uuid",
    "gpu.bus.id": "pci.bus_id",
    "gpu.index": "index",
    "pci.bus.id": "pci.bus_id",
    "gpu.util": "utilization.gpu",
    "gpu.utilization": "utilization.gpu",
    "mem.util": "utilization.memory",
    "mem.used": "memory.used",
    "mem.total": "memory.total",
    "gpu.temp": "temperature.gpu",
    "temperature": "temperature.gpu",
    "power": "power.draw",
    "clocks.current.sm": "clocks.sm",
    "clocks.current.memory": "clocks.mem",
}
HEADER_CELL = re.compile(r"(.{0,100}?)\s*(?:\[([^\]]{0,20})\])?", re.DOTALL)
NUMBER = re.compile(r"[-+]?[0-9][0-9.,]*")
WITH_UNIT = re.compile(r"[0-9]+(?:\.[0-9]+)? (%|MiB|W|MHz)")
TIME = re.compile(r"[0-9]{4}[/-][0-9]{2}[/-][0-9]{2}[ T][0-9:.+Z-]+")


@dataclass(frozen=True, slots=True)
class Column:
    """A column as it stands in a header or a declaration."""

    name: str
    unit: str | None = None

    @property
    def field(self) -> Field | None:
        """The figure that it holds, when it is one that is read."""
        return FIELDS.get(self.name)

    @property
    def has_right_unit(self) -> bool:
        """Whether its unit, if it names one, is that of the figure."""
        return self.field is None or self.unit in {None, self.field.unit.decode()}


def column_of(cell: str) -> Column:
    """Read one cell of a header.

    >>> column_of(" utilization.gpu [%]")
    Column(name='utilization.gpu', unit='%')
    """
    match = HEADER_CELL.fullmatch(cell.strip().strip("\"'").strip())
    if match is None:
        return Column(shown(cell))
    name = shown(match[1]).lower()
    dotted = name.replace("_", ".").replace(" ", ".")
    if dotted == "pci.bus.id" or name in DESCRIPTIONS:
        return Column("pci.bus_id" if dotted == "pci.bus.id" else name, match[2])
    return Column(ALIASES.get(dotted, dotted), match[2])


def header_of(cells: Sequence[str]) -> tuple[Column, ...] | None:
    """Read a header, or tell that these cells are none."""
    if len(cells) > MOST_COLUMNS or any(NUMBER.fullmatch(c.strip()) for c in cells):
        return None
    columns = tuple(column_of(cell) for cell in cells)
    known = [c for c in columns if c.field or c.name in DESCRIPTIONS]
    figures = [c for c in known if c.field]
    is_header = bool(figures) and (len(known) > 1 or len(columns) == 1)
    return columns if is_header else None


def declared_columns(names: Sequence[str]) -> tuple[Column, ...]:
    """Take over columns that were named by hand."""
    return tuple(column_of(name) for name in names)


def sidecar_name(basename: str) -> str:
    """Tell the name of the file that declares the columns of another.

    >>> sidecar_name("smi.csv")
    'smi.csv.columns.json'
    """
    return f"{basename}{SIDECAR}"


def sidecar_columns(entry: Entry) -> tuple[Column, ...] | JsonProblem:
    """Read `{"columns": ["timestamp", …]}`, or the list alone."""
    content = read_json(entry.path)
    if isinstance(content, JsonProblem):
        return content
    listed: Json = content.get("columns") if isinstance(content, dict) else content
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_COLUMNS:
        return JsonProblem("no list of columns")
    names = [name for name in listed if isinstance(name, str)]
    if len(names) != len(listed):
        return JsonProblem("a column that is no text")
    return declared_columns(names)


def guessed_columns(cells: Sequence[str]) -> tuple[Column, ...] | None:
    """Tell columns from the units in their cells, where these leave no doubt.

    One share is the utilisation, the first of two the GPU's and the second the
    memory's, as nvidia-smi lists them; of two amounts of memory the smaller is in
    use; one power is the draw. The rest stays unnamed.

    >>> [c.name for c in guessed_columns(["0", "7 %", "97.10 W", "10 MiB", "80 MiB"])]
    ['', 'utilization.gpu', 'power.draw', 'memory.used', 'memory.total']
    """
    units: dict[str, list[int]] = {}
    for place, cell in enumerate(cells[:MOST_COLUMNS]):
        if match := WITH_UNIT.fullmatch(cell.strip()):
            units.setdefault(match[1], []).append(place)
    names = [""] * len(cells)
    _name(names, units.get("%", []), ("utilization.gpu", "utilization.memory"))
    _name(names, units.get("W", [])[:2], ("power.draw",))
    memory = sorted(units.get("MiB", []), key=lambda place: _amount(cells[place]))
    _name(names, memory, ("memory.used", "memory.total"))
    if not any(names):
        return None
    _name(names, _places(cells, TIME)[:1], ("timestamp",))
    return tuple(Column(name) for name in names)


def _name(names: list[str], places: Sequence[int], chosen: Sequence[str]) -> None:
    """Name the places, unless there are more of them than names."""
    if len(places) <= len(chosen):
        for place, name in zip(places, chosen, strict=False):
            names[place] = name


def _amount(cell: str) -> float:
    return float(cell.split(maxsplit=1)[0])


def _places(cells: Sequence[str], pattern: re.Pattern[str]) -> list[int]:
    return [
        place for place, cell in enumerate(cells) if pattern.fullmatch(cell.strip())
    ]
