"""Known models and GPUs that the tests of sizing share."""

from catalog.imports.reference import read_gpus, shipped
from scoring.sizing.architecture import (
    Architecture,
    Experts,
    LatentAttention,
    Mlp,
    Window,
)
from scoring.sizing.gpus import Server
from scoring.sizing.reference import gpu_of

GPUS = {row.model: gpu_of(row) for row in read_gpus(shipped("gpus.csv"))}
A100 = GPUS["NVIDIA A100 SXM4 80GB"]
H100 = GPUS["NVIDIA H100 SXM5 80GB"]
MI300X = GPUS["AMD Instinct MI300X"]
RTX4090 = GPUS["NVIDIA GeForce RTX 4090"]
ASCEND = GPUS["Huawei Ascend 910B"]

HGX = Server(name="HGX H100", gpu=H100, gpus=8, link_domain=8, has_rdma=True)

GPT3 = Architecture(
    parameters=174_600_000_000,
    layers=96,
    hidden=12288,
    heads=96,
    kv_heads=96,
    head_dim=128,
    mlp=Mlp.GELU,
    mlp_width=4 * 12288,
    vocabulary=51200,
)
LLAMA_8B = Architecture(
    parameters=8_030_261_248,
    layers=32,
    hidden=4096,
    heads=32,
    kv_heads=8,
    head_dim=128,
    mlp=Mlp.GATED,
    mlp_width=14336,
    vocabulary=128_256,
)
LLAMA_70B = Architecture(
    parameters=70_553_706_496,
    layers=80,
    hidden=8192,
    heads=64,
    kv_heads=8,
    head_dim=128,
    mlp=Mlp.GATED,
    mlp_width=28672,
    vocabulary=128_256,
)
LLAMA_2_7B = Architecture(
    parameters=6_738_415_616,
    layers=32,
    hidden=4096,
    heads=32,
    kv_heads=32,
    head_dim=128,
    mlp=Mlp.GATED,
    mlp_width=11008,
    vocabulary=32_000,
)
MIXTURE = Architecture(
    parameters=46_700_000_000,
    layers=32,
    hidden=4096,
    heads=32,
    kv_heads=8,
    head_dim=128,
    mlp=Mlp.GATED,
    mlp_width=14336,
    vocabulary=32_000,
    experts=Experts(count=8, per_token=2, parameters=45_100_000_000),
)
LATENT = Architecture(
    parameters=671_000_000_000,
    layers=61,
    hidden=7168,
    heads=128,
    kv_heads=128,
    head_dim=128,
    mlp=Mlp.GATED,
    mlp_width=18432,
    vocabulary=129_280,
    experts=Experts(count=256, per_token=8, parameters=650_000_000_000),
    latent=LatentAttention(kv_rank=512, rope_dim=64),
)
WINDOWED = Architecture(
    parameters=7_240_000_000,
    layers=32,
    hidden=4096,
    heads=32,
    kv_heads=8,
    head_dim=128,
    mlp=Mlp.GATED,
    mlp_width=14336,
    vocabulary=32_000,
    window=Window(tokens=4096, layers=32),
)
