"""The words of the sample snapshot that the story does not hold, in both languages."""

from typing import Any


def _text(en: str, zh: str) -> dict[str, str]:
    return {"en": en, "zh": zh}


EVALUATION: dict[str, Any] = {
    "reference": "EV-2026-014",
    "title": _text("AI training cluster, phase 2", "AI 训练集群二期"),
    "workload": _text(
        "fine-tuning of models up to 70 billion parameters, 70 % utilisation",
        "最大 700 亿参数模型的微调，利用率 70 %",
    ),
    "nodes": 16,
    "gpus": 128,
    "currency": "USD",
    "tax_basis": "net",
    "time_zone": "Europe/Amsterdam",
    "budget": "5600000.00",
    "horizon_years": 4,
    "cash_flow_timing": "end_of_year",
    "price_terms": "nominal",
    "discount_rate": "0.08",
    "opening": {"at": "2026-11-20T11:04:09Z", "by": ["H. Brandt", "L. Yang"]},
    "price_release": {"at": "2026-12-07T09:00:33Z", "by": ["H. Brandt"]},
}

RECOMMENDATION: dict[str, Any] = {
    "candidate": "D",
    "reserve": "B",
    "note": None,
    "reservations": _text(
        "Inspur may ask for a review of the rejection; if it were reversed, the "
        "ranking would have to be made again. Supermicro stays reserve until its "
        "quote ends on 15 January 2027.",
        "浪潮可就否决申请复核；若复核改判，须重新排名。"
        "Supermicro 作为备选保留至其报价于 2027 年 1 月 15 日到期。",
    ),
}

VENDORS = {
    "A": "戴尔科技",
    "B": "超微",
    "C": "浪潮",
    "D": "慧与",
    "E": "英伟达",
    "F": "联想",
}

KNOCK_OUTS = [
    {
        "key": "K1",
        "code": "K1",
        "name": _text(
            "NVLink between all GPUs of a node", "节点内全部 GPU 以 NVLink 互联"
        ),
        "requirement": _text("at least 400 GB/s per GPU", "每卡不低于 400 GB/s"),
    },
    {
        "key": "K2",
        "code": "K2",
        "name": _text("Rack power", "机柜供电"),
        "requirement": _text("four nodes within 42.0 kW", "四节点不超过 42.0 kW"),
    },
]

KNOCK_OUT_RESULTS: dict[str, list[dict[str, Any]]] = {
    key: [
        {"knock_out": "K1", "passed": True, "reason": None},
        {
            "knock_out": "K2",
            "passed": key != "F",
            "reason": _text("43.6 kW, short by 1.6 kW", "43.6 kW，缺 1.6 kW")
            if key == "F"
            else None,
        },
    ]
    for key in "ABCDEF"
}

ADMISSIONS: dict[str, dict[str, Any]] = {
    "C": {
        "state": "rejected",
        "reason": _text(
            "33.5 % under the next bid, no justification and no extension by 11 Dec, "
            "17:00",
            "比次低报价低 33.5 %，截至 12 月 11 日 17:00 未说明原因也未延期",
        ),
        "decided_on": "2026-12-14",
    },
    "F": {
        "state": "knocked_out",
        "reason": _text(
            "K2, four nodes need 43.6 kW, the rack gives 42.0 kW, short by 1.6 kW",
            "K2，四节点需 43.6 kW，机柜仅 42.0 kW，缺 1.6 kW",
        ),
        "decided_on": "2026-11-28",
    },
}

FACTS = {
    "mem": ("GPU memory per node", "单节点显存", "GB"),
    "kw": ("Node power", "节点功率", "kW"),
    "u": ("Node height", "节点高度", "U"),
}

RECEIVED = {
    "A": "2026-11-18T10:20:55Z",
    "B": "2026-11-19T15:02:26Z",
    "C": "2026-11-17T08:41:03Z",
    "D": "2026-11-20T07:15:31Z",
    "E": "2026-11-20T09:37:44Z",
    "F": "2026-11-20T13:14:20Z",
}

VALID_UNTIL = {
    "A": "2026-12-31",
    "B": "2027-01-15",
    "C": "2026-11-20",
    "D": "2027-01-29",
    "E": "2027-01-31",
    "F": "2026-12-31",
}

PAYMENT_TERMS = {
    "A": "30/60/10",
    "B": "30/70",
    "C": "100",
    "D": "20/70/10",
    "E": "50/50",
    "F": "30/70",
}

QUOTE_NOTES = {
    "C": _text(
        "expired; extension asked on 23 November 2026, no answer; signed with 13 % VAT",
        "已过期；2026-11-23 请求延期，未回复；签署价含 13 % 增值税",
    ),
    "F": _text("received 2 h 14 min late", "迟到 2 小时 14 分"),
}

CATEGORIES = {
    "Compute": "计算",
    "Network": "网络",
    "Support": "支持",
    "Services": "服务",
    "Logistics": "物流与备件",
}

