"""What a caller may tell the readers beside the files themselves."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """Declared columns of headerless samples, and the time now in milliseconds."""

    columns: tuple[str, ...] = ()
    now_ms: int | None = None
