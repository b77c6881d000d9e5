"""What sizing knows of a GPU model and of a server with several of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from scoring.figures.limits import require_at_least
from scoring.sizing.precisions import Precision


@dataclass(frozen=True, slots=True, kw_only=True)
class Gpu:
    """Hold the published figures of a GPU model; what is not known is none.

    ``dense_tflops`` and ``sparse_tflops`` are peaks by number format, kept apart;
    sparse ones never enter a calculation. ``link_gbs`` is the bandwidth to its
    neighbours, both directions; none means PCIe only.
    """

    name: str
    vendor: str = ""
    architecture: str = ""
    form_factor: str = ""
    memory_gb: Decimal | None = None
    memory_visible_mib: int | None = None
    bandwidth_gbs: Decimal | None = None
    dense_tflops: Mapping[Precision, Decimal] = field(default_factory=dict)
    sparse_tflops: Mapping[Precision, Decimal] = field(default_factory=dict)
    tdp_w: Decimal | None = None
    link_gbs: Decimal | None = None
    pcie_gen: int | None = None
    mig_instances: int | None = None
    source: str = ""
    source_date: str = ""

    def dense(self, precision: Precision) -> Decimal | None:
        """Return the dense peak in TFLOPS (TOPS for integers), none if not known.

        >>> peaks = {Precision.BF16: Decimal("989.4")}
        >>> h100 = Gpu(name="H100", dense_tflops=peaks)
        >>> h100.dense(Precision.BF16), h100.dense(Precision.FP4)
        (Decimal('989.4'), None)
        """
        return self.dense_tflops.get(precision)

    @property
    def dense_16_bit(self) -> Decimal | None:
        """The dense 16-bit tensor peak in TFLOPS: BF16, else FP16, none if unknown."""
        return self.dense(Precision.BF16) or self.dense(Precision.FP16)

    @property
    def has_16_bit(self) -> bool:
        """Whether a dense 16-bit tensor peak is published."""
        return self.dense_16_bit is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Hold a server: its GPUs, and how many of them one fast link joins.

    ``link_domain`` is the number of GPUs that NVLink, NVSwitch or Infinity Fabric
    joins all to all: 1 for PCIe cards, 2 for bridged pairs, 72 in a rack of that
    size. ``has_rdma`` says that it brings a network card per GPU.
    """

    name: str
    gpu: Gpu
    gpus: int
    link_domain: int = 1
    has_rdma: bool = False

    def __post_init__(self) -> None:
        require_at_least(1, gpus=self.gpus, link_domain=self.link_domain)