LINES = {
    "chassis": "8 卡服务器",
    "cpu": "CPU，双路",
    "ram": "2 TB DDR5 内存",
    "nvme": "NVMe 8 × 3.84 TB",
    "nic": "400 Gb/s NDR 网卡",
    "cable": "光模块与线缆",
    "s3": "第 1–3 年支持，4 小时到场",
    "s5": "第 4–5 年延保",
    "inst": "安装与 72 小时老化测试",
    "train": "操作培训，5 天",
    "ship": "运费与保险（DAP）",
    "spare": "备件池：2 张 GPU 与电源套件",
}

UNITS = {
    "node": "节点",
    "piece": "件",
    "set": "套",
    "lot": "批",
    "min": "分钟",
    "weeks": "周",
    "h": "小时",
    "FTE": "人",
    "USD": "美元",
    "USD/kWh": "美元/kWh",
    "% per year": "%/年",
    "% of pool": "% 备件池",
    "USD/U and year": "美元/U/年",
    "USD per year": "美元/年",
    "% of compute hardware": "% 计算硬件",
    "USD/node, total": "美元/节点，合计",
}

ANCHORS = [
    {"score": 1, "text": _text("does not meet the need", "不满足需求")},
    {"score": 3, "text": _text("meets the need", "满足需求")},
    {"score": 5, "text": _text("exceeds the need, proven", "超出需求且有证明")},
]

_KEPT = _text("evidence supports both readings", "证据支持两种解读")

CONSENSUS: list[dict[str, Any]] = [
    {
        "criterion": criterion,
        "candidate": candidate,
        "outcome": "mean_kept",
        "value": None,
        "spread": spread,
        "reason": _KEPT,
        "decided_at": "2026-12-10T10:20:00Z",
    }
    for criterion, candidate, spread in (
        ("2.3", "B", "0.75"),
        ("4.3", "B", "0.5"),
        ("4.3", "E", "0.5"),
    )
]

TRAINING = ("Llama 2 70B LoRA, MLPerf-style", "Llama 2 70B LoRA，MLPerf 口径")
ALL_REDUCE = ("All-reduce bus bandwidth", "全归约总线带宽")
XID = ("XID 79 events in 72 h", "72 小时内 XID 79 次数")
STRESS = ("72 h stress test", "72 小时压力测试")

FILES = {
    TRAINING[0]: "mlperf-lora",
    ALL_REDUCE[0]: "nccl-tests",
    XID[0]: "stress-72h",
    STRESS[0]: "stress-72h",
}

VERDICTS = {
    "A": _text("pass", "通过"),
    "B": _text("remarks", "有备注"),
    "D": _text("pass", "通过"),
    "E": _text("pass", "通过"),
}

FINDINGS = [
    {
        "file": "result_4.txt",
        "line": 212,
        "rule": "cache-clear",
        "text": _text("cache cleared after the run started", "运行开始后才清空缓存"),
    }
]

REASONS = {
    "signed contract": "已签合同",
    "second site added": "新增第二机房",
    "measured value preferred to nameplate": "采用实测值而非铭牌值",
}

SOURCES = {
    "Job scheduler, last 12 months": "作业调度系统，近 12 个月",
    "Convention": "约定",
    "Rotterdam hall 2, metered": "鹿特丹 2 号机房，计量",
    "Supply contract 2027": "2027 年供电合同",
    "Finance guideline 7": "财务指引 7",
    "RMA list 2024–2026": "2024–2026 年返修清单",
    "Co-location contract": "托管合同",
    "Team plan 2027": "2027 年团队计划",
    "Human resources, grade 9": "人力资源部，9 级",
    "Group treasury": "集团资金部",
    "Broker quotes, haircut 35 %": "经纪报价，折让 35 %",
    "72 h stress test, own run": "72 小时压力测试，自测",
    "Data sheet in the quote": "报价所附数据表",
}

ASSUMPTIONS = {
    "Utilisation over the year": "全年利用率",
    "Hours per year": "每年小时数",
    "PUE": "PUE",
    "Tariff, year 1": "电价，第 1 年",
    "Tariff increase": "电价涨幅",
    "Spares replaced per year": "每年补充备件",
    "Rack space": "机柜空间",
    "Operations staff": "运维人员",
    "Cost per FTE": "每人成本",
    "Discount rate, nominal, year end": "折现率，名义，年末",
    "Residual after 3 years, H100": "3 年后残值，H100",
    "Residual after 4 years, H100": "4 年后残值，H100",
    "Residual after 5 years, H100": "5 年后残值，H100",
    "Residual after 3 years, H200": "3 年后残值，H200",
    "Residual after 4 years, H200": "4 年后残值，H200",
    "Residual after 5 years, H200": "5 年后残值，H200",
    "Node power, idle": "节点功率，空闲",
    "Node power, load": "节点功率，满载",
    "Support years 1–3, a third each year": "第 1–3 年支持，每年三分之一",
    "Extension years 4–5, half each year": "第 4–5 年延保，每年一半",
    "Spares pool bought at the start": "期初备件池",
    "Node height": "节点高度",
}

