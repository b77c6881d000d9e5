"""The quote template's fields and columns: labels in both languages, kinds, help."""

from decimal import Decimal
from typing import Final

from catalog.imports.kinds import (
    ChoiceKind,
    CodeKind,
    DayKind,
    KeyKind,
    Kind,
    NumberKind,
    PercentKind,
    PriceKind,
    TextKind,
    WholeKind,
    YesNoKind,
)
from catalog.imports.labels import Field, Label
from catalog.imports.numbers import NumberStyle
from catalog.imports.quote_sheet import CATEGORY_NAMES, MILESTONE_NAMES, Incoterm
from procurement.money import CURRENCIES, UNIT_PRICE_PLACES, TaxBasis

TIERS: Final = 4
"""Price tiers that a line of the template may have."""

MAX_PRICE: Final = Decimal(10) ** 12 - Decimal(10) ** -UNIT_PRICE_PLACES
"""Twelve digits before the decimal sign, six behind it."""

TAX_BASIS_NAMES: Final = {
    TaxBasis.NET: ("net", "不含税"),
    TaxBasis.GROSS: ("gross", "含税"),
}
NUMBER_STYLE_NAMES: Final = {
    NumberStyle.POINT: ("point (1,234.56)", "小数点 (1,234.56)", "1,234.56"),
    NumberStyle.COMMA: ("comma (1.234,56)", "小数逗号 (1.234,56)", "1.234,56"),
}
_INCOTERM_NAMES: Final = {term: (term.value,) for term in Incoterm}
_PRICE: Final = PriceKind(places=UNIT_PRICE_PLACES, maximum=MAX_PRICE)
_AMOUNT: Final = NumberKind(
    places=UNIT_PRICE_PLACES, maximum=MAX_PRICE, is_positive=True
)
_TIER_PRICE: Final = NumberKind(places=UNIT_PRICE_PLACES, maximum=MAX_PRICE)
_QUANTITY: Final = NumberKind(places=3, maximum=Decimal(1_000_000), is_positive=True)
_YEAR: Final = WholeKind(minimum=1, maximum=15)


def _field(
    key: str, label: tuple[str, str], kind: Kind, note: tuple[str, str]
) -> Field:
    is_required = label[0].endswith("*")
    en, zh = (name.removesuffix(" *") for name in label)
    return Field(
        key=key,
        label=Label(en=en, zh=zh),
        kind=kind,
        is_required=is_required,
        note=Label(en=note[0], zh=note[1]),
    )


