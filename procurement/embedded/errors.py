"""The one refusal of this package: a sentence on what failed and what to do."""

WAY_OUT = (
    "`make clean` starts afresh without the data. Or use servers of your own: set "
    "DATABASE_URL (postgresql://user:password@host:5432/database, PostgreSQL 15 or "
    "later) and REDIS_URL (redis://host:6379/0, Redis or Valkey)."
)


class EmbeddedError(RuntimeError):
    """An embedded server can't run here; the text says why and names the way out."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason} {WAY_OUT}")
