from collections.abc import Callable, Iterable
from typing import Final, Protocol, runtime_checkable

from bunting_sdk.connection.fetch_list import KnownList
from bunting_sdk.core.failure import FlagsError, as_flags_error
from bunting_sdk.engine.compile.large_list import LargeList
from bunting_sdk.engine.lists.list_reader import ListReader, list_bytes

# Lists grow and shrink: the cached version may have more hashes than the wanted one.
_MAX_HASHES: Final = 10_000_000


@runtime_checkable
class ListCache(Protocol):
    """Stores large lists by id. If a ``BundleCache`` also implements this, the next start need not fetch them."""

    def read_list(self, list_id: str) -> Iterable[bytes] | None:
        """Returns the bytes that were written last, in chunks; None if there are none."""

    def write_list(self, list_id: str, parts: Iterable[bytes]) -> None: ...

    def remove_list(self, list_id: str) -> None: ...


class KeptLists:
    """Reads and writes cached lists. Failures are reported as ``error`` events and have no other effect."""

    def __init__(self, cache: object, on_error: Callable[[FlagsError], None]) -> None:
        self._cache = cache if isinstance(cache, ListCache) else None
        self._on_error = on_error

    def read(self, named: LargeList) -> KnownList | None:
        """Returns the cached version, whichever it is; the caller compares its SHA-256 with the wanted one."""
        if self._cache is None:
            return None
        try:
            parts = self._cache.read_list(named.list)
            if parts is None:
                return None
            reader = ListReader(max(named.size, _MAX_HASHES))
            for part in parts:
                reader.take(part)
            content = reader.end()
        except Exception as raised:
            self._failed(raised)
            return None
        if content.start != 0:
            return None
        return KnownList(named._replace(version=content.version, size=len(content.added)), content.added)

    def write(self, known: KnownList) -> None:
        if self._cache is not None:
            try:
                self._cache.write_list(known.named.list, list_bytes(known.named.version, known.hashes))
            except Exception as raised:
                self._failed(raised)

    def remove(self, list_id: str) -> None:
        if self._cache is not None:
            try:
                self._cache.remove_list(list_id)
            except Exception as raised:
                self._failed(raised)

    def _failed(self, raised: Exception) -> None:
        self._on_error(as_flags_error("CACHE", "A list cannot be kept", raised))
