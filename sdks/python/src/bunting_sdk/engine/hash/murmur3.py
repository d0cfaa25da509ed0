"""MurmurHash3 (x86, 32 bit)."""

from struct import unpack_from
from typing import Final

from bunting_sdk.engine.hash.utf8 import utf8

_MASK: Final = 0xFFFFFFFF


def murmur3(text: str, seed: int = 0) -> int:
    """Hashes the UTF-8 bytes of a text."""
    return murmur3_of_bytes(utf8(text), seed)


def murmur3_of_bytes(data: bytes, seed: int = 0) -> int:
    length = len(data)
    blocks = length >> 2
    hashed = seed
    for block in unpack_from(f"<{blocks}I", data):
        block = block * 0xCC9E2D51 & _MASK
        hashed ^= (block << 15 | block >> 17) * 0x1B873593 & _MASK
        hashed = (hashed << 13 | hashed >> 19) * 5 + 0xE6546B64 & _MASK
    if length & 3:
        block = int.from_bytes(data[blocks << 2 :], "little") * 0xCC9E2D51 & _MASK
        hashed ^= (block << 15 | block >> 17) * 0x1B873593 & _MASK
    hashed ^= length
    hashed = (hashed ^ hashed >> 16) * 0x85EBCA6B & _MASK
    hashed = (hashed ^ hashed >> 13) * 0xC2B2AE35 & _MASK
    return hashed ^ hashed >> 16