HEADER_FIELDS: Final = (
    _field(
        "number_style",
        ("Number format *", "数字格式 *"),
        ChoiceKind(names=NUMBER_STYLE_NAMES),
        ("How numbers written as text are read.", "以文本填写的数字按此格式读取。"),
    ),
    _field(
        "tender",
        ("Evaluation", "评估"),
        TextKind(limit=40),
        ("Reference of the evaluation.", "评估编号。"),
    ),
    _field("vendor", ("Vendor *", "供应商 *"), TextKind(limit=200), ("", "")),
    _field(
        "reference",
        ("Quote reference *", "报价编号 *"),
        TextKind(limit=80),
        ("The vendor's own number.", "供应商自己的编号。"),
    ),
    _field(
        "round_number",
        ("Round *", "轮次 *"),
        WholeKind(minimum=1, maximum=99),
        ("1 for the first round of quotes.", "第一轮报价填 1。"),
    ),
    _field(
        "currency",
        ("Currency *", "币种 *"),
        CodeKind(codes=frozenset(CURRENCIES)),
        (
            "ISO 4217 code of all prices, such as USD.",
            "所有价格的 ISO 4217 代码，如 USD。",
        ),
    ),
    _field(
        "tax_basis",
        ("Tax basis *", "税基 *"),
        ChoiceKind(names=TAX_BASIS_NAMES),
        ("Whether the prices include tax.", "价格是否含税。"),
    ),
    _field(
        "tax_rate",
        ("Tax rate", "税率"),
        PercentKind(),
        (
            "With the percent sign, such as 13%. Needed for gross prices.",
            "带百分号，如 13%。含税价必填。",
        ),
    ),
    _field(
        "quoted_on",
        ("Quote date *", "报价日期 *"),
        DayKind(),
        ("Such as 2026-11-18.", "如 2026-11-18。"),
    ),
    _field(
        "valid_until",
        ("Valid until *", "有效期至 *"),
        DayKind(),
        ("The last day on which the prices hold.", "价格有效的最后一天。"),
    ),
    _field(
        "lead_weeks",
        ("Lead time, weeks", "交货周期，周"),
        NumberKind(places=1, maximum=Decimal(260)),
        (
            "From order to delivery at the place; needed without a delivery date.",
            "从下单到交货地点；未填交货日期时必填。",
        ),
    ),
    _field(
        "delivery_on",
        ("Delivery date", "交货日期"),
        DayKind(),
        ("The fixed day, where there is one.", "如有固定日期。"),
    ),
    _field(
        "incoterm",
        ("Incoterm", "贸易术语"),
        ChoiceKind(names=_INCOTERM_NAMES),
        ("Incoterms 2020, such as DAP.", "Incoterms 2020，如 DAP。"),
    ),
    _field(
        "incoterm_place",
        ("Incoterm, place", "贸易术语，地点"),
        TextKind(limit=120),
        ("The named place, such as Frankfurt.", "指定地点，如 上海。"),
    ),
    _field(
        "payment_terms",
        ("Payment terms", "付款条件"),
        TextKind(limit=250),
        ("", ""),
    ),
    _field(
        "warranty_years",
        ("Warranty, years", "保修，年"),
        NumberKind(places=1, maximum=Decimal(20)),
        (
            "Included in the hardware price; 0 for none, empty if not stated.",
            "含在硬件价格内；无则填 0，未说明则留空。",
        ),
    ),
    _field(
        "warranty_includes",
        ("Warranty, includes", "保修，包含内容"),
        TextKind(limit=1000),
        (
            "Such as parts, labour, travel, advance replacement.",
            "如 部件、人工、差旅、先行更换。",
        ),
    ),
    _field(
        "service_level",
        ("Service level", "服务级别"),
        TextKind(limit=120),
        ("Its name in the catalogue or contract.", "目录或合同中的名称。"),
    ),
    _field(
        "buy_back_share",
        ("Buy-back, share of price", "回购，占价格比例"),
        PercentKind(),
        ("Of the net hardware price, such as 15%.", "占硬件净价，如 15%。"),
    ),
    _field(
        "buy_back_month",
        ("Buy-back, after month", "回购，第几个月后"),
        WholeKind(minimum=1, maximum=180),
        ("Months from acceptance.", "自验收起的月数。"),
    ),
    _field(
        "buy_back_conditions",
        ("Buy-back, conditions", "回购，条件"),
        TextKind(limit=250),
        ("", ""),
    ),
    _field(
        "notes",
        ("Notes", "备注"),
        TextKind(limit=4000, is_multiline=True),
        ("", ""),
    ),
)

OFFER_COLUMNS: Final = (
    _field(
        "name",
        ("Offer *", "方案 *"),
        TextKind(limit=100),
        ("A short name; the lines refer to it.", "简短名称；明细据此引用。"),
    ),
    _field(
        "sku",
        ("Server part number *", "服务器型号 *"),
        TextKind(limit=100),
        ("As in the vendor's catalogue.", "与供应商目录一致。"),
    ),
    _field(
        "nodes",
        ("Nodes *", "节点数 *"),
        WholeKind(minimum=1, maximum=100_000),
        ("", ""),
    ),
    _field(
        "gpus_per_node",
        ("GPUs per node *", "每节点 GPU 数 *"),
        WholeKind(minimum=1, maximum=144),
        ("", ""),
    ),
    _field(
        "gpu",
        ("GPU", "GPU"),
        TextKind(limit=120),
        ("Such as H200 SXM 141 GB.", "如 H200 SXM 141 GB。"),
    ),
    _field(
        "rack_units",
        ("Rack units per node", "每节点机架高度，U"),
        NumberKind(places=1, maximum=Decimal(60), is_positive=True),
        ("", ""),
    ),
    _field(
        "is_base",
        ("Base offer *", "基本方案 *"),
        YesNoKind(),
        (
            "Exactly one offer is the base; others are alternatives.",
            "仅一个为基本方案。",
        ),
    ),
    _field(
        "discount_label",
        ("Discount on total, name", "总价折扣，名称"),
        TextKind(limit=120),
        ("Such as project discount.", "如 项目折扣。"),
    ),
    _field(
        "discount_share",
        ("Discount on total, share", "总价折扣，比例"),
        PercentKind(),
        (
            "Of the sum of all required lines, with the percent sign.",
            "占全部必选行合计，带百分号。",
        ),
    ),
    _field(
        "discount_amount",
        ("Discount on total, amount", "总价折扣，金额"),
        _AMOUNT,
        (
            "In the currency and tax basis of the quote; instead of a share.",
            "按报价的币种和税基；与比例二选一。",
        ),
    ),
)

