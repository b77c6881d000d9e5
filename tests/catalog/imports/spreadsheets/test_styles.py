"""A percent format multiplies by 100; a percent sign in quotes does not."""

from catalog.imports.spreadsheets.styles import percent_styles


def test_percent_formats_are_told_from_decoration():
    content = (
        b'<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0##%"/>'
        b'<numFmt numFmtId="165" formatCode="0.0&quot; %&quot;"/>'
        b'<numFmt numFmtId="166" formatCode="0\\%"/></numFmts>'
        b'<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>'
        b'<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/>'
        b'<xf numFmtId="166"/><xf numFmtId="9"/><xf numFmtId="10"/><xf/></cellXfs>'
        b"</styleSheet>"
    )

    assert percent_styles(content) == {1, 4, 5}
