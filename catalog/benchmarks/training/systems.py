"""System descriptions and scaling factors: small JSON files beside the logs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from catalog.benchmarks.findings import Finding, finding, shown
from catalog.benchmarks.sources import Entry, JsonProblem, read_json

LARGEST_FACTOR = 10
FACTS = (
    "submitter",
    "division",
    "status",
    "system_name",
    "number_of_nodes",
    "host_processors_per_node",
    "host_processor_model_name",
    "host_processor_core_count",
    "host_memory_capacity",
    "host_storage_type",
    "host_storage_capacity",
    "host_networking",
    "accelerators_per_node",
    "accelerator_model_name",
    "accelerator_memory_capacity",
    "accelerator_memory_configuration",
    "accelerator_interconnect",
    "accelerator_host_interconnect",
    "cooling",
    "framework",
    "operating_system",
    "hw_notes",
    "sw_notes",
)
COUNT = re.compile(r"[0-9]{1,7}")


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """What is known of the machine: identifiers from the path, facts from the file."""

    identifier: str | None = None
    submitter: str | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The names that a submission folder carries."""

    submitter: str | None = None
    system: str | None = None


def layout_of(folder: str) -> Layout:
    """Read `<submitter>/results/<system>/<benchmark>` from the end of a path.

    >>> layout_of("v5.1/NVIDIA/results/dgx/llama2_70b_lora").system
    'dgx'
    """
    parts = PurePosixPath(folder).parts
    if len(parts) > 1 and parts[-2] in {"strong", "weak"}:
        parts = (*parts[:-2], parts[-1])
    if len(parts) > 2 and parts[-3] == "results":  # noqa: PLR2004 -- results/system/benchmark
        above = parts[-4] if len(parts) > 3 else None  # noqa: PLR2004 -- the submitter
        return Layout(submitter=above, system=parts[-2])
    return Layout()


def describe_system(
    folder: PurePosixPath,
    origin: str,
    entries: Iterable[Entry],
) -> System:
    """Find and read the system file that belongs to a folder of results."""
    layout = layout_of(origin)
    file = _system_file(folder, layout, entries)
    if file is None:
        return System(identifier=layout.system, submitter=layout.submitter)
    content = read_json(file.path)
    if not isinstance(content, dict):
        text = content.text if isinstance(content, JsonProblem) else "no object"
        problem = finding("file/json", f"systems/{file.basename}", problem=text)
        return System(
            identifier=layout.system or _stem(file),
            submitter=layout.submitter,
            findings=(problem,),
        )
    facts = {
        name: text
        for name in FACTS
        if isinstance(value := content.get(name), (str, int))
        and (text := shown(str(value), 300))
    }
    return System(
        identifier=layout.system or _stem(file),
        submitter=facts.get("submitter") or layout.submitter,
        facts=facts | _totals(facts),
    )


def _stem(file: Entry) -> str:
    return PurePosixPath(file.name).stem


def _system_file(
    folder: PurePosixPath,
    layout: Layout,
    entries: Iterable[Entry],
) -> Entry | None:
    """Look in `systems/` beside the logs, then beside each folder above."""
    by_folder: dict[PurePosixPath, list[Entry]] = {}
    for entry in entries:
        if entry.suffix == ".json" and entry.folder.name == "systems":
            by_folder.setdefault(entry.folder.parent, []).append(entry)
    names = {layout.system} if layout.system else {folder.name, folder.parent.name}
    for place in (folder, *folder.parents):
        found = by_folder.get(place, [])
        named = [entry for entry in found if _stem(entry) in names]
        if named or len(found) == 1:
            return (named or found)[0]
    return None


def _totals(facts: Mapping[str, str]) -> dict[str, str]:
    nodes, each = (
        facts.get("number_of_nodes", ""),
        facts.get("accelerators_per_node", ""),
    )
    if COUNT.fullmatch(nodes) and COUNT.fullmatch(each):
        return {"accelerators_count": str(int(nodes) * int(each))}
    return {}


def scaling_factor(files: Sequence[Entry]) -> float | Finding:
    """Read `scaling.json`: 1 without one, a finding where it cannot be right.

    The factor only ever lengthens a score: it comes from converging in fewer
    epochs than the reference, so anything below 1 is refused.
    """
    if not files:
        return 1.0
    content = read_json(files[0].path)
    factor = content.get("scaling_factor") if isinstance(content, dict) else None
    if isinstance(factor, bool) or not isinstance(factor, (int, float)):
        return finding("set/scaling", files[0].basename)
    if not 1 <= factor <= LARGEST_FACTOR:
        return finding("set/scaling", files[0].basename)
    return float(factor)
