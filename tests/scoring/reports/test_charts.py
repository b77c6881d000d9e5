from xml.etree import ElementTree as ET

import pytest

from scoring.reports.charts import draw, shortened

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def figure():
    """Two bars of three parts, one of them below zero."""
    return {
        "key": "cost",
        "unit": "million USD",
        "bars": ["HPE XD670", "联想 SR680a"],
        "series": [
            {"name": "Hardware", "values": ["4.48", "4.68"]},
            {"name": "能耗", "values": ["0.46", None]},
            {"name": "Residual", "values": ["-0.39", "-0.41"]},
        ],
        "labels": [["4.48", "4.68"], ["0.46", "0"], ["−0.39", "−0.41"]],
        "totals": ["5.43", "5.74"],
    }


def texts(svg):
    return [each.text for each in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314 # our own drawing


def test_text_stays_text_and_every_number_is_there(figure):
    written = texts(draw(figure))

    for words in (
        "HPE XD670",
        "联想 SR680a",
        "Hardware",
        "能耗",
        "million USD",
        "5.43",
        "4.68",
    ):
        assert words in written


def test_equal_data_give_equal_bytes_without_a_date(figure):
    svg = draw(figure)

    assert draw(figure) == svg
    assert "date" not in svg
    assert "Matplotlib" not in svg


def test_hostile_names_are_text_and_never_formulas_or_tags(figure):
    names = ["$x^2$ \\alpha </text><script>alert(1)</script>", "=1+1 & {{ 7*7 }}"]
    figure["bars"] = names

    svg = draw(figure)

    assert shortened(names[0]) in texts(svg)
    assert names[1] in texts(svg)
    assert "<script" not in svg


def test_parts_below_zero_lie_left_of_it(figure):
    figure["bars"], figure["totals"] = figure["bars"][:1], figure["totals"][:1]
    svg = ET.fromstring(draw(figure))  # noqa: S314 # our own drawing
    paths = [
        (each.get("style", ""), each.get("d", "").split())
        for each in svg.iter(f"{SVG}path")
    ]
    grey = next(
        float(d[1])
        for style, d in paths
        if "#7d8594" not in style and "#009e73" in style
    )
    blue = next(float(d[1]) for style, d in paths if "#0072b2" in style)

    assert grey < blue


def test_nothing_to_draw_is_still_a_figure(figure):
    for series in figure["series"]:
        series["values"] = ["0", None]

    assert "HPE XD670" in texts(draw(figure))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("NVIDIA DGX H200", "NVIDIA DGX H200"),
        ("浪潮信息电子产业股份有限公司", "浪潮信息电子产业股份有限…"),
        ("W" * 60, "W" * 20 + "…"),
    ],
)
def test_long_names_are_cut_by_their_width(name, shown):
    assert shortened(name) == shown
