"""What counts as one address on the net."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


def network_of(ip: str) -> str:
    """What is counted as one address: of IPv6 the half that a subscriber has for themselves."""
    try:
        address = ip_address(ip)
    except ValueError:
        return ip
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return ip
