"""What a candidate is made of, in a few words."""

from catalog.models import Offer
from scoring.models import Candidate


def gpu_name(offer: Offer) -> str:
    """The GPU of an offer: from the catalogue, else as the quote writes it."""
    if offer.sku is not None and offer.sku.gpu is not None:
        return offer.sku.gpu.name
    return offer.gpu_name or (offer.sku.gpu_name if offer.sku else "")


def product_words(candidate: Candidate) -> str:
    """The GPUs of one server, such as "8× H200 SXM 141 GB"; empty when unknown."""
    if candidate.offer is not None:
        name = gpu_name(candidate.offer)
        return f"{candidate.offer.gpus_per_node}× {name}" if name else ""
    return candidate.cloud_offer.gpu_name if candidate.cloud_offer else ""
