from catalog.benchmarks.findings import FindingList
from catalog.benchmarks.lines import Line
from catalog.benchmarks.nvidia_columns import declared_columns
from catalog.benchmarks.nvidia_rows import (
    MOST_GPUS,
    Samples,
    delimiter_in,
    layout_of,
    logical_lines,
    split_cells,
)


def lines(*texts):
    return [Line(number, text) for number, text in enumerate(texts, start=1)]


def test_a_quoted_cell_over_two_lines_is_one_row():
    joined = list(logical_lines(lines(b'a,"1', b'2",b', b"c")))

    assert [(line.number, line.text) for line in joined] == [
        (1, b'a,"1\n2",b'),
        (3, b"c"),
    ]


def test_a_quote_that_never_closes_holds_back_a_few_lines_and_no_more():
    texts = [b'a,"', *[b"row"] * 20]

    assert [line.text for line in logical_lines(lines(*texts))] == texts


def test_cells_are_split_by_the_most_frequent_delimiter():
    assert delimiter_in(b"a\tb\tc,d") == b"\t"
    assert split_cells(b"a; b;c", b";") == [b"a", b" b", b"c"]
    assert split_cells(b'1, "x, y", 2', b",") == [b"1", b"x, y", b"2"]
    assert split_cells(b'"a"\nb,c', b",") == ()


def test_gpus_beyond_the_limit_are_left_out_with_a_remark():
    samples = Samples(FindingList("smi.csv"))
    columns = declared_columns(["index", "power.draw"])
    samples.layout = layout_of(columns, is_comma_decimal=False)

    for number in range(MOST_GPUS + 5):
        assert samples.take(number, [b"%d" % number, b"1"])

    assert len(samples.gpus()) == MOST_GPUS
    assert samples.rows == MOST_GPUS + 5
    assert [item.rule for item in samples.findings] == ["gpu/too-many"] * 5


def test_a_figure_remembers_cells_within_bounds():
    samples = Samples(FindingList("smi.csv"))
    columns = declared_columns(["power.draw"])
    samples.layout = layout_of(columns, is_comma_decimal=False)

    for number in range(12_000):
        samples.take(number, [b"%d" % number])

    power = samples.gpus()[0].fields["power.draw"]
    assert (power.count, power.minimum, power.maximum) == (12_000, 0.0, 11_999.0)
    assert power.mean == 5999.5
