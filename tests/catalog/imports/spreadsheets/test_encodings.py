"""An encoding is certain or the file is refused."""

import pytest

from catalog.imports.errors import ImportRefusedError
from catalog.imports.spreadsheets.encodings import decoded

TEXT = "供应商,Müller GmbH,浪潮（北京）\n"
CHINESE = "供应商,浪潮电子信息产业股份有限公司,含税 13 %，有效期至\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_is_read(encoding):
    assert decoded(TEXT.encode(encoding)) == TEXT


def test_utf_16_of_either_order_is_read_with_its_mark():
    assert decoded(b"\xfe\xff" + TEXT.encode("utf-16-be")) == TEXT
    assert decoded(b"\xff\xfe" + TEXT.encode("utf-16-le")) == TEXT


@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "gb2312"])
def test_plain_chinese_of_a_chinese_program_is_read(encoding):
    assert decoded(CHINESE.encode(encoding)) == CHINESE


@pytest.mark.parametrize(
    "content",
    [
        "Müller GmbH, Straße".encode("cp1252"),
        "prix à café déjà".encode("latin-1"),
        "Łódź".encode("cp1250"),
        "предложение".encode("cp1251"),
        "見積書".encode("shift_jis"),
        b"\xff\xfeabc",
        b"\xef\xbb\xbf\xff",
        b"ab\xff\xff",
    ],
)
def test_any_other_encoding_is_refused(content):
    with pytest.raises(ImportRefusedError) as refusal:
        decoded(content)

    assert refusal.value.error.code == "file_encoding"
