"""Packs small result folders of our own as the agent does."""

import hashlib
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from agent.gpu_agent import pack
from catalog.models import ServerSku, Tender
from catalog.services.agents import grant_agent_token
from procurement.accounts.models import AgentPrincipal, ApiToken, User
from tests.catalog.benchmarks.log_files import write_runs

MINUTES = [25.18, 25.02, 25.36, 26.03, 25.27, 27.02, 24.81, 25.49, 25.11, 25.74]
# Without the fastest and the slowest run.
SCORE = (25.18 + 25.02 + 25.36 + 26.03 + 25.27 + 25.49 + 25.11 + 25.74) / 8
SMI = (
    "timestamp, index, name, utilization.gpu [%], temperature.gpu, power.draw [W]\n"
    "2026/11/24 10:00:00.000, 0, NVIDIA H200, 98 %, 66, 640.50 W\n"
    "2026/11/24 10:00:00.000, 1, NVIDIA H200, 97 %, 64, [N/A]\n"
    "2026/11/24 10:00:10.000, 0, NVIDIA H200, 100 %, 70, 700.50 W\n"
    "2026/11/24 10:00:10.000, 1, NVIDIA H200, 99 %, 65, [N/A]\n"
)


def result_folder(place: Path, minutes=MINUTES, *, samples: bool = True) -> Path:
    """Write ten runs of one benchmark, and samples of two GPUs."""
    folder = place / "training_results_v5.1" / "llama2_70b_lora"
    write_runs(folder, minutes)
    if samples:
        (folder / "nvidia_smi.csv").write_text(SMI)
    return folder


def packed(*folders: Path) -> bytes:
    """Pack folders; the same content gives the same bytes."""
    target = folders[0].parent / "packed.tar.gz"
    pack(folders, target)
    return target.read_bytes()


def agent_of(
    by: User, *skus: ServerSku, tender: Tender | None = None
) -> tuple[AgentPrincipal, str]:
    """Make a token for these servers; returns the agent and the secret."""
    ends = timezone.now() + timedelta(days=7)
    name = f"loan machine {ApiToken.objects.count()}"
    token, secret = grant_agent_token(
        by=by, name=name, skus=skus, tender=tender, expires_at=ends
    )
    return AgentPrincipal(ApiToken.objects.get(pk=token.pk)), secret


def headers(secret: str, sku: str, body: bytes, **more: str) -> dict[str, str]:
    """The headers that an agent sends."""
    return {
        "Authorization": f"Bearer {secret}",
        "X-Sku": sku,
        "X-Content-SHA256": hashlib.sha256(body).hexdigest(),
        "X-Filename": "results.tar.gz",
        **more,
    }
