import gzip
import io
import tarfile
import time
from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from catalog.benchmarks.archive import unpack
from catalog.benchmarks.refusals import ArchiveError, Limits, Refusal


def member(name, content=b"", kind=tarfile.REGTYPE, **fields):
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, len(content)
    for field, value in fields.items():
        setattr(info, field, value)
    return info, content


def packed(*members, **options):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", **options) as archive:
        for info, content in members:
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def refusal(data, directory, **limits):
    with pytest.raises(ArchiveError) as caught:
        unpack(io.BytesIO(data), directory, Limits(**limits))
    return caught.value


def test_files_are_written_under_numbers_and_keep_their_names_as_text(tmp_path):
    data = packed(
        member("set/", kind=tarfile.DIRTYPE),
        member("set/result_0.txt", b"zero"),
        member("./set/日志.csv", b"one"),
    )

    entries = unpack(io.BytesIO(data), tmp_path)

    assert [entry.name for entry in entries] == ["set/result_0.txt", "set/日志.csv"]
    assert [entry.path.read_bytes() for entry in entries] == [b"zero", b"one"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000000", "000001"]


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_long_names_are_read_in_both_formats(tmp_path, form):
    name = "/".join(["folder" * 6] * 5) + "/result_0.txt"

    entries = unpack(io.BytesIO(packed(member(name, b"x"), format=form)), tmp_path)

    assert entries[0].name == name


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd",
        "../up",
        "a/../../up",
        "..",
        "C:\\x",
        "a\\b",
        "c:x",
        "a\nb",
        "a\x1bb",
        "a\u202etxt.csv",
    ],
)
def test_names_that_lead_elsewhere_or_lie_are_refused(tmp_path, name):
    error = refusal(packed(member(name, b"x")), tmp_path)

    assert error.rule is Refusal.NAME
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "kind",
    [
        tarfile.SYMTYPE,
        tarfile.LNKTYPE,
        tarfile.CHRTYPE,
        tarfile.BLKTYPE,
        tarfile.FIFOTYPE,
        tarfile.CONTTYPE,
        tarfile.GNUTYPE_SPARSE,
    ],
)
def test_links_devices_and_sparse_files_are_refused(tmp_path, kind):
    data = packed(member("x", kind=kind, linkname="/etc/passwd"))

    assert refusal(data, tmp_path).rule is Refusal.KIND


def test_names_beyond_the_limits_are_refused(tmp_path):
    long_part = packed(member("x" * 201))
    deep = packed(member("/".join("abcdefghijklmnopq")))

    assert refusal(long_part, tmp_path).rule is Refusal.NAME_LENGTH
    assert refusal(deep, tmp_path).rule is Refusal.NAME_LENGTH


def test_a_name_given_twice_is_refused(tmp_path):
    error = refusal(packed(member("a", b"1"), member("./a", b"2")), tmp_path)

    assert str(error) == "“a” is in the archive twice."


def test_entries_and_bytes_are_limited(tmp_path):
    many = packed(*(member(str(n)) for n in range(5)))
    large = packed(member("a", b"x" * 5000))

    assert refusal(many, tmp_path, entries=4).rule is Refusal.ENTRIES
    assert refusal(large, tmp_path, unpacked_bytes=4000).rule is Refusal.BYTES


def test_a_bomb_is_refused_by_its_ratio_within_a_second(tmp_path):
    bomb = packed(member("zeros", bytes(40 << 20)), compresslevel=9)
    start = time.process_time()

    error = refusal(bomb, tmp_path)

    assert error.rule is Refusal.RATIO
    assert time.process_time() - start < 1


def test_a_header_that_asks_for_memory_is_refused_unread(tmp_path):
    info, _ = member("x", kind=tarfile.XHDTYPE)
    info.size = 1 << 30
    data = gzip.compress(info.tobuf() + bytes(1024))

    assert refusal(data, tmp_path).rule is Refusal.HEADER


@pytest.mark.parametrize("record", [b"GNU.sparse.major=1", b"size=99999999999"])
def test_pax_headers_that_change_the_size_are_refused(tmp_path, record):
    content = b"%d %s\n" % (len(record) + len("00 \n"), record)
    info, body = member("x", content, kind=tarfile.XHDTYPE)
    data = gzip.compress(info.tobuf() + body.ljust(512, b"\0") + bytes(1024))

    assert refusal(data, tmp_path).rule is Refusal.HEADER