COST_LINES = {
    "compute": ("Compute", "计算"),
    "network": ("Network", "网络"),
    "services": ("Services", "服务"),
    "freight": ("Freight", "运费"),
    "spares_initial": ("Spares at the start", "期初备件"),
    "spares_yearly": ("Spares replaced", "补充备件"),
    "support_1_3": ("Support, years 1–3", "支持，第 1–3 年"),
    "support_extension": ("Extension, years 4–5", "延保，第 4–5 年"),
    "maintenance_after_warranty": ("Maintenance after warranty", "保修期后维保"),
    "energy": ("Energy", "能耗"),
    "space": ("Rack space", "机柜空间"),
    "staff": ("Staff", "人员"),
    "residual": ("Residual value", "残值"),
}

CONVENTIONS = [
    _text(
        "Purchase at t = 0 undiscounted, running cost at year end.",
        "采购于 t = 0，不折现；运行成本按年末计。",
    ),
    _text("Support is invoiced yearly.", "支持费按年开票。"),
    _text(
        "The residual applies to the compute lines only, at the end of the last year.",
        "残值仅适用于计算硬件，于最后一年末计入。",
    ),
]

CORRECTIONS: list[dict[str, Any]] = [
    {
        "at": "2026-12-14T09:20:05Z",
        "field": _text("Inspur, admission", "浪潮，准入"),
        "before": _text("under review", "审查中"),
        "after": _text("rejected", "否决"),
        "kind": "decision",
        "reason": _text(
            "No justification of the low price and no extension of the quote by "
            "11 Dec, 17:00",
            "截至 12 月 11 日 17:00 未说明低价原因，也未延长报价有效期",
        ),
        "by": ["H. Brandt", "L. Yang"],
        "since_version": 3,
    },
    {
        "at": "2026-11-23T14:02:26Z",
        "field": _text("Inspur, tax basis", "浪潮，税基"),
        "before": _text("net", "不含税"),
        "after": _text("incl. 13 % VAT", "含 13 % 增值税"),
        "kind": "material_error",
        "reason": _text("Quote states 含税 on page 2", "报价单第 2 页注明“含税”"),
        "by": ["L. Yang"],
        "since_version": 1,
    },
]

JUSTIFICATIONS: list[dict[str, Any]] = [
    {
        "candidate": "C",
        "question": _text("What makes the price possible?", "请说明报价依据"),
        "asked_at": "2026-11-23T09:00:00Z",
        "asked_by": ["H. Brandt"],
        "due_at": "2026-12-11T16:00:00Z",
        "answer": None,
        "received_at": None,
        "answered_by": [],
        "verdict": "not_accepted",
        "reason": _text("No answer came.", "未收到答复。"),
        "decided_at": "2026-12-14T09:20:05Z",
        "decided_by": ["H. Brandt"],
    }
]

AUDIT: dict[str, Any] = {
    "chain": "EV-2026-014",
    "sequence": 20,
    "hash": "b55415a9" + "0" * 52 + "8230",
    "openings": [
        {
            "kind": "quotes",
            "at": "2026-11-20T11:04:09Z",
            "by": ["H. Brandt", "L. Yang"],
            "quotes": [
                {
                    "vendor": "Dell",
                    "round": 1,
                    "version": 1,
                    "received_at": "2026-11-18T10:20:00Z",
                    "sha256": "ab" * 32,
                }
            ],
        }
    ],
    "extract": [
        {"at": at, "by": by, "text": _text(en, zh)}
        for at, by, en, zh in (
            (
                "2026-12-14T09:20:05Z",
                ["H. Brandt", "L. Yang"],
                "rejected the bid of Inspur: no justification and no extension in time",
                "否决浪潮投标：截止前未说明低价原因，也未延期",
            ),
            (
                "2026-12-10T10:41:57Z",
                ["H. Brandt"],
                "closed moderation, 6 of 6 cells",
                "合议结束，6/6 格",
            ),
            (
                "2026-12-07T09:00:33Z",
                ["H. Brandt"],
                "released prices to the technical evaluators",
                "向技术评审员公布价格",
            ),
            (
                "2026-12-04T16:00:00Z",
                [],
                "locked 4 of 4 worksheets",
                "锁定 4/4 评分表",
            ),
            (
                "2026-11-28T08:30:18Z",
                ["H. Brandt"],
                "knocked out Lenovo, K2",
                "淘汰联想，K2",
            ),
            (
                "2026-11-20T11:04:09Z",
                ["H. Brandt", "L. Yang"],
                "opened five sealed quotes together",
                "共同开启五份密封报价",
            ),
            (
                "2026-11-16T08:00:12Z",
                ["H. Brandt"],
                "locked criteria version 2; froze exchange rates",
                "锁定评审标准第 2 版；冻结汇率",
            ),
        )
    ],
}

METHODS = [
    {"key": key, "name": _text(en, zh), "version": version}
    for key, en, zh, version in (
        ("weighted_sum", "Weighted sum", "加权求和", "1"),
        ("low_bid", "Low-bid price formula", "最低价比例公式", "1"),
        ("ranking", "Competition ranks and ties", "竞赛排名与同分处理", "1"),
        ("ownership", "Cost of ownership", "总体拥有成本", "1"),
    )
]
