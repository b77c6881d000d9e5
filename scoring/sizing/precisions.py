"""The number formats that a GPU works in."""

from enum import StrEnum


class Precision(StrEnum):
    """A number format; 16-bit figures are those of tensor cores."""

    FP64 = "fp64"
    FP32 = "fp32"
    TF32 = "tf32"
    BF16 = "bf16"
    FP16 = "fp16"
    FP8 = "fp8"
    INT8 = "int8"
    FP4 = "fp4"
