"""Files on the local disk that are there whole or not at all."""

import os
from pathlib import Path
from typing import override
from uuid import uuid4

from django.core.files.base import File
from django.core.files.storage import FileSystemStorage


class WholeFileStorage(FileSystemStorage):
    """Write beside, flush to disk, then rename: a killed process leaves no half file.

    A file of the same name is replaced, in one step.
    """

    @override
    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        return name

    def _save(self, name: str, content: File[bytes]) -> str:
        target = Path(self.path(name))
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.with_name(f".{target.name}.{uuid4().hex}.part")
        try:
            with beside.open("wb") as written:
                for chunk in content.chunks():
                    written.write(chunk)
                written.flush()
                os.fsync(written.fileno())
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
        return name
