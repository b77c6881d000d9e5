from django.utils.translation import override

from scoring.reports.blocks import Cell, Row, Table, capped, in_groups


def test_columns_are_split_into_even_groups_of_six_at_most():
    sizes = [
        [len(group) for group in in_groups(range(count))]
        for count in (0, 1, 6, 7, 12, 13)
    ]

    assert sizes == [[], [1], [6], [4, 3], [6, 6], [5, 5, 3]]


def test_table_shows_200_rows_and_says_how_many_it_leaves_out():
    row = Row(cells=(Cell(text="x"),))

    rows, omitted = capped([row] * 203)
    table = Table(head=(), rows=rows, omitted=omitted)

    assert len(table.rows) == 200
    assert table.omitted_note == "3 more rows are in the CSV files."
    with override("zh-hans"):
        assert table.omitted_note == "另有 3 行见 CSV 文件。"
    assert Table(head=(), rows=()).omitted_note == ""


def test_only_a_word_too_long_for_a_column_breaks_inside():
    assert Cell(text="Supermicro SYS-821GE-TNHR", styles="n").classes == "n"
    assert Cell(text="x" * 25, styles="n").classes == "n long"
    assert Cell(text="ok", note="y" * 25).classes == "long"


def test_a_short_chinese_word_stays_on_one_line():
    assert Cell(text="审查中").classes == "nowrap"
    assert Cell(text="成绩，分钟", styles="n").classes == "n nowrap"
    assert Cell(text="审查中", note="报价异常低").classes == ""
    assert Cell(text="模型规模 30").classes == ""
    assert Cell(text="评审标准第一版").classes == ""


def test_heading_cells_are_th():
    assert (Cell(text="", is_heading=True).tag, Cell(text="").tag) == ("th", "td")
