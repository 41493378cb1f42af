"""The address of this device in the house."""

from __future__ import annotations

import array
import fcntl
import socket
import struct
from collections.abc import Iterator
from ipaddress import IPv4Address

SIOCGIFCONF = 0x8912  # lists interfaces with an IPv4 address
ENTRY = 40  # bytes of an entry on 64 bits
MOST = 64  # interfaces
ELSEWHERE = ("192.0.2.1", 9)  # an address for documents; nothing is sent there


def house_address() -> str | None:
    """The IPv4 address that others in the house reach this device at; None without a network."""
    for address in (*_way_out(), *_interfaces()):
        if not (address.is_loopback or address.is_unspecified or address.is_link_local):
            return str(address)
    return None


def _way_out() -> Iterator[IPv4Address]:
    """The address from which a packet to elsewhere would be sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            yield IPv4Address(probe.getsockname()[0])
        except OSError:  # a house without a way out
            return


def _interfaces() -> Iterator[IPv4Address]:
    """The addresses of all interfaces."""
    room = array.array("B", bytes(ENTRY * MOST))
    asked = struct.pack("iL", len(room), room.buffer_info()[0])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            filled = struct.unpack("iL", fcntl.ioctl(probe, SIOCGIFCONF, asked))[0]
        except OSError:
            return
    for at in range(0, filled, ENTRY):
        yield IPv4Address(room[at + 20 : at + 24].tobytes())
