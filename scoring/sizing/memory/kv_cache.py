"""The KV cache: what attention remembers of each token of each request."""

from decimal import Decimal
from typing import Final

from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above, require_at_least
from scoring.figures.precision import ONE, exact
from scoring.sizing.architecture import Architecture, LatentAttention

GROUPED: Final = "Ainslie et al. 2023 (arXiv 2305.13245)"
LATENT: Final = "DeepSeek-AI 2024 (arXiv 2405.04434)"


@exact
def bytes_per_token(model: Architecture, per_value: Decimal, tensor: int) -> Figure:
    """Work out what one layer keeps of one token on one GPU.

    Formula: 2·max(1, n_kv/t)·d_head·c for keys and values; grouped-query attention
    has fewer KV heads than heads. Latent attention keeps (kv_rank + rope)·c on each
    GPU, because it cannot be split. Unit: bytes. Source: Ainslie et al. 2023;
    DeepSeek-AI 2024.
    """
    require_above(0, per_value=per_value)
    require_at_least(1, tensor=tensor)
    if model.latent:
        return _latent(model.latent, per_value)
    heads = max(ONE, Decimal(model.kv_heads) / tensor)
    return Figure(
        code="kv_per_token_and_layer",
        symbol="B_k",
        value=2 * heads * model.head_dim * per_value,
        unit="B",
        formula="2*max(1, n_kv/t)*d*c",
        inputs=(
            given("kv_heads", "n_kv", model.kv_heads, ""),
            given("tensor_parallel", "t", tensor, ""),
            given("head_dim", "d", model.head_dim, ""),
            given("bytes_per_value", "c", per_value, "B"),
        ),
        source=GROUPED,
    )


@exact
def token_layers(model: Architecture, tokens: int) -> Figure:
    """Count tokens × layers that are kept of one request.

    Formula: (L − L_w)·T + L_w·min(T, window): a layer with sliding-window attention
    forgets what lies further back.
    """
    require_at_least(0, tokens=tokens)
    windowed = model.window.layers if model.window else 0
    reach = model.window.tokens if model.window else tokens
    full = (model.layers - windowed) * tokens
    return Figure(
        code="token_layers",
        symbol="T_L",
        value=Decimal(full + windowed * min(tokens, reach)),
        unit="",
        formula="(L - L_w)*T + L_w*min(T, W)",
        inputs=(
            given("layers", "L", model.layers, ""),
            given("windowed_layers", "L_w", windowed, ""),
            given("tokens", "T", tokens, ""),
            given("window", "W", reach, ""),
        ),
    )


@exact
def kv_cache(
    model: Architecture,
    tokens: int,
    batch: int,
    per_value: Decimal = Decimal(2),
    tensor: int = 1,
) -> Figure:
    """Work out the KV cache of a batch of requests on one GPU.

    Formula: bytes per token and layer × token-layers × batch; for plain attention
    2·L·max(1, n_kv/t)·d_head·bytes·tokens·batch. Unit: bytes.
    """
    require_at_least(0, batch=batch)
    per_token = bytes_per_token(model, per_value, tensor)
    kept = token_layers(model, tokens)
    return Figure(
        code="kv_cache",
        symbol="M_k",
        value=per_token.value * kept.value * batch,
        unit="B",
        formula="B_k*T_L*b",
        inputs=(per_token, kept, given("requests_at_a_time", "b", batch, "")),
        source=per_token.source,
    )


def _latent(latent: LatentAttention, per_value: Decimal) -> Figure:
    return Figure(
        code="kv_per_token_and_layer",
        symbol="B_k",
        value=(latent.kv_rank + latent.rope_dim) * per_value,
        unit="B",
        formula="(r_kv + r_rope)*c",
        inputs=(
            given("kv_rank", "r_kv", latent.kv_rank, ""),
            given("rope_dim", "r_rope", latent.rope_dim, ""),
            given("bytes_per_value", "c", per_value, "B"),
        ),
        source=LATENT,
    )
