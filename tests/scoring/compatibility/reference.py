"""The shipped toolkits and builds, as the tests of compatibility read them."""

from catalog.imports.reference import read_cuda, read_pytorch, shipped
from scoring.compatibility.rows import build_of, toolkit_of

TOOLKITS = [toolkit_of(row) for row in read_cuda(shipped("cuda_driver.csv"))]
BUILDS = [build_of(row) for row in read_pytorch(shipped("pytorch_compat.csv"))]


def toolkit(version):
    return next(each for each in TOOLKITS if each.version == version)


def build(version, platform, platform_version):
    return next(
        each
        for each in BUILDS
        if (each.version, each.platform, each.platform_version)
        == (version, platform, platform_version)
    )
