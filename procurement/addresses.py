"""Where a request comes from, and where it may be sent on to."""

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

IPV6_NETWORK_BITS = 64


def client_address(request: HttpRequest) -> str:
    """The address of the client; forwarded ones count only from our own proxies.

    Each trusted proxy adds one word at the right of ``X-Forwarded-For``, so the
    client is that many words from the right; what stands left of it anyone can write.
    """
    direct: str = request.META.get("REMOTE_ADDR", "")
    trusted: int = settings.TRUSTED_PROXY_COUNT
    words = [
        word.strip() for word in request.headers.get("X-Forwarded-For", "").split(",")
    ]
    if not trusted or len(words) < trusted:
        return direct
    return words[-trusted] or direct


def network_of(address: str) -> str:
    """The part of an address that one client holds: an IPv6 client holds a /64."""
    try:
        known = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped:
            return str(known.ipv4_mapped)
        return str(ip_network((known, IPV6_NETWORK_BITS), strict=False))
    return str(known)


def safe_next(request: HttpRequest, default: str = "/") -> str:
    """The place that ``next`` names, if it is ours; else the default."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    allowed = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if allowed else default
