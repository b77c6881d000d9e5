"""Bytes to text where the encoding is beyond doubt."""

import codecs
import re
from typing import Final

from catalog.imports.errors import ImportRefusedError
from catalog.imports.messages import Fault


def decoded(content: bytes) -> str:
    """Decode UTF-8, UTF-16 with its mark, or GB18030 that is plainly Chinese.

    A text in a western code page often decodes as GB18030 too, into rare characters.
    So nearly all Chinese characters must be of the basic set, whose second bytes no
    western letter pair makes by accident.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _strictly(content[len(mark) :], encoding)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return _plainly_chinese(content)


_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BASIC_SHARE: Final = 0.8


def _strictly(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise ImportRefusedError(Fault.FILE_ENCODING) from error


def _plainly_chinese(content: bytes) -> str:
    text = _strictly(content, "gb18030")
    foreign = re.findall(r"[^\x00-\x7f]", text)
    basic = sum(1 for letter in foreign if _is_basic(letter))
    if basic < _BASIC_SHARE * len(foreign):
        raise ImportRefusedError(Fault.FILE_ENCODING)
    return text


def _is_basic(letter: str) -> bool:
    try:
        return bool(letter.encode("gb2312"))
    except UnicodeEncodeError:
        return False