def test_an_archive_cut_anywhere_is_damaged_and_never_half_taken(tmp_path):
    data = packed(member("a", b"x" * 2000), member("b", bytes(range(256)) * 9))

    for length in range(12, len(data)):
        folder = tmp_path / str(length)
        folder.mkdir()
        assert refusal(data[:length], folder).rule is Refusal.DAMAGED


def test_a_wrong_check_sum_is_damage(tmp_path):
    data = bytearray(packed(member("a", b"x" * 2000)))
    data[-8] ^= 1

    assert refusal(bytes(data), tmp_path).rule is Refusal.DAMAGED


def test_what_is_no_gzip_or_holds_nothing_is_refused(tmp_path):
    assert refusal(b"PK\x03\x04", tmp_path).rule is Refusal.NOT_GZIP
    assert refusal(b"", tmp_path).rule is Refusal.NOT_GZIP
    assert refusal(packed(), tmp_path).rule is Refusal.EMPTY
    assert refusal(gzip.compress(b"no tar" * 200), tmp_path).rule is Refusal.DAMAGED


@pytest.mark.parametrize(
    "content",
    [b"x path=a\n", b"99 path=a\n", b"1 path=a\n", b"123456789 path=a\n", b"noblank"],
)
def test_a_pax_header_that_does_not_add_up_is_damage(tmp_path, content):
    info, body = member("x", content, kind=tarfile.XHDTYPE)
    data = gzip.compress(info.tobuf() + body.ljust(512, b"\0") + bytes(1024))

    assert refusal(data, tmp_path).rule is Refusal.DAMAGED


def test_global_headers_and_folders_with_content_are_passed_over(tmp_path):
    comment = member("pax", b"17 comment=hello\n", kind=tarfile.XGLTYPE)
    folder, _ = member("set", kind=tarfile.DIRTYPE)
    folder.size = 3
    first = comment[0].tobuf() + comment[1].ljust(512, b"\0")
    second = folder.tobuf() + b"abc".ljust(512, b"\0")
    file, _ = member("set/a.txt")
    tar = first + second + file.tobuf() + bytes(1024)

    (entry,) = unpack(io.BytesIO(gzip.compress(tar)), tmp_path)

    assert entry.name == "set/a.txt"
    cut = gzip.compress((first + second)[:-500])
    assert refusal(cut, tmp_path).rule is Refusal.DAMAGED


def test_a_negative_size_is_damage(tmp_path):
    info, _ = member("a")
    header = bytearray(info.tobuf())
    header[124:136] = b"\xff" * 11 + b"\xfe"
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    data = gzip.compress(bytes(header) + bytes(1024))

    assert refusal(data, tmp_path).rule is Refusal.DAMAGED


def test_a_chain_of_empty_streams_is_refused(tmp_path):
    assert refusal(gzip.compress(b"") * 100, tmp_path).rule is Refusal.DAMAGED


@given(st.binary(max_size=2000))
def test_any_bytes_are_refused_in_words(tmp_path_factory, content):
    for data in (content, gzip.compress(content)):
        error = refusal(data, tmp_path_factory.mktemp("any"))

        assert str(error)


@given(st.binary(min_size=1, max_size=40), st.integers(0, 1023))
def test_a_header_with_foreign_bytes_never_escapes(tmp_path_factory, noise, place):
    info, _ = member("result_0.txt", b"")
    tar = bytearray(info.tobuf() + bytes(1024))
    tar[place : place + len(noise)] = noise
    folder = tmp_path_factory.mktemp("any")

    with suppress(ArchiveError):
        assert len(unpack(io.BytesIO(gzip.compress(bytes(tar))), folder)) == 1


PAX_PIECES = st.sampled_from([b"9 ", b"10 path=a\n", b"path", b"=", b"\n", b" ", b"\0"])


@given(st.lists(st.one_of(PAX_PIECES, st.binary(max_size=9)), max_size=30))
def test_any_extended_header_is_read_or_refused(tmp_path_factory, pieces):
    info, body = member("x", b"".join(pieces), kind=tarfile.XHDTYPE)
    file, _ = member("result_0.txt")
    padded = body + bytes(-len(body) % 512)
    tar = info.tobuf() + padded + file.tobuf() + bytes(1024)

    with suppress(ArchiveError):
        folder = tmp_path_factory.mktemp("any")
        assert len(unpack(io.BytesIO(gzip.compress(tar)), folder)) == 1
