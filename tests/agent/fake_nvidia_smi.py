"""Stands in for nvidia-smi on machines without a GPU: a program of a few lines."""

import stat

SCRIPT = """#!/bin/sh
case "$1" in
  {refused}) echo 'Field "x" is not a valid field to query.'; exit 2;;
esac
echo '2026/11/24 10:00:00.000, 0, GPU-aaaa, {bus}Example X8, {values}'
echo '2026/11/24 10:00:00.000, 1, GPU-bbbb, {bus}Example X8, {values}'
"""
VALUES = "90, 40, 1000, 141000, 60, 500.00, 700.00, 1980, 3201"


def write_program(folder, *, refused="--none", bus="00000000:18:00.0, ", values=VALUES):
    path = folder / "nvidia-smi"
    path.write_text(
        SCRIPT.format(refused=refused, bus=bus, values=values), encoding="utf-8"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path