LINE_COLUMNS: Final = (
    _field("offer", ("Offer *", "方案 *"), TextKind(limit=100), ("", "")),
    _field(
        "category",
        ("Group *", "类别 *"),
        ChoiceKind(names=CATEGORY_NAMES),
        ("One of the list.", "从列表选择。"),
    ),
    _field(
        "key",
        ("Key *", "代码 *"),
        KeyKind(),
        (
            "Same key, same thing: quotes are compared by it.",
            "相同代码即同一项，用于对比。",
        ),
    ),
    _field("label", ("Item *", "项目 *"), TextKind(limit=200), ("", "")),
    _field(
        "unit",
        ("Unit *", "单位 *"),
        TextKind(limit=30),
        ("Such as node, piece, set, lot.", "如 节点、件、套、批。"),
    ),
    _field("quantity", ("Quantity *", "数量 *"), _QUANTITY, ("", "")),
    _field(
        "unit_price",
        ("Unit price *", "单价 *"),
        _PRICE,
        (
            (
                "For ONE unit, never the line total; for all years of the line. "
                "“not offered” where there is no price, 0 or “included” if free."
            ),
            (
                "一个单位的价格，不是合计；覆盖该行所有年份。"
                "不提供填“未报价”，免费填 0 或“已含”。"
            ),
        ),
    ),
    _field(
        "discount",
        ("Discount", "折扣"),
        PercentKind(),
        ("With the percent sign; empty for none.", "带百分号；无则留空。"),
    ),
    _field(
        "first_year",
        ("First year", "起始年"),
        _YEAR,
        ("Year 1 starts at acceptance. Support lines need it.", "第 1 年自验收起。"),
    ),
    _field("last_year", ("Last year", "截止年"), _YEAR, ("", "")),
    _field(
        "is_optional",
        ("Option", "可选项"),
        YesNoKind(),
        (
            "“yes”: priced, but outside the total unless the buyer chooses it.",
            "填“是”：报价但不计入总价，除非采购方选择。",
        ),
    ),
    _field(
        "included_in",
        ("Included in", "包含于"),
        KeyKind(),
        (
            "Key of the line whose price holds this one; its unit price: included.",
            "价格已含于哪一行，填其代码；单价填“已含”。",
        ),
    ),
    _field(
        "tax_basis",
        ("Line tax basis", "本行税基"),
        ChoiceKind(names=TAX_BASIS_NAMES),
        ("Only where it differs from the quote's.", "仅在与整份报价不同时填写。"),
    ),
    _field(
        "tax_rate",
        ("Line tax rate", "本行税率"),
        PercentKind(),
        ("Only where it differs from the quote's.", "仅在与整份报价不同时填写。"),
    ),
    *(
        field
        for number in range(1, TIERS + 1)
        for field in (
            _field(
                f"tier_{number}_from",
                (f"Tier {number}, from quantity", f"阶梯 {number}，起始数量"),
                _QUANTITY,
                (
                    "From this quantity the tier's price holds for the whole line.",
                    "达到该数量起，整行按本阶梯单价。",
                ),
            ),
            _field(
                f"tier_{number}_price",
                (f"Tier {number}, unit price", f"阶梯 {number}，单价"),
                _TIER_PRICE,
                ("", ""),
            ),
        )
    ),
)

PAYMENT_COLUMNS: Final = (
    _field(
        "share",
        ("Share *", "比例 *"),
        PercentKind(),
        ("With the percent sign; all rows together 100%.", "带百分号；各行合计 100%。"),
    ),
    _field(
        "milestone",
        ("Due at *", "付款节点 *"),
        ChoiceKind(names=MILESTONE_NAMES),
        ("One of the list.", "从列表选择。"),
    ),
    _field(
        "days",
        ("Days after *", "节点后天数 *"),
        WholeKind(minimum=0, maximum=3650),
        ("0 for at once.", "当日填 0。"),
    ),
)
