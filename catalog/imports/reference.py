"""The shipped reference data as typed rows; a malformed row is named by its line."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from catalog.imports.errors import (
    CellError,
    ErrorList,
    ImportRefusedError,
    printable,
)
from catalog.imports.messages import Fault
from catalog.imports.reference_rows import (
    CloudRow,
    CudaRow,
    GpuRow,
    PytorchRow,
    ServerRow,
)
from catalog.imports.reference_values import (
    Mark,
    PartialDate,
    PriceDate,
    count,
    figure,
    mark,
    partial_date,
    price_date,
    text,
    whole,
)

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

DATA: Final = Path(__file__).parents[1] / "data"


class ReferenceDataError(Exception):
    """The faults of a reference file, each with its line; nothing was read."""

    def __init__(self, file: str, errors: tuple[CellError, ...]) -> None:
        self.file = file
        self.errors = errors
        shown = "; ".join(f"line {error.row}: {error.text}" for error in errors[:5])
        super().__init__(f"{file}: {shown}")


def read_gpus(content: bytes, file: str = "gpus.csv") -> tuple[GpuRow, ...]:
    """Read GPU models."""
    return _read(GpuRow, content, file, ("model",))


def read_servers(content: bytes, file: str = "servers.csv") -> tuple[ServerRow, ...]:
    """Read servers; an upper price below the lower one is refused."""
    return _read(ServerRow, content, file, ("vendor", "sku"), _prices_in_order)


def read_cloud(
    content: bytes, file: str = "cloud_instances.csv"
) -> tuple[CloudRow, ...]:
    """Read cloud instance types."""
    return _read(CloudRow, content, file, ("provider", "instance", "region"))


def read_cuda(content: bytes, file: str = "cuda_driver.csv") -> tuple[CudaRow, ...]:
    """Read CUDA releases."""
    return _read(CudaRow, content, file, ("cuda_version",))


def read_pytorch(
    content: bytes, file: str = "pytorch_compat.csv"
) -> tuple[PytorchRow, ...]:
    """Read PyTorch builds."""
    key = ("pytorch_version", "platform", "platform_version")
    return _read(PytorchRow, content, file, key)


def shipped(file: str) -> bytes:
    """Return a file of the reference data that ships with the product."""
    return (DATA / file).read_bytes()


def _prices_in_order(server: ServerRow) -> bool:
    low, high = server.price_usd_indicative_low, server.price_usd_indicative_high
    return low is None or high is None or low <= high


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One line of a file by its column names, and what is wrong with it."""

    file: str
    number: int
    cells: Mapping[str, str]

    def error(self, code: Fault, name: str = "", **params: object) -> CellError:
        column = [*self.cells, name].index(name) + 1 if name else None
        return CellError(
            code=code,
            params={key: printable(value) for key, value in params.items()},
            sheet=self.file,
            row=self.number,
            column=column,
        )


_BY_TYPE: Final[Mapping[object, Callable[[str], object]]] = {
    str: text,
    int: count,
    int | None: whole,
    Decimal | None: figure,
    PartialDate: partial_date,
    PriceDate | None: price_date,
    Mark: mark,
}
_REQUIRED: Final = frozenset(
    {
        "model",
        "sku",
        "vendor",
        "gpu_model",
        "provider",
        "instance",
        "cuda_version",
        "pytorch_version",
        "platform",
        "platform_version",
        "source",
    }
)


def _read[Row: DataclassInstance](
    row_type: type[Row],
    content: bytes,
    file: str,
    key: tuple[str, ...],
    is_in_order: Callable[[Row], bool] = lambda _: True,
) -> tuple[Row, ...]:
    errors = ErrorList()
    types = {field.name: field.type for field in fields(row_type)}
    rows: dict[tuple[str, ...], Row] = {}
    for line in _lines(content, file, set(types), errors):
        values = _values(line, types, errors)
        identity = tuple(line.cells[name] for name in key)
        if identity in rows:
            errors.add(line.error(Fault.ROW_DOUBLE, key[-1], key=" ".join(identity)))
        if len(values) == len(types):
            rows[identity] = row_type(**values)
            if not is_in_order(rows[identity]):
                errors.add(line.error(Fault.RANGE_ORDER))
    if not rows and not errors:
        errors.add(CellError(code=Fault.NO_ROWS, sheet=file))
    if errors:
        raise ReferenceDataError(file, errors.in_order())
    return tuple(rows.values())


def _lines(
    content: bytes, file: str, names: set[str], errors: ErrorList
) -> Iterator[_Line]:
    records = _records(content, file)
    _, heading = next(records, (1, []))
    for name in sorted(names ^ set(heading)):
        code = Fault.COLUMN_MISSING if name in names else Fault.COLUMN_UNKNOWN
        errors.add(CellError(code=code, params={"label": name}, sheet=file, row=1))
    for number, record in () if errors else records:
        cells = dict(zip(heading, record, strict=False))
        line = _Line(file=file, number=number, cells=cells)
        if len(record) == len(heading):
            yield line
        else:
            found, expected = len(record), len(heading)
            errors.add(line.error(Fault.ROW_LENGTH, found=found, expected=expected))


def _records(content: bytes, file: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each record with the line on which it starts."""
    reader = csv.reader(io.StringIO(_decoded(content, file), newline=""), strict=True)
    number = 1
    try:
        for record in reader:
            yield number, record
            number = reader.line_num + 1
    except csv.Error as error:
        params = {"reason": str(error)}
        fault = CellError(code=Fault.FILE_BROKEN, params=params, sheet=file, row=number)
        raise ReferenceDataError(file, (fault,)) from error


def _decoded(content: bytes, file: str) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        fault = CellError(code=Fault.FILE_ENCODING, sheet=file)
        raise ReferenceDataError(file, (fault,)) from error


def _values(
    line: _Line, types: Mapping[str, object], errors: ErrorList
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, kind in types.items():
        cell = line.cells[name].strip()
        try:
            values[name] = _value(cell, name, kind)
        except ImportRefusedError as refusal:
            errors.add(line.error(refusal.error.code, name, **refusal.error.params))
    return values


def _value(cell: str, name: str, kind: object) -> object:
    if not cell and name in _REQUIRED:
        raise ImportRefusedError(Fault.REQUIRED, label=name)
    return _BY_TYPE[kind](cell)
