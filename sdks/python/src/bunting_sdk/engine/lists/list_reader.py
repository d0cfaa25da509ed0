import operator
import struct
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from bunting_sdk.engine.lists.hash_list import HashList, bytes_of, make_hash_list

_MAGIC: Final = b"BLST\x01\0\0\0"
_HEAD: Final = struct.Struct(">8s4Q")
_MAX_VERSION: Final = 2**53 - 1


class ListContent(NamedTuple):
    """A list, or the changes to it since version ``start``. For a whole list ``start`` is 0 and nothing is removed."""

    start: int
    version: int
    added: HashList
    removed: HashList


class ListReader:
    """Reads a list as its bytes arrive.

    ``at_most`` limits the added and the removed hashes, so that a malformed header cannot exhaust the memory.
    """

    def __init__(self, at_most: int) -> None:
        self._at_most = at_most
        self._rest = b""
        self._head: tuple[int, int, int, int] | None = None
        self._hashes = make_hash_list()

    def take(self, data: bytes) -> None:
        """Reads the next bytes. Raises ``ValueError`` if they are not those of a list."""
        data = self._rest + data
        if self._head is None:
            if len(data) < _HEAD.size:
                self._rest = data
                return
            self._head = self._read_head(data)
            data = data[_HEAD.size :]
        whole = len(data) - len(data) % 8
        self._hashes.extend(make_hash_list(data[:whole]))
        self._rest = data[whole:]
        if len(self._hashes) > self._head[2] + self._head[3]:
            raise ValueError("there are more bytes than its head says")

    def end(self) -> ListContent:
        """Returns the content. Raises ``ValueError`` if bytes are missing."""
        if self._head is None or self._rest or len(self._hashes) != self._head[2] + self._head[3]:
            raise ValueError("its bytes break off")
        start, version, count, removed_count = self._head
        added = self._hashes[:count] if removed_count else self._hashes
        removed = self._hashes[count:]
        if not _is_ascending(added) or not _is_ascending(removed):
            raise ValueError("its hashes are not in order")
        return ListContent(start, version, added, removed)

    def _read_head(self, data: bytes) -> tuple[int, int, int, int]:
        magic, start, version, added, removed = _HEAD.unpack_from(data)
        if magic != _MAGIC or start > _MAX_VERSION or version > _MAX_VERSION:
            raise ValueError("these are not the bytes of a list")
        if added > self._at_most or removed > self._at_most:
            raise ValueError("it has too many hashes")
        return start, version, added, removed


def _is_ascending(hashes: HashList) -> bool:
    return all(map(operator.lt, hashes, islice(hashes, 1, None)))


def list_bytes(version: int, hashes: HashList) -> Iterator[bytes]:
    """Yields the bytes of a whole list."""
    yield _HEAD.pack(_MAGIC, 0, version, len(hashes), 0)
    yield from bytes_of(hashes)
