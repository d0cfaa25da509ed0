"""What ``Flags`` tell their listeners."""

from dataclasses import dataclass

from bunting_sdk.core.failure import FlagsError


@dataclass(frozen=True, slots=True)
class Ready:
    """There are flags to answer with: for the first time, or current again after ``stale``."""

    revision: int


@dataclass(frozen=True, slots=True)
class Changed:
    """These flags were added, changed or taken away, or need a segment or a flag that was."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stale:
    """Bunting cannot be reached; answers come from the flags of before."""

    revision: int


@dataclass(frozen=True, slots=True)
class Failed:
    """Something went wrong that the SDK goes on without."""

    error: FlagsError
