"""Networks, by which requests are counted."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


def network_of(ip: str) -> str:
    """Return the network of an address: the address itself, or the half of an IPv6 address that belongs to one
    subscriber."""
    try:
        address = ip_address(ip)
    except ValueError:
        return ip
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return ip
