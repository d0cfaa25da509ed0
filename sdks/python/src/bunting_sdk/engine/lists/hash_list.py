"""Lists of 64-bit hashes, in ascending order as unsigned numbers."""

import hashlib
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    HashList: TypeAlias = array[int]
else:
    # Not subscriptable at run time before Python 3.12.
    HashList = array

# Half a megabyte per chunk.
_PER_PART: Final = 65_536
_INDEX_BITS: Final = 10
_INDEX_SHIFT: Final = 64 - _INDEX_BITS


def make_hash_list(data: bytes = b"") -> HashList:
    """Makes a list from big-endian bytes."""
    hashes: HashList = array("Q", data)
    if sys.byteorder == "little":
        hashes.byteswap()
    return hashes


class HashIndex:
    """An index of a list by the first bits of its hashes, so that a lookup searches among few."""

    __slots__ = ("_hashes", "_starts")

    def __init__(self, hashes: HashList) -> None:
        self._hashes = hashes
        self._starts = [bisect_left(hashes, first << _INDEX_SHIFT) for first in range(1 << _INDEX_BITS)]
        self._starts.append(len(hashes))

    def has(self, wanted: int) -> bool:
        hashes, starts, first = self._hashes, self._starts, wanted >> _INDEX_SHIFT
        at = bisect_left(hashes, wanted, starts[first], starts[first + 1])
        return at < len(hashes) and hashes[at] == wanted


def bytes_of(hashes: HashList) -> Iterator[bytes]:
    """Yields the hashes as big-endian bytes, in chunks."""
    for start in range(0, len(hashes), _PER_PART):
        part = hashes[start : start + _PER_PART]
        if sys.byteorder == "little":
            part.byteswap()
        yield part.tobytes()


def sha256_of(hashes: HashList) -> str:
    """Returns the SHA-256 of all hashes in order, in hexadecimal."""
    total = hashlib.sha256()
    for part in bytes_of(hashes):
        total.update(part)
    return total.hexdigest()
