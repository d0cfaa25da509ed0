import threading
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from bunting_sdk.bundle import parse_bundle
from bunting_sdk.core.failure import FlagsError, as_flags_error

# A small bundle is written as it changes, one of megabytes every few seconds.
_CHARACTERS_PER_S: Final = 1_000_000


class BundleCache(Protocol):
    """Where the last bundle is kept, so that an application that starts while Bunting is away has flags all the same."""

    def read(self) -> str | None:
        """What was written last; None where there is nothing."""

    def write(self, text: str) -> None: ...


class KeptBundle:
    """The last bundle, kept beyond the end of the process. What fails here is told and costs nothing else."""

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
        """Of what comes before it is written only the last is kept. Gives back how long to wait; None: for ever."""
        if self._cache is None:
            return None
        self._text = text
        return max(0.0, self._not_before_s - time.monotonic())

    def write(self) -> None:
        """What is kept is the whole: so that many small changes do not cost as many times that, it rests in between."""
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
        """What the parent was about to write it writes."""
        self._lock = threading.Lock()
        self._text = None
