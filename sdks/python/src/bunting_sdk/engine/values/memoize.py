from collections.abc import Callable
from typing import Final, TypeVar

_MAX_ENTRIES: Final = 128
_MAX_LENGTH: Final = 1_024

Value = TypeVar("Value")


def memoize(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """Parses a text once for all conditions that use it: the cache holds more texts than a context usually has.

    Texts longer than the service accepts are not cached. A full cache is replaced, not cleared, because other threads may
    be reading it.
    """
    known: dict[str, Value] = {}

    def read_once(text: str) -> Value:
        nonlocal known
        try:
            return known[text]
        except KeyError:
            value = read(text)
            if len(text) <= _MAX_LENGTH:
                if len(known) >= _MAX_ENTRIES:
                    known = {}
                known[text] = value
            return value

    return read_once
