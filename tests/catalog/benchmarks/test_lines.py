from hypothesis import given, strategies as st

from catalog.benchmarks.lines import all_lines, marked_lines

PIECES = st.lists(
    st.sampled_from([b"\n", b"\r", b"\r\n", b"a", b":::MLL", b"\0", b"xyz"])
)


def texts(chunks, **options):
    return [line.text for line in all_lines(chunks, **options)]


def test_lf_crlf_and_lone_cr_each_end_a_line_once():
    lines = list(all_lines([b"a\nb\r\nc\rd"]))

    assert [line.text for line in lines] == [b"a", b"b", b"c", b"d"]
    assert [line.number for line in lines] == [1, 2, 3, 4]


def test_crlf_split_over_two_chunks_is_one_end():
    assert texts([b"a\r", b"\nb\r", b"c"]) == [b"a", b"b", b"c"]


def test_a_line_over_the_limit_is_marked_once_and_its_tail_is_dropped():
    lines = list(all_lines([b"x" * 8, b"x" * 8, b"y\nshort\n"], limit=10))

    assert [(line.number, line.text, line.is_cut) for line in lines] == [
        (1, b"", True),
        (2, b"short", False),
    ]


def test_marked_lines_start_at_the_marker_and_keep_their_numbers():
    content = b"noise\n\r\n0: :::MLLOG {}\rbar:::MLLOG []\nend"

    lines = list(marked_lines([content], b":::MLL"))

    assert [(line.number, line.text) for line in lines] == [
        (3, b":::MLLOG {}"),
        (4, b":::MLLOG []"),
    ]


def test_the_last_marker_of_an_endless_line_is_found():
    chunks = [b"x" * 1000, b":::MLLOG first ", b"y" * 1000, b":::ML", b"LOG last"]

    lines = list(marked_lines(chunks, b":::MLL", limit=100))

    assert lines[-1].text == b":::MLLOG last"
    assert lines[-1].number == 1


def test_a_marked_line_over_the_limit_is_reported_as_cut():
    chunks = [b":::MLLOG " + b"[" * 300, b"[" * 300 + b"\n:::MLLOG 2\n"]

    lines = list(marked_lines(chunks, b":::MLL", limit=100))

    assert [(line.number, line.is_cut) for line in lines] == [(1, True), (2, False)]


@given(PIECES, st.integers(1, 7))
def test_chunks_of_any_size_give_the_same_lines(pieces, size):
    content = b"".join(pieces)
    chunks = [content[i : i + size] for i in range(0, len(content), size)]

    assert texts(chunks) == content.splitlines()
    marked = list(marked_lines(chunks, b":::MLL"))
    expected = [
        (number, text[text.index(b":::MLL") :])
        for number, text in enumerate(content.splitlines(), start=1)
        if b":::MLL" in text
    ]
    assert [(line.number, line.text) for line in marked] == expected
