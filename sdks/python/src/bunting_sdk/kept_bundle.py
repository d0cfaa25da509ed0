import threading
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from bunting_sdk.bundle import parse_bundle
from bunting_sdk.core.failure import FlagsError, as_flags_error

# The average write rate: small bundles are written on each change, those of megabytes every few seconds.
_CHARACTERS_PER_S: Final = 1_000_000


class BundleCache(Protocol):
    """Stores the last bundle, so that an application has flags even if it starts while Bunting is unreachable."""

    def read(self) -> str | None:
        """Returns the text that was written last; None if there is none."""

    def write(self, text: str) -> None: ...


class KeptBundle:
    """Reads and writes the cached bundle. Failures are reported as ``error`` events and have no other effect."""

    def __init__(
        self, cache: BundleCache | None, on_error: Callable[[FlagsError], None], scaled: Callable[[float], float]
    ) -> None:
        self._cache = cache
        self._on_error = on_error
        self._scaled = scaled
        self._lock = threading.Lock()
        self._text: Callable[[], str] | None = None
        self._not_before_s = 0.0

    def read(self) -> dict[str, Any] | None:
        if self._cache is None:
            return None
        try:
            text = self._cache.read()
            return None if text is None else parse_bundle(text)
        except Exception as raised:
            self._on_error(as_flags_error("CACHE", "The kept bundle cannot be read", raised))
            return None

    def keep(self, text: Callable[[], str]) -> float | None:
        """Replaces the pending text, and returns the seconds until it may be written; None without a cache."""
        if self._cache is None:
            return None
        self._text = text
        return max(0.0, self._not_before_s - time.monotonic())

    def write(self) -> None:
        """Writes the pending bundle, and sets a pause by its size: every small change rewrites the whole bundle."""
        with self._lock:
            make, self._text = self._text, None
            if make is None or self._cache is None:
                return
            try:
                text = make()
                self._cache.write(text)
                self._not_before_s = time.monotonic() + self._scaled(len(text) / _CHARACTERS_PER_S)
            except Exception as raised:
                self._on_error(as_flags_error("CACHE", "The bundle cannot be kept", raised))

    def after_fork(self) -> None:
        """Drops the pending text, which the parent writes."""
        self._lock = threading.Lock()
        self._text = None
