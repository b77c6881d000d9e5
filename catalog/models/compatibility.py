"""Which driver, CUDA and framework versions go together, with sources."""

from typing import override

from django.db import models
from django.utils.translation import gettext_lazy as _

from catalog.models.sources import Sourced


class CudaRelease(Sourced):
    """One CUDA toolkit release and the drivers that it needs."""

    cuda_version = models.CharField(_("CUDA"), max_length=40, unique=True)
    driver_linux_min = models.CharField(_("driver on Linux"), max_length=40, blank=True)
    driver_windows_min = models.CharField(
        _("driver on Windows"), max_length=40, blank=True
    )
    minor_compatible_driver_min = models.CharField(
        _("driver for minor-version compatibility"), max_length=40, blank=True
    )
    next_major_driver_branch = models.CharField(max_length=40, blank=True)
    compute_capability_min = models.CharField(
        _("smallest compute capability"), max_length=20, blank=True
    )

    class Meta:
        ordering = ["id"]

    @override
    def __str__(self) -> str:
        return self.cuda_version


class FrameworkBuild(Sourced):
    """One PyTorch release on one platform version."""

    version = models.CharField(_("PyTorch"), max_length=40)
    release_date = models.CharField(_("released"), max_length=20, blank=True)
    python = models.CharField(_("Python"), max_length=60, blank=True)
    cxx_standard = models.CharField(_("C++ standard"), max_length=20, blank=True)
    platform = models.CharField(_("platform"), max_length=20)
    platform_version = models.CharField(
        _("platform version"), max_length=40, blank=True
    )
    support_level = models.CharField(_("support"), max_length=40, blank=True)
    cudnn_version = models.CharField(_("cuDNN"), max_length=60, blank=True)
    architectures = models.CharField(_("architectures"), max_length=250, blank=True)
    compute_capability_min = models.CharField(
        _("smallest compute capability"), max_length=20, blank=True
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "platform", "platform_version"],
                name="framework_build_once",
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.version} {self.platform} {self.platform_version}"
