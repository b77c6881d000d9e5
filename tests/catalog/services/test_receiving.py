"""A stream becomes a file of known size and hash, or nothing."""

import hashlib
import io

import pytest

from catalog.services.receiving import check_hash, plain_name, receive
from procurement.errors import RuleBrokenError, TooLargeError


def test_what_arrives_is_counted_and_hashed(tmp_path):
    file = receive(io.BytesIO(b"abc"), tmp_path, name="a.tar.gz", limit=3)

    assert (file.size, file.sha256) == (3, hashlib.sha256(b"abc").hexdigest())
    assert file.path.read_bytes() == b"abc"
    assert file.path.parent == tmp_path


def test_an_endless_stream_is_cut_at_the_limit(tmp_path):
    class Endless:
        given = 0

        def read(self, size, /):
            self.given += size
            return bytes(size)

    stream = Endless()

    with pytest.raises(TooLargeError) as refusal:
        receive(stream, tmp_path, name="a", limit=1_000_000)

    assert refusal.value.code == "upload_too_large"
    assert stream.given < 2_000_000


def test_other_content_than_announced_is_refused(tmp_path):
    file = receive(io.BytesIO(b"abc"), tmp_path, name="a", limit=10)

    check_hash(file, hashlib.sha256(b"abc").hexdigest().upper())
    with pytest.raises(RuleBrokenError) as refusal:
        check_hash(file, "")
    assert refusal.value.code == "upload_hash_mismatch"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\x\\run.tar.gz", "run.tar.gz"),
        ('a"; filename=evil\r\n.gz', "a__ filename_evil .gz"),
        ("\u202egz.rat", "gz.rat"),
        ("a\x00.csv", "a.csv"),
        (".htaccess", "htaccess"),
        ("结果.tar.gz", "结果.tar.gz"),
        ("", "results.tar.gz"),
        ("..", "results.tar.gz"),
        ("x" * 300, "x" * 150),
    ],
)
def test_a_name_is_only_a_text(name, kept):
    assert plain_name(name) == kept
