"""A file is there whole or not at all."""

import pytest
from django.core.files.base import ContentFile, File

from procurement.storage import WholeFileStorage


@pytest.fixture
def storage(tmp_path):
    return WholeFileStorage(location=tmp_path)


def test_a_file_is_stored_under_its_name_and_replaced_in_one_step(storage, tmp_path):
    storage.save("reports/a.pdf", ContentFile(b"one"))

    assert storage.save("reports/a.pdf", ContentFile(b"two")) == "reports/a.pdf"

    assert (tmp_path / "reports/a.pdf").read_bytes() == b"two"
    assert [path.name for path in (tmp_path / "reports").iterdir()] == ["a.pdf"]


def test_a_write_that_breaks_leaves_nothing(storage, tmp_path):
    class Broken(File):
        def chunks(self, chunk_size=None):
            yield b"half"
            message = "disk full"
            raise OSError(message)

    with pytest.raises(OSError, match="disk full"):
        storage.save("a.pdf", Broken(None, name="a.pdf"))

    assert list(tmp_path.iterdir()) == []
