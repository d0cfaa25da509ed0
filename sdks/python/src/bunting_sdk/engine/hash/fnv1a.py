"""FNV-1a, 32 bit."""

from typing import Final

_START: Final = 0x811C9DC5
_PRIME: Final = 0x01000193
_MASK: Final = 0xFFFFFFFF


def fnv1a_of_units(text: str) -> int:
    """Hashes the UTF-16 code units of a text."""
    if text.isascii():
        return fnv1a_of_bytes(text.encode())
    units = text.encode("utf-16-le", "surrogatepass")
    hashed = _START
    for at in range(0, len(units), 2):
        hashed = (hashed ^ (units[at] | units[at + 1] << 8)) * _PRIME & _MASK
    return hashed


def fnv1a_of_bytes(data: bytes) -> int:
    hashed = _START
    for byte in data:
        hashed = (hashed ^ byte) * _PRIME & _MASK
    return hashed
