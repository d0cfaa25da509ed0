"""The events of ``Flags``."""

from dataclasses import dataclass

from bunting_sdk.core.failure import FlagsError


@dataclass(frozen=True, slots=True)
class Ready:
    """The first flags have arrived, or the flags are current again after ``stale``."""

    revision: int


@dataclass(frozen=True, slots=True)
class Changed:
    """Flags were added, changed or removed, or depend on a segment or flag that was. ``keys`` names them."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stale:
    """Bunting cannot be reached; evaluations use the last known flags."""

    revision: int


@dataclass(frozen=True, slots=True)
class Failed:
    """Something failed that the SDK can continue without."""

    error: FlagsError
