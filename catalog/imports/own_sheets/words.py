"""The words of headings, groups and sums in vendors' sheets, in both languages."""

import re
from collections.abc import Mapping
from typing import Final

from catalog.imports.columns import LINE_COLUMNS
from catalog.imports.labels import Field, Label
from catalog.imports.numbers import NumberStyle
from catalog.imports.quote_sheet import CATEGORY_NAMES, Category
from catalog.imports.texts import folded

IGNORED: Final = ""
"""What a column is matched with that nobody wants to read."""

LINE_TOTAL: Final = Field(
    key="line_total",
    label=Label(en="Line total", zh="行合计"),
    kind=next(field.kind for field in LINE_COLUMNS if field.key == "unit_price"),
    note=Label(
        en="Quantity × unit price, after the line's discount.",
        zh="数量 × 单价，已扣除本行折扣。",
    ),
)
MATCHABLE: Final = (
    *(
        field
        for field in LINE_COLUMNS
        if field.key
        in {
            "category",
            "key",
            "label",
            "unit",
            "quantity",
            "unit_price",
            "discount",
            "first_year",
            "last_year",
            "is_optional",
            "tax_rate",
        }
    ),
    LINE_TOTAL,
)
"""What a column of a vendor's own sheet can be."""

_HEADINGS: Final[Mapping[str, str]] = {
    "category": "group|category|product group|type|类别|分类|产品类别|类型",
    "label": (
        "item|item name|item description|description|product|product name|"
        "product description|name|bezeichnung|beschreibung|项目|名称|产品名称|产品描述|"
        "描述|货物名称|品名|产品|项目名称|设备名称"
    ),
    "unit": "unit|uom|u/m|unit of measure|einheit|单位|计量单位",
    "quantity": "quantity|qty|q'ty|qnty|pcs|menge|anzahl|数量",
    "unit_price": (
        "unit price|price per unit|net unit price|unit net price|unit cost|"
        "price each|einzelpreis|单价|净单价|不含税单价|含税单价"
    ),
    "line_total": (
        "line total|total|total price|extended price|ext price|ext. price|"
        "extended amount|extended|amount|net amount|line amount|subtotal|"
        "gesamtpreis|gesamt|行合计|总价|合计|金额|小计|总额|合价"
    ),
    "discount": "discount|disc|disc %|discount %|rabatt|折扣|折扣率",
    "is_optional": "option|optional|可选|可选项|选配",
    "tax_rate": "vat|vat %|vat rate|tax rate|税率|增值税率",
    IGNORED: "no|nr|#|pos|position|line|line no|item no|序号|编号|行号",
}
_CATEGORIES: Final[Mapping[Category, str]] = {
    Category.SUPPORT: "support|warranty|maintenance|care pack|维保|支持|保修|维护|质保",
    Category.TRAINING: "training|培训",
    Category.FREIGHT: "freight|shipping|transport|delivery|logistics|运费|运输|物流",
    Category.INSTALL: "install|deployment|commissioning|安装|部署|调试",
    Category.SPARES: "spare|备件",
    Category.SOFTWARE: "software|licen|subscription|软件|许可|授权",
    Category.NETWORK: (
        "switch|network|cable|transceiver|optic|infiniband|ethernet|交换机|网络|线缆|"
        "光模块"
    ),
    Category.STORAGE: "storage|存储",
    Category.SERVER: "server|node|chassis|服务器|节点|机箱",
    Category.GPU: "gpu|accelerator|加速卡|显卡",
    Category.RACK_POWER: "rack|pdu|ups|cabinet|机柜|供电|配电",
    Category.SERVICES: "service|consulting|服务|咨询",
}
_SUMS: Final = re.compile(
    r"((grand|net|gross|overall|sub)[ -]?)?(total|sum)"
    r"( (net|gross|price|amount|[a-z]{3}|(excl|incl)\S*( (vat|tax))?))?|"
    r"amount due|(不含税|含税|净)?(合计|总计|小计|总价|总额|总金额)"
)
_TAXES: Final = re.compile(r"(vat|tax|增值税|税额)( ?[0-9.,]+ ?%)?")
_ASIDE: Final = re.compile(r"[(\[（【].*?[)\]）】]|[.:：]+$")


def field_meant(heading: str) -> str | None:
    """The key of the field that a heading names; None where nobody can tell.

    >>> field_meant("Qty."), field_meant("单价（元）"), field_meant("Price")
    ('quantity', 'unit_price', None)
    """
    return _KNOWN.get(_plain(heading))


def category_meant(text: str) -> Category | None:
    """The group that a name of a group or an item seems to mean.

    >>> category_meant("Compute"), category_meant("InfiniBand switch, 64 ports")
    (<Category.SERVER: 'server'>, <Category.NETWORK: 'network'>)
    """
    word = folded(text)
    for category, names in CATEGORY_NAMES.items():
        if word in {folded(name) for name in (category.value, *names)}:
            return category
    for category, words in _CATEGORIES.items():
        if any(part in word for part in words.split("|")):
            return category
    return None


def is_sum(text: str) -> bool:
    """Tell whether a text names a sum or its tax, and no item.

    >>> is_sum("Grand total (USD):"), is_sum("合计"), is_sum("VAT 13%")
    (True, True, True)
    >>> is_sum("Total storage server"), is_sum("Tax office rack")
    (False, False)
    """
    return bool(_SUMS.fullmatch(_plain(text))) or is_tax(text)


def is_tax(text: str) -> bool:
    """Tell whether a text names a tax: of the sum, or beside an item that of its line.

    >>> is_tax("VAT 13%"), is_tax("Total")
    (True, False)
    """
    return bool(_TAXES.fullmatch(_plain(text)))


def style_meant(texts: list[str]) -> NumberStyle | None:
    """The number format that the only separators of some texts allow."""
    points = sum(bool(_POINT.fullmatch(text.strip())) for text in texts)
    commas = sum(bool(_COMMA.fullmatch(text.strip())) for text in texts)
    if bool(points) == bool(commas):
        return None
    return NumberStyle.POINT if points else NumberStyle.COMMA


_POINT: Final = re.compile(r"[1-9][0-9]{0,2}(,[0-9]{3})*\.[0-9]{2}|[0-9]+\.[0-9]{2}")
_COMMA: Final = re.compile(r"[1-9][0-9]{0,2}(\.[0-9]{3})*,[0-9]{2}|[0-9]+,[0-9]{2}")


def _plain(heading: str) -> str:
    word = folded(heading)
    return _ASIDE.sub("", _ASIDE.sub("", word)).strip()


_KNOWN: Final = {
    _plain(word): key for key, words in _HEADINGS.items() for word in words.split("|")
} | {_plain(word): field.key for field in MATCHABLE for word in field.label.folded}
